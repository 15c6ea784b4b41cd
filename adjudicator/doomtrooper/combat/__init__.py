"""Combat: who may attack whom, with what, and what comes of it."""
