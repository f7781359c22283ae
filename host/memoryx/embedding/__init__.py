"""Embedding providers behind one small Protocol. No provider is imported before it is used."""
