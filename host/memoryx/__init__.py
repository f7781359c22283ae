"""MemoryX: one long-term memory across chat sites, on the user's own machine."""

# Nothing is imported here: the host must be able to guard its standard output before any
# other module runs (see memoryx.__main__).
__version__ = "0.1.0"
