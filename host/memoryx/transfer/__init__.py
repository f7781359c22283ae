"""Data in and out: exports as documents, and the files that are imported."""
