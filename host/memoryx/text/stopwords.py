"""Words that carry no topic, in English and Chinese. Function words only, by hand."""

from typing import Final

_ENGLISH_WORDS = """
a about above after again against ain all also am an and another any anybody anyone anything are
aren aren't as at be because been before being below between both but by can can't cannot could
couldn couldn't did didn didn't do does doesn doesn't doing don don't down during each either else
ever every few for from further get gets getting got had hadn hadn't has hasn hasn't have haven
haven't having he he's her here here's hers herself him himself his how how's i i'd i'll i'm i've
if in into is isn isn't it it's its itself just let let's ll may maybe me might mine more most
much must my myself neither no nor not now of off ok okay on once one only or other others our ours
ourselves out over own perhaps please quite rather re really s same shall she she's should shouldn
shouldn't so some somebody someone something such t than thank thanks that that's the their theirs
them themselves then there there's these they they're this those though through to too under until
up upon us ve very was wasn wasn't we we're were weren weren't what what's when when's where where's
which while who who's whom whose why why's will with won won't would wouldn wouldn't yet you you're
your yours yourself yourselves
"""
ENGLISH: Final = frozenset(_ENGLISH_WORDS.split())

# Particles: a pair of characters with one of these inside is no word.
CHINESE_PARTICLES: Final = frozenset("的了吗呢吧啊呀嘛哦噢么们")

# Characters that are function words when they stand alone, though parts of words otherwise
# (the second of 成都 is one): a pair of two of them is no topic.
CHINESE_CHARACTERS: Final = frozenset(
    "的了吗呢吧啊呀嘛哦噢么们着过得地是在有和与及或也都就还又再很太更最被把给对从到向于以为而但却并且若如因所"
    "这那哪谁我你您他她它咱个只些点种几想要会能该请帮让没不时里来去上下中"
)

_CHINESE_WORDS = """
自己 大家 这个 那个 哪个 这些 那些 哪些 这里 那里 哪里
这样 那样 怎样 怎么 什么 怎办 么办 为什 为啥 多少 一个 一下
一些 一点 一种 有点 有些 可以 可能 能够 应该 需要 想要
请问 帮我 帮忙 麻烦 告诉 因为 所以 但是 不过 而且 然后 如果
虽然 或者 还是 就是 不是 没有 是否 比较 非常 特别 已经
正在 一直 之前 之后 以后 以前 的话 时候 我的 你的 给我 是什
"""
CHINESE_WORDS: Final = frozenset(_CHINESE_WORDS.split())
