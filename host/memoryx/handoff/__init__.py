"""Handing a conversation over to another assistant: six fixed sections to continue from."""
