"""What people say about themselves in English, as a table: likes, dislikes, diets and health.

Patterns are matched at the predicate: what follows the subject, a contracted or leading
auxiliary (flags ``am``, ``have``, ``would``, ``will``) and the adverbs; flags are those that
:mod:`memoryx.extraction.rules.en` reads. The first rule that fits wins.
"""

from __future__ import annotations

from memoryx.extraction.rules.grammar import Rule, rule

_OBJECT = r"(?P<object>.+)"
_ILLNESS = (
    r"(?:(?:type (?:1|2|one|two) )?diabet(?:es|ic)|hypertension|high blood pressure"
    r"|asthma(?:tic)?|depression|anxiety(?: disorder)?|adhd|autis(?:m|tic)|arthritis|migraines?"
    r"|epilep(?:sy|tic)|eczema|psoriasis|celiac(?: disease)?|ibs"
    r"|crohn's|gout|insomnia|sleep apnea|anemi[ac]|hypothyroidism|hyperthyroidism|bipolar|ptsd"
    r"|ocd|cancer|lupus|scoliosis|tinnitus|acid reflux|gerd|lactose intoleran(?:t|ce)"
    r"|gluten intoleran(?:t|ce)|color ?blind|dyslexi[ac]"
    r"|sensitive (?:skin|stomach|teeth|eyes)"
    r"|(?:severe |serious |chronic )?(?:respiratory|breathing|heart|joint|digestive|stomach|skin"
    r"|kidney|liver|thyroid|sleep|mental health) (?:issues|problems|condition)"
    r"|(?:an? |old |previous |recurring )*(?:knee|back|shoulder|ankle|hip|neck|wrist)"
    r" (?:injury|injuries|problems?)"
    r"|heart (?:disease|condition)|hearing loss|alzheimer's|dementia|parkinson's|bad (?:knees?"
    r"|back)|a bad (?:knee|back)|chronic [\w ]{3,20}|[\w ]{3,16} (?:allergy|allergies|intolerance"
    r"|syndrome|disorder|disease))"
)

# fmt: off
EN_TASTES: tuple[Rule, ...] = (
    # likes and dislikes
    rule("favourite", ("preference", "preference"), 0.9,
         r"(?:all[- ]time )?favou?rite (?P<what>(?!(?:one|thing|part|moment"
         r"|bit)\b)[\w -]{2,24}?) (?:is|are|has always been)(?! (?:that|when|not))\b "
         + _OBJECT,
         key="favourite:{what}", reach="list"),
    rule("like.not", ("preference", "preference"), 0.88,
         r"(?:(?:do not|don't|did(?:n't| not)|never|no longer|can't say i"
         r"|don't think i) (?:\w+ )?(?:like|love|enjoy|care for|want to (?:eat|drink))|(?:can't"
         r"|cannot|can not|couldn't) (?:stand|bear|tolerate|handle)|hate|dislike|detest"
         r"|loathe|despise"
         r"|not (?:a (?:big |huge )?fan of|fond of|into|interested in|keen on))(?! to (?:admit"
         r"|say|ask|bother|break)) "
         + _OBJECT,
         family="like", subjects="self none", key="likes:{object}", reach="list"),
    rule("like", ("preference", "preference"), 0.86,
         r"(?:like|love|enjoy|prefer|adore|hate|favou?r|(?:fond|a (?:big |huge )?fan) of"
         r"|passionate about|interested in|(?:big |really )?into(?= \w+)|keen on|crazy about"
         r"|obsessed with|addicted to|more inclined to|used to(?= (?:using|working))"
         r"|loved(?= (?:since|ever)))(?! to (?:admit|say)|d\b) "
         + _OBJECT,
         subjects="self", forbids="day would will chat", key="likes:{object}", reach="list"),
    rule("like.bare", ("preference", "preference"), 0.72,
         r"(?:love|hate|prefer|enjoy|can't stand) (?=\w+ing\b|to \w+)(?!on\b|to (?:admit|say)"
         r"|is\b|and\b|or\b|at first)"
         + _OBJECT,
         family="like", subjects="none", forbids="day would will chat have standing",
         key="likes:{object}", reach="list"),
    rule("like.family", ("preference", "personal"), 0.8,
         r"(?:likes?|loves?|enjoys?|prefers?|hates?|dislikes?|(?:doesn't|don't) (?:like|eat"
         r"|drink)|(?:is|are) (?:into|fond of|a (?:big |huge )?fan of)|only eats?|can't (?:eat"
         r"|stand)) "
         + _OBJECT,
         family="like", subjects="family", forbids="day would will chat past", reach="list"),
    rule("like.noun", ("preference", "preference"), 0.86,
         r"(?:have|has|'ve got|got) (?:a |an |absolutely |always )*(?:(?:strong|deep|real|huge"
         r"|big|great|intense|ethical|strict|serious|special|particular|slight|lifelong|firm"
         r"|extremely|low"
         r"|\w+ly) )*(?:aversion|dislike|disdain|distaste|objection|preference|hatred|fear"
         r"|phobia|passion|love"
         r"|weakness|soft spot|fondness|sensitivity|intolerance|tolerance|interest"
         r"|no interest) (?:to|towards?|of|for|in|against) (?P<object>.+)",
         family="like", subjects="self family", key="likes:{object}", reach="list"),
    rule("like.fear", ("preference", "personal"), 0.78,
         r"(?:so |very |really |deathly |always )*(?:scared|afraid|terrified|frightened|wary"
         r"|sensitive|uncomfortable|picky|squeamish|particular) (?:of|to|with|about"
         r"|around) (?!what|losing|failing to|say|ask|this|that)(?P<object>.+)",
         family="like", needs="am", forbids="day would will chat past", key="likes:{object}"),
    rule("like.find", ("preference", "preference"), 0.8,
         r"find (?!it\b)(?P<object>[\w' -]{3,60}?) (?:to be )?(?:so |very |really |extremely "
         r"|quite "
         r"|too |rather |incredibly )*(?:boring|tedious|uncomfortable|annoying|relaxing"
         r"|exhausting|unpleasant|overwhelming|distracting|stressful|disgusting|pointless"
         r"|therapeutic|soothing|demotivating|unsettling|distressing|disorienting|unengaging"
         r"|off-putting)\b(?P<rest>.*)",
         family="like", forbids="day would will chat past recent", key="likes:{object}"),
    rule("like.find.it", ("preference", "preference"), 0.78,
         r"find it (?:so |very |really |too |rather )*(?P<object>(?:boring|tedious|annoying"
         r"|relaxing|exhausting|stressful|overwhelming|soothing|uncomfortable) to \w+.*"
         r"|(?:hard|difficult|easier|easy) to (?:stay|focus|concentrate|work|sleep|learn|read"
         r"|relax|remember|speak|socialize)\b.*)",
         family="like", forbids="day would will chat past recent"),
    rule("like.thrive", ("preference", "preference"), 0.8,
         r"(?P<object>thrive (?:in|on|with|when|under)\b.+)",
         family="like", forbids="day would will chat past recent", reach="list"),
    rule("like.against", ("preference", "preference"), 0.8,
         r"(?:strongly |firmly |totally )?(?:against|opposed to) (?P<object>\w+ing\b.+"
         r"|the use of .+)",
         family="like", needs="am", forbids="day would will chat past recent"),
    rule("like.unused", ("preference", "preference"), 0.8,
         r"(?:do not|don't) (?:use|buy|trust|support|shop at) (?!it\b|this|that|these|those|the\b"
         r"|them\b|any(?:thing|more)?\b(?! [\w-]+ing\b| single| product)|to\b|my|your|him|her"
         r"|a\b|an\b)(?P<object>[\w'-]{3,}.*)",
         family="like", forbids="day would will chat past recent soon near",
         key="likes:{object}", reach="list"),
    rule("like.refuse", ("preference", "preference"), 0.8,
         r"(?:refuse to|won't|will not|try not to|would rather not|(?:prefer|choose) not to"
         r"|stay away from|steer clear of|abstain from) (?P<object>(?:eat|drink|watch|use|read"
         r"|wear|buy|play|attend|listen|participate|support|go|fly|travel|drive|touch|consume"
         r"|take|engage|have|do|work|any|all|\w+ing)\b.+)",
         family="like", forbids="day would chat past recent soon", key="likes:{object}"),
    rule("like.only", ("preference", "preference"), 0.8,
         r"(?P<object>(?:eat|drink|watch|read|wear|buy|listen to|use|shop|drive|fly|consume"
         r"|play|follow|purchase) .+)",
         family="like", needs="main", forbids="day would will chat past recent soon habit",
         reach="list"),
    rule("like.best", ("preference", "preference"), 0.82,
         r"(?:learn|work|study|sleep|focus|think|concentrate) (?:best|better"
         r"|most effectively)\b (?P<object>.+)",
         family="like", forbids="day would will chat past", reach="list"),
    rule("like.hobby", ("preference", "preference"), 0.88,
         r"(?:main |favou?rite )?(?:hobby|hobbies|interests|passion) (?:is|are|include"
         r"|includes) "
         + _OBJECT,
         family="like", reach="list"),
    rule("diet", ("preference", "preference"), 0.82,
         r"(?:(?:do not|don't|never|can't|cannot|can not|no longer|try to) (?:eat|drink"
         r"|have(?= (?:dairy|gluten|sugar|caffeine|alcohol|meat|nuts|lactose|pork|wheat))|consume"
         r"|watch|read|wear|buy|smoke|touch|avoid)|(?:eat|drink|consume|wear"
         r"|smoke)(?= no\b)|avoid) (?!breakfast|lunch|dinner|enough|much|out\b|any(?:thing"
         r"(?! (?:involving|containing|with|made))|more)\b|time|it\b|that\b|to\b|a\b|the (?:error"
         r"|issue|problem|bug|warning)|access"
         r"|permission|experience|money|plans?|an?\b|in\b|on\b|your|this\b|these|using (?:it"
         r"|this|that))"
         + _OBJECT,
         subjects="self family", forbids="day would will chat past recent soon",
         key="likes:{object}", reach="list"),
    rule("diet.never", ("preference", "preference"), 0.8,
         r"(?:eat|drink|consume|watch|read|wear|buy|smoke|touch|use|play|fly)\b (?!it\b|this\b"
         r"|that\b)(?P<object>.+)",
         family="diet", needs="never", forbids="day would will chat past recent soon have",
         key="likes:{object}", reach="list"),
    rule("diet.follow", ("preference", "preference"), 0.84,
         r"(?:on|follow|keep to|stick to|adhere to|been on|been following|following|maintain"
         r"|prioriti[sz]e|committed to|believe in) (?:a |an |the )(?P<object>"
         r"(?:[\w-]+ ){0,5}?diet\b.*)",
         family="diet", forbids="day would will chat past", key="diet", reach="list"),
    rule("diet.kind", ("preference", "preference"), 0.88,
         r"(?:been |gone |went |became |become |on )?(?:a |an )?(?:strict |mostly |avid "
         r"|committed |lifelong )?(?P<object>vegan|vegetarian|pescatarian|gluten[- ]free|keto|halal"
         r"|kosher|low[- ]carb|dairy[- ]free)\b(?! (?:option|recipe|restaurant|food|dish))",
         family="diet", needs="am have", key="diet", reach="list"),
    rule("diet.family", ("preference", "personal"), 0.84,
         r"(?:is|are) (?:a |an )?(?:strict |mostly |lifelong )?(?P<object>vegan|vegetarian"
         r"|pescatarian|gluten[- ]free|lactose intolerant)\b",
         family="diet", subjects="family"),
    rule("diet.kind2", ("preference", "preference"), 0.86,
         r"(?:eat|keep|follow|went|became|turned) (?:a |strictly |only )*(?P<object>vegan"
         r"|vegetarian|whole[- ]foods?|paleo|mediterranean|low[- ]sodium|low[- ]fodmap|pescatarian"
         r"|gluten[- ]free|keto|halal|kosher|low[- ]carb|dairy[- ]free"
         r"|plant[- ]based)",
         family="diet", key="diet"),
    # health
    rule("allergy", ("context", "health"), 0.95,
         r"(?:(?:is|are|was|be|been|not|no longer|severely|highly|deathly|mildly|slightly"
         r"|badly) )*(?:allergic|intolerant) to (?P<object>.+)",
         subjects="self family none", key="allergy:{object}", reach="list"),
    rule("allergy.have", ("context", "health"), 0.93,
         r"(?:have|has|had|'ve got|got|suffers? from) (?:a |an )?(?:(?:severe|mild|bad|serious"
         r"|life-threatening) )?(?:(?P<object>[\w ]{2,20}?) allerg(?:y|ies)|allerg(?:y"
         r"|ies) to (?P<object2>.+))",
         family="allergy", subjects="self family", key="allergy:{object}", reach="list"),
    rule("illness", ("context", "health"), 0.9,
         r"(?:(?:have|has|gets?|had|'ve got|got|suffer(?:s|ed)? from|struggles? with|live with"
         r"|(?:was|been|is) (?:recently |just )?diagnosed with|diagnosed with"
         r"|was born with) (?:a |an |mild |severe |chronic |bad |terrible |frequent |really "
         r"|very |extremely |in \w+ )*(?P<object>"
         + _ILLNESS
         + r")\b|(?:a |an )?(?P<object2>diabetic|asthmatic|epileptic|autistic|lactose intolerant"
         r"|gluten intolerant|celiac|colou?r ?blind|dyslexic)\b)(?! (?:patient|book|app|article"
         r"|project|class))",
         subjects="self family", forbids="day", key="illness:{object}"),
    rule("body", ("context", "health"), 0.84,
         r"(?:(?:\w+ (?:weeks|months) )?pregnant|left-handed|(?:trying to (?:quit|stop|lose)"
         r"|quit|stopped|gave up) (?:smoking|drinking|sugar|alcohol|caffeine|weight"
         r"|coffee)(?P<object>.*)|was a (?:heavy )?smoker(?P<o>.*)"
         r"|have (?:had )?(?:\w+ )?surgery on .+)",
         forbids="day"),
    rule("body.aid", ("context", "health"), 0.86,
         r"(?:(?:is|are|was born) )?(?P<object>(?:deaf|blind|hard of hearing|visually impaired"
         r"|in a wheelchair)\b.*|(?:uses?|needs?|wears?) (?:a |an )?(?:wheelchair|walker"
         r"|walking stick|cane|crutches|hearing aids?|cpap)\b.*)",
         family="body", subjects="self we family", forbids="day", reach="list"),
    rule("body.quit", ("context", "health"), 0.75,
         r"quit (?:smoking |drinking )?(?:in|since|\w+ years ago)\b(?P<object>.*)",
         family="body", subjects="none self", forbids="day"),
    rule("complaint", ("context", "personal"), 0.76,
         r"(?P<object>(?:have (?:trouble|a hard time)|struggl\w+ (?:with|to)|find it (?:hard"
         r"|difficult|tough) to|procrastinat\w+|oversleep|put(?:ting)? (?:things"
         r"|everything) off|been procrastinating|(?:feel|get|am|feeling|getting) (?:so |very "
         r"|really |a bit |too |pretty )*(?:anxious|overwhelmed|stressed|nervous|tired"
         r"|exhausted|sleepy|distracted|lonely|headaches|migraines|sick|guilty|insecure"
         r"|burn\w* out|unmotivated)|forget (?:to|names|things|people)|lose (?:focus|track|my"
         r"|motivation)|can't (?:sleep|focus|concentrate|fall asleep))\b.*)",
         needs="always habit topic", forbids="day chat", reach="list"),
    rule("complaint.self", ("context", "personal"), 0.8,
         r"(?:(?:'ve )?notic\w+|realiz\w+|found|find)(?: that)? (?:i(?:'ve been| tend to| keep"
         r"| always| often|'m always| am always)|myself (?:always|often|constantly)) "
         + _OBJECT,
         family="complaint", forbids="day chat", reach="list"),
    rule("complaint.weak", ("context", "health"), 0.55,
         r"(?:been |feeling |feel )(?:a bit |really |very |so |quite |both |a little "
         r"|pretty )*(?P<object>(?:stress|tired|busy|exhaust|anxious|overwhelm|down|lonely|burn"
         r"|depress|struggl|having trouble|physically)\w*.*)",
         family="complaint", needs="recent have always sometimes", forbids="day chat"),
)
# fmt: on
