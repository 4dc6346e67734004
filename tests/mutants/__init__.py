"""D6: deliberate bugs in our own encoder, which the differential tests must find."""
