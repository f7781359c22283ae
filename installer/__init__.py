"""`python3 installer`: sets MemoryX up on a fresh machine with the standard library alone."""
