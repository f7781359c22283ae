"""The tests of MemoryX, and `python3 tests`, which sets up what they need and runs them."""
