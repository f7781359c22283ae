"""The native messaging host: frames, JSON-RPC, and a lane for each kind of work."""
