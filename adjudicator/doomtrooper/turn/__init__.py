"""A Turn: its phases, and the warriors and Areas that Actions change."""
