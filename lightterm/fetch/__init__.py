"""Request to Response: HTTP by our own bounded transport, and the other schemes beside it."""
