"""Words that anybody writes: that one stood in a deleted text proves and betrays nothing.

Such are words of ARIA's own fixed texts, and the most common of long English words, but for
names of things, people's roles and feelings.
"""

from __future__ import annotations

from typing import Final

from graph_aria.domain.stems import words

COMMON: Final = words(
    """
    about above across actually added advice after afternoon again against ahead alive
    allow allowed almost alone along already also although always among amount another
    answer answers anybody anyone anything anyway anywhere around asked asking asks
    attentive available average away became because become becomes been before began begin
    beginning begins behind being below beside besides better between beyond block blocks
    both boundaries brief bring brings brought called calling calls came cannot carry cause
    certain certainly change changed changes chapter choice choose claim clear clearly
    close comes coming companion complete completely concerned condition conditions
    connected continue conversation conversations correct could count counted country
    counts couple course cover daily danger dates days dealing decide decided definitely
    delete deleted deletes depend describe diagnose did different difficult directly doing
    done doubt down during dying each earlier early eased easier easily easy either else
    elsewhere emergency end ended ending ends english enough entirely especially even
    evening ever every everybody everyone everything everywhere exactly example except
    expect expected explain faded fading far feel feeling feelings feels felt few figure
    finally find findahelpline finding finds fine finish finished first fits fixed focus
    follow followed following follows forget forgets forgotten former forward found friend
    friends fully further gently gets getting give given gives giving goes going gone good
    goodbye got gotten graph great greeting guess guessing happen happened happening
    happens hard hardly have having hear heard hearing hello help helped helpful helping
    helps here herself highest himself hold holds hope hoped hour hours however https idea
    immediately important include included including indeed instead into itself judged just
    keep keeping keeps kept kind kinds knew know knowing known knows language large last
    lately later latest learn learned learning least leave leaves leaving left less letter
    letters like likely line list listed listen listening little live local long longer
    look looked looking looks lower lowest made mainly make makes making many matter
    matters maybe mean means meant memory mention mentioned mentions message messages might
    milestone milestones mind minute minutes model moment moments month monthly months more
    morning most mostly move much must myself name named names naturally near nearly need
    needed needs neither never next nice night nobody none normal normally nothing notice
    noticed number numbers obviously offline often once only onto open opened order orders
    other others otherwise ourselves outside over overall part particular parts passed past
    people perhaps period person phone place places plain plainly plan planned plans please
    point points possible possibly present pretty probably problem program promise proper
    quarter question questions quickly quiet quite quotation rather reach read reading
    reads ready real really reason reasons recall received recent recently recite regular
    relevant remain remember remembered remembering remembers reminders replies reply rest
    rested rests return right rule rules running said same saying says score second seconds
    secret secrets seem seemed seems seen sense sentence sentences serious settings several
    shall share shares short should show showed shown shows side similar simple simply
    since single slightly small smaller some somebody somehow someone something sometimes
    somewhere soon sorry sort sound sounds source speak speaking speaks special spend spent
    spoke spoken stand standing stands start started starting starts stated stay stayed
    staying stays step still stood stop stopped stops story strong such suddenly suggest
    suppose supposed sure switch switched switches take taken takes taking talk talked
    talking talks tell telling tells tense tentative than thank thanks that their theirs
    them themselves then there therefore these they thing things think thinking thinks
    third this those though thought thoughts three through throughout time times today
    together told tomorrow tonight too took total toward towards tried tries trouble true
    truly trust truth trying turn turned turning turns twice type understand understood
    unless unsure until upon usual usually various very want wanted wanting wants warm
    watch ways week weekend weekly weeks weigh weighs weight weights welcome well went were
    what whatever when whenever where wherever whether which while whoever whole whose wide
    will wish with within without wonder wondered wondering word words work worked working
    works world worries worry worse would write writes writing written wrong wrote year
    years yesterday your yours yourself yourselves
    """
)
