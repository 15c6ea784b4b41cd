"""Phases, rounds and games as they were played, and how they are written down."""
