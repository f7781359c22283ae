"""English forms that no stemmer brings together: what is remembered as "went" is asked for as "go".

Forms that are as often a word of their own are left out: "left", "bit", "led", "leaves", "lives".
"""

from collections.abc import Mapping
from typing import Final

# The base, then its forms.
_VERBS: Final = """
arise arose arisen; awake awoke awoken; bear borne; beat beaten; become became; begin began begun;
bend bent; bite bitten; bleed bled; blow blew blown; break broke broken; breed bred;
bring brought; build built; burn burnt; buy bought; catch caught; choose chose chosen; cling clung;
come came; creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt; drink drank drunk;
drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; flee fled;
fly flew flown; forbid forbade forbidden; forget forgot forgotten; forgive forgave forgiven;
freeze froze frozen; get got gotten; give gave given; go goes went gone; grow grew grown; hang hung;
hear heard; hide hid hidden; hold held; keep kept; kneel knelt; know knew known;
lean leant; learn learnt; lend lent; light lit; lose lost; make made; mean meant; meet met;
mistake mistook mistaken; overcome overcame; pay paid; prove proven; ride rode ridden;
ring rang rung; rise risen; run ran; say said; see saw seen; seek sought; sell sold; send sent;
sew sewn; shake shook shaken; shine shone; shoot shot; show shown; shrink shrank shrunk;
sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; smell smelt;
speak spoke spoken; speed sped;
spell spelt; spend spent; spill spilt; spin spun; stand stood; steal stole stolen; stick stuck;
sting stung; strike struck; strive strove; swear swore sworn; sweep swept; swell swollen;
swim swam swum; swing swung; take took taken; teach taught; tear tore torn; tell told;
think thought; throw threw thrown; understand understood; wake woke woken; wear wore worn;
weave wove woven; weep wept; win won; withdraw withdrew withdrawn; write wrote written
"""
_NOUNS: Final = """
analysis analyses; calf calves; child children; crisis crises; criterion criteria;
diagnosis diagnoses; foot feet; goose geese; half halves; hypothesis hypotheses; knife knives;
loaf loaves; man men; mouse mice; person people; shelf shelves; thesis theses; tooth teeth;
wife wives; wolf wolves; woman women
"""


def _bases() -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in (*_VERBS.split(";"), *_NOUNS.split(";")):
        base, *forms = entry.split()
        found.update(dict.fromkeys(forms, base))
    return found


#: The base of each irregular form.
BASES: Final[Mapping[str, str]] = _bases()
