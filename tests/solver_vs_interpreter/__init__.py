"""Z3 against our own interpreter of terms, and the term constructors against the plain operations."""
