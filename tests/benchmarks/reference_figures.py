"""Figures of others and of an earlier study, to stand beside what is measured here.

`EARLIER` are the baselines of an earlier study of our own over the same tune parts, R@5 / R@10 /
MRR: a harness that counts alike comes near to them. `PUBLISHED` are quoted from the sets' papers;
they are over whole sets and other queries, so they show the order of magnitude and no more.
"""

OKAPI = "rank-bm25 Okapi, white space"
BM25S = "bm25s, jieba and stems"
BIGRAMS = "BM25+, bigrams"
UNICODE61 = "SQLite FTS5 unicode61"
TRIGRAM = "SQLite FTS5 trigram"
E5 = "e5 alone"
RRF = "RRF of BM25+ bigrams and e5"
MIX = "0.7 e5 + 0.3 BM25+ bigrams"

Figures = tuple[float, float, float]

_ROWS = (OKAPI, BM25S, BIGRAMS, UNICODE61, TRIGRAM, E5, RRF, MIX)
_BY_SET: dict[str, tuple[Figures, ...]] = {
    "MADial zh→zh": (
        (0.044, 0.104, 0.093),
        (0.376, 0.530, 0.403),
        (0.514, 0.626, 0.547),
        (0.044, 0.104, 0.093),
        (0.408, 0.481, 0.480),
        (0.497, 0.680, 0.556),
        (0.587, 0.709, 0.639),
        (0.619, 0.740, 0.690),
    ),
    "MADial en→en": (
        (0.310, 0.416, 0.355),
        (0.423, 0.517, 0.459),
        (0.512, 0.645, 0.581),
        (0.419, 0.491, 0.376),
        (0.463, 0.548, 0.489),
        (0.510, 0.646, 0.592),
        (0.590, 0.728, 0.665),
        (0.623, 0.746, 0.672),
    ),
    "MADial en→zh": (
        (0.038, 0.104, 0.089),
        (0.088, 0.144, 0.112),
        (0.094, 0.154, 0.142),
        (0.038, 0.094, 0.088),
        (0.087, 0.166, 0.127),
        (0.408, 0.506, 0.457),
        (0.216, 0.358, 0.321),
        (0.433, 0.531, 0.479),
    ),
    "MADial zh→en": (
        (0.044, 0.104, 0.093),
        (0.081, 0.141, 0.130),
        (0.081, 0.141, 0.130),
        (0.044, 0.104, 0.093),
        (0.081, 0.141, 0.130),
        (0.367, 0.525, 0.421),
        (0.214, 0.350, 0.275),
        (0.392, 0.550, 0.444),
    ),
    "LoCoMo turns": (
        (0.327, 0.424, 0.254),
        (0.501, 0.581, 0.421),
        (0.553, 0.629, 0.476),
        (0.475, 0.563, 0.387),
        (0.541, 0.605, 0.457),
        (0.435, 0.521, 0.367),
        (0.539, 0.634, 0.451),
        (0.592, 0.675, 0.499),
    ),
    "LoCoMo observations": (
        (0.544, 0.612, 0.482),
        (0.686, 0.746, 0.605),
        (0.695, 0.764, 0.633),
        (0.618, 0.694, 0.561),
        (0.681, 0.748, 0.620),
        (0.628, 0.707, 0.552),
        (0.669, 0.760, 0.616),
        (0.742, 0.801, 0.674),
    ),
    "PrefEval": (
        (0.126, 0.161, 0.096),
        (0.112, 0.174, 0.092),
        (0.120, 0.182, 0.104),
        (0.118, 0.174, 0.091),
        (0.132, 0.197, 0.103),
        (0.180, 0.290, 0.134),
        (0.190, 0.279, 0.149),
        (0.199, 0.296, 0.158),
    ),
}
EARLIER: dict[str, dict[str, Figures]] = {
    name: dict(zip(_ROWS, figures, strict=True)) for name, figures in _BY_SET.items()
}

PUBLISHED = (
    "LoCoMo (Maharana et al., ACL 2024), table 3, retrieval recall of dialog turns @5 / @10: "
    ".567 / .662; of observations: .562 / .613, with all evidence of all questions below the line",
    "MADial-Bench zh (He et al., NAACL 2025), R@5 / R@10 / MRR@10: OpenAI .694 / .824 / .754, "
    "Stella .593 / .740 / .666, Acge .590 / .735 / .662, BGE-M3 dense .586 / .714 / .658",
    "PrecisionMemBench (arXiv 2605.11325), mean precision / recall: mem0 .06 / .99, zep .09 / .95, "
    "plain vectors .09 / 1.00, supermemory .22 / .71",
)
