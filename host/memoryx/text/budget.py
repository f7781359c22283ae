"""The contract's estimate of how many tokens a text costs."""

from memoryx.text.scripts import WIDE_CHARACTER

CHARACTERS_PER_TOKEN = 4


def count_tokens(text: str) -> int:
    """Estimated tokens of `text`: one for each Chinese, Japanese or Korean character.

    All other characters together cost a quarter of a token each, rounded up. Full-width
    punctuation counts as a token too, so that the estimate errs on the long side.
    """
    wide = len(WIDE_CHARACTER.findall(text))
    return wide + -(-(len(text) - wide) // CHARACTERS_PER_TOKEN)
