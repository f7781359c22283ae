"""Which memories go with a message: index, gate, ranking, and the engine that joins them.

The package imports numpy (about 80 ms), so the composition root imports it after the first reply.
"""
