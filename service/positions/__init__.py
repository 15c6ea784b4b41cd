"""Positions: read as they come from outside, ruled on by the engines, put into words."""
