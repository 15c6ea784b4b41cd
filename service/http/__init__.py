"""The HTTP API and the server under it."""
