"""Text analysis: pure functions of a string, linear in its length, safe on hostile input.

`scripts` counts tokens and knows scripts, `fold` makes spellings alike, `language` tells the
language of a message, `tokens` cuts text into index terms, `glosses` adds words of the other
language. Nothing here is imported by name from the package: import the module you need.
"""
