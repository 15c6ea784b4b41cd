"""Riots: the fight card by card, what it leads to, the rally, and the whole of it."""
