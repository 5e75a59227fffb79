"""The code of a language in; what its tokeniser must know, and the words that give it away, out.

Abbreviations are written without their last full stop and in lower case. An elision is a word before an apostrophe
that is a token (`l'` in French); an enclitic is a word after a hyphen that is a token together with it (`-il`).
"""

from __future__ import annotations

from collections.abc import Mapping

from redink.frozen import frozen


@frozen
class Language:
    """What is special about the tokens of a language."""

    frequent: str
    """Frequent short words, by which the language is recognised."""
    abbreviations: str = ""
    """Words that own the full stop after them."""
    elisions: str = ""
    """Words that end in an apostrophe and are tokens."""
    enclitics: str = ""
    """Words after a hyphen that are tokens together with it."""
    proclitics: str = ""
    """Words that are tokens together with the hyphen after them."""
    ordinals: bool = False
    """Whether a number owns the full stop after it, as in `3. Mai`."""
    splits_hyphens: bool = False
    """Whether the parts of a word with hyphens are tokens, and so are the hyphens."""
    splits_stops: bool = False
    """Whether the full stop of an abbreviation is a token."""


LANGUAGES: Mapping[str, Language] = {
    "en": Language(
        "the and of to in is that it was for with as he his are they this from have not be you my she but i a an do we"
    ),
    "de": Language(
        "der die das und ist nicht ein eine zu mit auf sich von dem den des ich es im für auch wie er sie wir aber",
        "abb abs art bd betr bspw bzgl bzw ca chr dr dt dipl ebd etc evtl exkl fr ggf hl hr hrsg inkl ing jh jhd kap "
        "max min mio mrd nr prof rd s sog st std str tel u usw v vgl vs z zb zt",
        ordinals=True,
    ),
    "fr": Language(
        "le la les et est un une des du dans que qui pour pas sur il elle je nous vous avec ce au en plus ne se son",
        "av bd cf dr etc ex fig m mm mme mlle mgr no p pp prof st ste vol",
        elisions="l d s qu n c j m t jusqu lorsqu puisqu quoiqu quelqu presqu",
        enclitics="il elle on ils elles je tu nous vous ce moi toi lui leur le la les y en t-il t-elle t-on ci là",
    ),
    "es": Language(
        "el la los las y que en es un una por con para su se no lo como más pero del al me muy sus este le mi",
        "a aprox av avda c cf d d.c dª dr dra dpto ed ej etc fig gral ing lic n.º no núm p pág págs prof s sr sra srta "
        "sto sta ud uds vd vol",
    ),
    "it": Language(
        "il la lo gli le e che di è un una per con non del della in sono si ma al come anche più nel dei ha mi",
        "art arch avv cfr dott dr ecc fig geom ing lett n nn on op p pag pp prof s sig sigg sig.ra vol",
        elisions="l d c un dell all nell dall sull quell quest bell sant s m t v n com cos dov quand anch senz tutt "
        "grand mezz nient qualcun pover gl coll quant po",
    ),
    "pt": Language(
        "o a os as e que de do da em um uma para com não por se no na mais dos das como mas ao ele eu foi são muito",
        "a adm art av cap cia d dr dra ed eng etc ex fig gen ltda n no nº p pág prof profa r s sr sra sto sta vol",
    ),
    "nl": Language(
        "de het een en van is dat in op te niet met voor zijn er aan die ook maar ik als bij hij naar door worden dit",
        "bijv blz bv ca dhr dr drs e.d enz etc excl fig ing incl ir jl jr m.a.w mevr mgr mr mw nl nr o.a p pag prof "
        "resp st t.a.v tel vgl zgn",
    ),
    "sv": Language(
        "och att det i som en på är av för med till den har inte om ett jag han men de var sig kan så från ska du",
        "bl.a ca d.v.s dr dvs e.kr el.dyl etc ev f f.d f.kr fig fr.o.m jfr kap kl kr m.fl m.m max milj min mm nr "
        "o.d o.s.v osv p.g.a resp s.k sid st t.ex t.o.m tel",
    ),
    "da": Language(
        "og i at det er en til på som med for den de har ikke et af jeg han men var sig kan så hun vi der efter",
        "bl.a ca dvs dr eks etc evt f.eks fx hhv hr iflg ifm jf kap kl kr m.a.o m.fl m.m maks mia mio min mht nr o.l "
        "osv pga pct prof s.k sml st stk tel vedr",
        ordinals=True,
    ),
    "nb": Language(
        "og i det er en til på som med for den de har ikke et av jeg han men var seg kan så hun vi etter ble fra også",
        "adr anm bl.a ca dr dvs etc evt f.eks forts hhv iflg inkl jf jfr kap kl kr m.a.o m.fl m.m maks mht mill min nr "
        "o.l osv pga pkt prof red s st str tlf",
        ordinals=True,
    ),
    "nn": Language(
        "og i det er ein ei til på som med for den dei har ikkje eit av eg han men var seg kan så ho vi etter vart frå "
        "òg",
        "adr anm bl.a ca dr dvs etc evt f.eks jf jfr kap kl kr m.a m.a.o m.fl m.m maks mill min mrd nr o.l osv pga pkt "
        "prof red s st str tlf",
        ordinals=True,
    ),
    "fi": Language(
        "ja on ei että se oli en mutta hän kun niin kuin myös minä sen olen ole jos tai joka mitä nyt vain ovat",
        "eaa ed eim ekr em ent esim fil huom ins jkr jms jne joht kk kl klo ko ks lis ln ma mm mmm mrd n ns nro nyk os "
        "oy p pj prof puh pvm s sit t tri toim ts v va vas vrt vs vuos yht yms",
        ordinals=True,
    ),
    "is": Language(
        "og að í á er það sem ég hann við um en var ekki til með eru þetta af hún fyrir því þá þess sér kom segir",
        "a.m.k bls dr e.t.v f.h fl frh kl kr m.a mr nr o.fl o.s.frv p próf s sbr skv sr st t.d þ.e þ.e.a.s þús",
        ordinals=True,
    ),
    "cs": Language(
        "a je se v na že to s z do i o k jsem ale jako pro si tak za by které podle jeho nebo jsou byl také už",
        splits_hyphens=True,
        splits_stops=True,
    ),
    "pl": Language(
        "i w na z się nie to że do jest o jak co po a ale za od przez dla są był jego jej tylko może już tak",
        splits_hyphens=True,
        splits_stops=True,
    ),
    "sl": Language(
        "in je se v na da so za z ki ne pa po bi kot tudi s bo to od še iz pri sem lahko ali če bil jih",
        "d.d d.o.o dr dipl g ga gdč idr inž ipd itd itn mag mdr mr npr oz prof sv t.i tel tj ul univ",
        ordinals=True,
    ),
    "lv": Language(
        "un ir ar no ka uz par kas to arī bet pie lai pēc nav es kā viņš tas bija vai tik ko ja tā savu jau",
        "a.god dr g gs lpp nr prof plkst u.c u.tml utt t.i t.s sk sv tālr v",
        ordinals=True,
    ),
    "ro": Language(
        "și în a de la cu pe că nu este din un o să se care pentru mai au fost sau ca prin iar ce sunt al ei lui",
        "art av bd dl dna dr etc ex fig ing lit mr nr op p pag pct prof sf st str tel vol",
        enclitics="o i l și a am ai ar ați au mi ți le lea ul ului uri",
        proclitics="s m l i și într dintr printr n ne le o te vă mi ți c d de",
    ),
    "tr": Language(
        "ve bir bu da de için ne çok ama o ile gibi daha var ben olarak kadar sonra her en ki olan değil mi şey",
        "alb apt av bkz blv cad co corp doç dr ecz haz inc koop ltd müh no prof s sok st şti tel vb vd vs yrd",
        ordinals=True,
    ),
    "el": Language(
        "και το να του η της με που την από για ο τα οι στο θα δεν στην είναι των τον τους μου μια ένα",
        "κ κα κ.ά κ.α κ.λπ κλπ π.χ δηλ αρ βλ σελ μ.μ π.μ",
        elisions="σ ν μ τ γι απ τίποτ καθ κατ κι παρ θ δ αφ αλλ ό,τ",
    ),
    "ru": Language(
        "и в не на что с я он а как это по но к у из за то же от о все было его для мы так был вы только",
        "вв вт гг г гр др им илл каб кв коп куб л млн млрд м н нач о обл оз пер пл пос пр прим проф р рис руб св см "
        "стр ст с т табл тел тов тт тыс ул ч чел э",
    ),
    "uk": Language(
        "і в не на що з я він а як це по але до у та за то від про все його для ми так був ви є й",
        "вул грн ім млн млрд напр обл р рр див стор тис ст с м проф т ін",
    ),
    "ar": Language("في من على إلى أن التي الذي هذا عن مع كان هذه قد لا ما بعد كما ذلك بين حيث أو"),
    "hi": Language("के है में की और से का को हैं ने यह पर कि एक भी नहीं था इस हो कर लिए", splits_hyphens=True),
    "ko": Language("이 그 는 은 을 를 있다 수 것 있는 그리고 등 한 더"),
}
"""Languages with rules of their own, by their ISO 639-1 code."""

SAME_AS = {"no": "nb"}
"""Other codes of the same languages."""
