"""The engine that plays: whose turn it is, which cards may be played, what battles come to, what spoils are worth."""
