"""Given names that are forms of one name: short forms, endearments, other spellings.

Source: general knowledge of given names; not complete, and never proof: two forms of one name
are a reason to ask.
"""

from __future__ import annotations

from functools import cache
from typing import Final

_FORMS: Final = """
abigail abby abbie gail
aleksander alexander alex alec xander sasha sascha lex sandy alek aleksandar alejandro sandro \
olek
aleksandra alexandra alex alexa sasha sandra sandy lexi ola alejandra
alfred alf alfie fred
alison allison ali allie
amanda mandy
andrew andy drew andreas andrea andrei andrej andré andrzej
angela angie angelika
anthony tony ant antonio anton toni antoine
ann anne anna annie anya anja ania annika hannah nan nancy
arthur art artie artur
barbara barb barbie babs basia
benjamin ben benny benji benno
bernard bernie bernd bernhard
bridget bridie biddy brigitte birgit gitta
cameron cam
caroline carolyn carrie caro karolina carolina lina
catherine katherine kathryn katharine kate katie kathy cathy kat kit kay katrin katrina katja \
katya kathrin catalina caterina ekaterina yekaterina kasia
charles charlie chuck chas karl carl carlos charly
charlotte charlie lottie lotte char
christian chris christiaan kristian
christina christine chris tina chrissy kristina kristin kirsten krisztina
christopher chris kit topher kris christoph krzysztof christophe cristóbal
daniel dan danny dani daniil danilo
danielle dani daniela
david dave davey davy dawid davide
deborah debbie deb debra
dennis denny denis
dimitri dmitri dmitry dima mitya
donald don donnie
dorothy dot dottie dorothea dora thea dorota
edward ed eddie ted teddy ned eduard eduardo edvard
eleanor ellie nell nelly nora elinor eleonore lenore
elizabeth elisabeth liz lizzie lizzy beth betty betsy eliza lisa liesl elsa elise bess libby \
lisbeth ela elżbieta isabel isabella
emily em emmy millie emilia
emma em emmy
emmanuel manny manu emanuel manuel
eugene gene zhenya yevgeny evgeny evgenia
ferdinand ferdi fernando nando
florence flo flora florrie
frances fran francesca franny frankie franziska franzi
francis frank frankie fran francisco paco pancho francesco franz francois françois franciszek
frederick frederic fred freddie freddy fritz friedrich federico fredrik
gabriel gabe gabi gabriele
gabriella gabrielle gabby gabi gabriela
geoffrey jeffrey geoff jeff
george georgie georg jorge giorgio jürgen yuri jerzy
gerald gerry jerry gerard gerhard gerd
gregory greg gregor grzegorz grigori
gwendolyn gwen
hans johannes johann john jan jon ivan vanya ian sean jack johnny juan giovanni gianni ioannis \
yannis jean hannes
harold harry hal harald
helen helena elena lena ellen nell elaine hélène jelena yelena ilona
henry harry hank hal heinrich heinz henri enrique henrik henryk hendrik
irene irina ira irena
isaac ike izzy
isabel isabella isabelle izzy bella isa izabela
jacob jake jakob jakub kuba jacques giacomo yakov coby
james jim jimmy jamie jem jaime diego
jacqueline jackie jacqui
jane jean joan joanna joanne jo jenny janet jana johanna hanna giovanna juana ivana
jennifer jen jenny jenna
jeremy jeremiah jerry jem
jessica jess jessie
jonathan jon jonny nathan
joseph joe joey josef josé pepe giuseppe beppe jozef józef yusuf yosef josip
josephine jo josie fifi josefina
joshua josh
judith judy judi judit
julia julie jules julianna juliane giulia julka
julian jules julien giuliano
katarzyna kasia kaśka
kenneth ken kenny
kimberly kim kimmy
konstantin kostya constantine costa konstantinos
laura laurie lori laurel lora
lawrence laurence larry laurie lorenz lorenzo lars laurent
leonard leo len lenny leon leonardo leonid lyonya leonhard
leopold leo poldi
lewis louis lou louie luis ludwig luigi ludovic lutz
lillian lily lil lilli
louise lou lulu luisa louisa
lucas luke luca lukas lukasz łukasz luc
lucy lucia luz lucie
ludmila lyudmila lyuda mila
madeleine madeline maddie maddy magda lena
magdalena magda lena leni
margaret maggie meg peggy peg marge margie greta rita gretel margarete margarita margot daisy \
małgorzata gosia gretchen
marcus marc mark markus marco marek marcos
maria mary marie mia moll molly polly mae masha marija marika mitzi maryam mariam miriam mimi
marianne mary-ann marian
martha marty marta
martin marty martijn marcin
matthew matt matty mateo matthias mathias matthieu mateusz matteo matvey
maximilian max maxi maxim maxime massimo
michael mike mick mickey mikey micha michel miguel mikhail misha michal michał michele mikael
michelle shelly micki micaela
mohammed muhammad mohamed mo mohammad mehmet muhammed
natalie natalia natasha nat tasha nataliya natascha natalya
nathaniel nathan nate nat
nicholas nicolas nick nicky nico niko klaus claus nikolai kolya nikolaus mikołaj niklas nicola \
colin
nicole nicky nikki nicola
oliver ollie olli olivier
olivia liv livvy
pamela pam
patricia pat patty trish tricia patsy trisha patrizia
patrick pat paddy patrik patryk patricio
paul pablo paolo pavel paweł pauli pál
peter pete petey pedro pietro pjotr pyotr piotr petya pierre petr petra
philip phillip phil pip philipp felipe filip filippo
rachel rach raquel rachael
raymond ray raimund ramón
rebecca becky becca beck rebekka
reginald reg reggie
richard rick ricky dick rich richie ricardo riccardo
robert rob robbie bob bobby bert robin roberto
roderick rod roddy
rodney rod
roger rodger rüdiger ruggero
ronald ron ronnie
rose rosie rosa rosalind rosemary rosalie róża
roxanne roxy roxana
russell russ rusty
ruth ruthie
samuel sam sammy
samantha sam sammy
sarah sara sally sadie zara
sebastian seb bastian basti bas sebastien sebastián
sergei sergey serge seryozha sergio
sophia sofia sophie sonia sonja sonya zofia zosia sofie
stanislav stanislaw stan stas stanisław staszek slava
stephen steven steve stevie stefan stephan esteban stefano stéphane szczepan
stephanie steph stefanie steffi stefania
stuart stewart stu
susan sue susie suzie suzanne susanna zuzanna zuzana susanne susi
svetlana sveta lana
sylvia silvia sylvie
tamara tam tammy toma
tatiana tanya tanja tatjana tania
thaddeus tad
theodore ted teddy theo theodor fyodor fedor teodor
theresa teresa tess terri terry tessa therese resi
thomas tom tommy tomas tomás thom tomasz tomek tommaso maso
timothy tim timmy timo timofey
valentina valya vale
valerie val valeria
victor vic viktor vitya
victoria vicky vicki tori viktoria vika
vincent vince vinnie vin vincenzo
virginia ginny ginger gina
vladimir vlad volodya vova volodymyr włodek
walter wally walt wat
william bill billy will willy willie liam wilhelm guillermo guillaume willem wim vilmos
winifred winnie freda
yekaterina katya katyusha
zachary zach zack zac
александр саша шура саня
александра саша шура
алексей алёша лёша
анна аня анюта
анастасия настя
владимир вова володя
дмитрий дима митя
евгений женя
евгения женя
екатерина катя
елена лена
иван ваня
ирина ира
константин костя
людмила люда мила
мария маша
михаил миша
наталья наталия наташа
николай коля
ольга оля
павел паша
пётр петя
сергей серёжа
татьяна таня
юлия юля
юрий юра
"""


@cache
def _groups() -> dict[str, frozenset[int]]:
    groups: dict[str, set[int]] = {}
    for number, line in enumerate(_FORMS.strip().splitlines()):
        for name in line.split():
            groups.setdefault(name, set()).add(number)
    return {name: frozenset(numbers) for name, numbers in groups.items()}


@cache
def forms_of(name: str) -> frozenset[str]:
    """Every form of a given name, itself included.

    Args:
        name: in lower case.

    >>> "benjamin" in forms_of("ben"), forms_of("zaphod") == {"zaphod"}
    (True, True)
    """
    numbers = _groups().get(name, frozenset())
    return frozenset(
        {name, *(other for other, found in _groups().items() if not numbers.isdisjoint(found))}
    )


def may_be_one_name(one: str, other: str) -> bool:
    """Whether two given names, in lower case, are forms of one.

    >>> may_be_one_name("sasha", "alexander"), may_be_one_name("sam", "ben")
    (True, False)
    """
    return one != other and not _groups().get(one, frozenset()).isdisjoint(
        _groups().get(other, frozenset())
    )
