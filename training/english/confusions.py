"""The closed lists of the noise: articles, prepositions, confused words, endings, short forms."""

from __future__ import annotations

ARTICLES = ("a", "an", "the")
PREPOSITIONS = (
    "in", "on", "at", "of", "for", "to", "with", "from", "by", "about", "into", "over", "during", "as",
    "in", "on", "at", "of", "for", "to", "through", "between", "among", "until", "since", "without",
)  # fmt: skip
MARKS = (",", ".", ";", ":", "?", "!", "-", "'", '"')
SHORT_FORMS = frozenset(("n't", "'s", "'m", "'re", "'ve", "'ll", "'d"))

_SETS = """
there their they're they | then than that | to too two | its it's it | your you're you
who which that whom whose | this these that those | much many a_lot more most | other others another
is are was were be been being am 's | has have had having 've | do does did done doing
can could may might will would should must 'll 'd | he his him she her | they their them it theirs
we our us ours | I my me mine i | you your yours u | good well better best | bad badly worse
because because_of so becouse cause | although though even_if despite but | lose loose lost
affect effect | people peoples person persons peple | children childs childrens child kids
everyone every_one everybody every | someone some_one anyone | every each all any | some any few little
not no n't never | so such very too | also too as_well either | and or but , as_well_as
if whether when unless | what which how | when while during | where were wear | here hear
know no now new knew | by buy bye | hole whole | advice advise | practice practise | quite quiet
thing think things thinks | feel fell fill | live life leave lives | work job works jobs
make do made did take | say tell said told talk speak | see watch look saw | learn study teach
big large great huge | beautiful nice pretty | important importent necessary
think thought believe guess | want wanted wants like | need needs must should | for to in_order_to of
since for ago from | maybe may_be perhaps | into in onto | among between | beside besides
until by till | like as alike | almost most mostly | hard hardly | interested interesting interest
bored boring | tired tiring | different differ difference differents | success succeed successful succes
easy easily easier | health healthy healthful | economic economical economy | young younger youth
old elder older elderly | rich richer wealth | environment enviroment environments
government goverment | technology tecnology technologies | information informations
knowledge knowledges | university college school | example exemple instance | example_, example
however but , | for_example such_as like | nowadays today now_a_days now | sometimes some_times sometime
already yet still | only just | always allways often | really realy very | which wich | with whit
friend freind friends | believe belive | receive recieve | until untill | together togather
tomorrow tommorow | different diferent | beginning begining | necessary neccessary | a an one the
more most much than | less fewer least few | first firstly at_first | lastly finally at_last
may maybe might | past passed | except accept | weather whether | price prize cost | breath breathe
choose chose chosen choice | become became becomes becoming | grow grew grown growth
get got gotten gets getting | go went gone goes going | come came comes coming
take took taken takes taking | give gave given gives giving | bring brought brings
find found finds founded | understand understood understands | keep kept keeps keeping
try tried tries trying | use used uses using | help helped helps helping | let lets let's
own owns self | himself hisself themselves themself
""".strip()


def _confusions() -> dict[str, tuple[str, ...]]:
    """Give each word of a set the rest of its set; `_` stands for a space."""
    confusions: dict[str, tuple[str, ...]] = {}
    for line in _SETS.replace("\n", " | ").split(" | "):
        words = line.split()
        for word in words:
            others = tuple(_part(other) for other in words if other != word)
            confusions[word] = confusions.get(word, ()) + others
    return confusions


def _part(word: str) -> str:
    """Write a member of a set as tokens."""
    return {"it's": "it 's", "they're": "they 're", "you're": "you 're", "let's": "let 's"}.get(
        word, word.replace("_", " ")
    )


CONFUSED = _confusions()
"""Word → what learners write for it."""

DERIVATIONS = (
    ("ly", ""),
    ("", "ly"),
    ("ness", ""),
    ("ion", "e"),
    ("ing", "ion"),
    ("al", ""),
    ("ful", ""),
    ("y", "ily"),
    ("ity", ""),
    ("ment", ""),
    ("", "ness"),
    ("", "al"),
    ("e", "ation"),
    ("ence", "ent"),
    ("ent", "ence"),
    ("ance", "ant"),
    ("ant", "ance"),
    ("ive", "ion"),
    ("ion", "ive"),
    ("y", ""),
    ("", "y"),
    ("er", ""),
    ("", "er"),
    ("ous", ""),
    ("", "ful"),
    ("less", "ful"),
    ("ic", "ical"),
    ("ical", "ic"),
    ("ist", "ism"),
    ("ism", "ist"),
    ("ed", "ing"),
    ("ing", "ed"),
    ("ed", ""),
    ("ing", ""),
    ("s", ""),
    ("", "s"),
    ("", "ed"),
    ("", "ing"),
)
"""Ending as it is, ending as it becomes."""

SOUNDS_ALIKE = (
    ("ie", "ei"),
    ("ei", "ie"),
    ("ance", "ence"),
    ("ence", "ance"),
    ("tion", "sion"),
    ("able", "ible"),
    ("ll", "l"),
    ("ss", "s"),
    ("mm", "m"),
    ("cc", "c"),
    ("tt", "t"),
    ("ph", "f"),
    ("ough", "ought"),
    ("ely", "ly"),
    ("ully", "uly"),
    ("c", "s"),
    ("ea", "ee"),
    ("ai", "a"),
    ("gh", ""),
)
"""Letters as they are, letters that sound alike or that ears lose."""

CONTRACTED = {
    "do not": "do n't",
    "does not": "does n't",
    "did not": "did n't",
    "is not": "is n't",
    "are not": "are n't",
    "was not": "was n't",
    "were not": "were n't",
    "can not": "ca n't",
    "could not": "could n't",
    "will not": "wo n't",
    "would not": "would n't",
    "should not": "should n't",
    "have not": "have n't",
    "has not": "has n't",
    "had not": "had n't",
    "must not": "must n't",
    "it is": "it 's",
    "that is": "that 's",
    "there is": "there 's",
    "they are": "they 're",
    "we are": "we 're",
    "you are": "you 're",
    "i am": "I 'm",
    "i have": "I 've",
    "we have": "we 've",
    "they have": "they 've",
    "you have": "you 've",
    "he is": "he 's",
    "she is": "she 's",
    "i will": "I 'll",
    "you will": "you 'll",
    "they will": "they 'll",
    "we will": "we 'll",
    "i would": "I 'd",
    "he would": "he 'd",
    "they would": "they 'd",
    "what is": "what 's",
    "who is": "who 's",
}
"""Two words in full → the same contracted."""

PERSONS = (
    {
        "they": "I",
        "them": "me",
        "their": "my",
        "he": "I",
        "she": "I",
        "his": "my",
        "him": "me",
        "people": "I",
        "students": "I",
        "women": "we",
        "americans": "we",
    },
    {"they": "we", "them": "us", "their": "our", "he": "we", "his": "our", "people": "we", "students": "we"},
    {
        "they": "you",
        "them": "you",
        "their": "your",
        "he": "you",
        "his": "your",
        "students": "you",
        "one": "you",
    },
    {"they": "he", "them": "him", "their": "his", "people": "my friend", "students": "she", "i": "he"},
    {
        "it": "this",
        "they": "people",
        "he": "someone",
        "individuals": "people",
        "you": "they",
        "your": "their",
    },
)
"""Ways of telling the same in another person: word → word."""
