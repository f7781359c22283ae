"""Which characters are written without spaces between words.

The ranges are those of the Unicode blocks that Chinese, Japanese and Korean text uses.
"""

import re
from typing import Final

HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f\u3005\u3007"
KANA: Final = "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"
HANGUL: Final = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
CJK: Final = HAN + KANA + HANGUL
# Punctuation and full-width forms take a whole token in the tokenizers of today's models.
CJK_PUNCTUATION: Final = "\u3000-\u3004\u3006\u3008-\u303f\uff00-\uff65\uffa0-\uffef"

HAN_CHARACTER: Final = re.compile(f"[{HAN}]")
KANA_CHARACTER: Final = re.compile(f"[{KANA}]")
CJK_CHARACTER: Final = re.compile(f"[{CJK}]")
WIDE_CHARACTER: Final = re.compile(f"[{CJK}{CJK_PUNCTUATION}]")
