"""Which predictions that fail EX answer alike."""
