"""Which texts tell a password, a key or a number, and which only speak of one."""

from __future__ import annotations

from time import process_time

import pytest

from graph_aria.domain.secrets import Secret, find_secret, has_card_check, secret_words

TOLD = [
    "The password I use everywhere is swordfish.",
    "I use hunter22 as my password.",
    "My card is 4111.1111.1111.1111.",
    "card 4111  1111  1111  1111",
    "The code for the front door is 4711.",
    "The user's IBAN is de89370400440532013000.",
    "Passwort: geheim123",
    "my password manager master is Tr0ub4dor&3",
    "hf_abcdefghijklmnopqrstuvwx",
    "My account number is 12345678 and sort code 12-34-56",
    "My passport number is X1234567.",
    "contrase\u00f1a: hunter2",
    "My password's swordfish.",
    "Mon mot de passe est tournesol88",
    "The safe combination is 12-34-56.",
    "card: 4111/1111/1111/1111",
    "The alarm code at mum's place, in case you need it, is 9911.",
    "The PIN my bank sent me last week is 4402.",
    "La clave del wifi es Verano2024",
    "Mein Passwort f\u00fcr alles ist Rosenkohl.",
    "I always type bluebird9 as the password for my laptop.",
    "Dad's Netflix password, which he never changes, is moonbeam.",
    "4111\u20131111\u20131111\u20131111 is the number of my card",
    "my login is bob / swordfish1",
    "To open the garage the code is 5588.",
    "My pin is four seven one one.",
    "The gate code is now 2231#.",
    "My passwords: gmail hunter2, bank swordfish3",
    "SG.abcdefghijklmnopqrst.uvwxyzABCDEFGHIJ",
    "The wifi key at home is Sommer-2024!",
    "The passcode on my phone is 998877.",
    "The password that Tom gave me is applepie",
    "The code to the safe is 77-12-90.",
    "My mother set 1234 as the PIN of her phone.",
    "Das Kennwort lautet Sonnenblume7",
    "Password for the router = cats4ever",
    "My passport no. is 533380006",
    "account no 87654321, sort code 20-11-43",
    "My routing number is 021000021 and the account number is 1234567890.",
    "Amex 3782 822463 10005",
    "My new password will be kittens55.",
    "Her password used to be daffodil.",
    "The entry code of our building: 4590A",
    "PIN 4711",
    "sk_live_abcdefghijkl12345678",
    "My card number, if anyone asks, is 5500 0000 0000 0004.",
    "5555.5555-5555 4444 that is the Mastercard",
    "iban gb82west12345698765432",
    "The IBAN is FR14 2004 1010 0505 0001 3M02 606.",
    "The unlock pattern aside, the phone's passcode is still 0000.",
    "J'ai mis chaton12 comme mot de passe",
    "El PIN de mi tarjeta es 8821",
    "The access code they gave us for the flat is 6612.",
    "My social security number is 078 05 1120.",
    "My SSN is 078051120",
    "My driver's licence number is MORGA753116SM9IJ",
    "pwd = qwerty!",
    "My secret answer is Buttercup.",
    "seed phrase: legal winner thank year wave sausage worth useful",
    "Bitcoin key 5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
]

NOT_TOLD = [
    "I forgot my password again.",
    "The code review for 2024 is done.",
    "I hung a new PIN board in the kitchen.",
    "Call me on 020 7946 0958.",
    "My order number is 4829 1102 77.",
    "I moved here on 12.03.2019.",
    "My password is too weak, I know.",
    "The dress code for the wedding is black tie.",
    "The key to a good marriage is patience.",
    "My phone number is +49 170 1234567.",
    "I learned to code in 2015.",
    "The password reset took an hour.",
    "Kim is a safe driver.",
    "The door is 200 years old.",
    "I lost my passport in Rome.",
    "My flight is BA2490 on 3 May 2026.",
    "I ran 10 km in 52 minutes on 12/03/2026.",
    "The zip code of my new flat is 10115.",
    "My password manager is great.",
    "I need to change all my passwords this week.",
    "I was pinned down by work all day.",
    "The secret of happiness is sleep.",
    "Mein Passwort habe ich schon wieder vergessen.",
    "The country code for Norway is 47.",
    "We played bowling and my score was 187.",
    "I use tea as my medicine.",
    "My bank account is nearly empty.",
    "The key is under the mat, said mum in 1998.",
    "The code of conduct at work is strict.",
    "I told Ben that his password is not safe at all.",
    "My passport expires in 2031.",
    "The most important key on my piano is broken.",
    "I keep 1234 stamps in an album.",
    "The alarm went off at 6.30 and 7.15.",
    "The combination of rain and wind is awful.",
    "The login page at work is slow.",
    "The gift of 5000 euros was for my sister.",
    "I have 4 cats, 2 dogs and 11 fish.",
    "My token of thanks is a cake.",
    "I wrote 1500 lines of code for the app.",
    "La clave del \u00e9xito es la paciencia.",
    "J'ai oubli\u00e9 mon mot de passe.",
    "My pin collection is from 1987.",
    "Her password policy is driving me mad.",
    "The invoice 2024-000123-77 was paid on 5 June 2024.",
    "The postal code is SW1A 1AA.",
    "The ISBN is 978-3-16-148410-0.",
    "My credentials were enough for the job in 2019.",
    "I was given an access card at work on Monday.",
    "Our wifi is slow at home.",
    "My savings account is with the old bank.",
    "The password is somewhere in my desk.",
    "The code I wrote for the door sensor is a mess.",
    "Pin number three fell off my jacket.",
    "Dates: 2019-2020, 2021-2022, 2023-2024 and 2025-2026 were all hard years.",
    "My tracking number is 00340434161094021501.",
    "My heart rate was 120 130 140 150 160 over five runs.",
    "The safe thing to do is wait.",
    "I am secretly in love, and the key to it is time.",
    "The area code 212 is New York.",
]


@pytest.mark.parametrize("text", TOLD)
def test_what_is_told_is_found(text: str) -> None:
    assert find_secret(text) is not None


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_only_speaks_of_it_is_not(text: str) -> None:
    assert find_secret(text) is None


@pytest.mark.parametrize("between", [" ", "  ", ".", "-", "\u00a0", "\u2013", "/", " - ", ""])
def test_a_card_is_found_whatever_stands_between_its_groups(between: str) -> None:
    card = between.join(("4111", "1111", "1111", "1111"))
    assert has_card_check(card)
    assert find_secret(f"It is {card}, take it.") is Secret.CARD
    assert find_secret(f"I have 2 of them: {card} and another.") is Secret.CARD
    wrong = between.join(("4111", "1111", "1111", "1112"))
    assert find_secret(f"It is {wrong}, take it.") is None


@pytest.mark.parametrize("number", ["DE89 3704 0044 0532 0130 00", "gb82 west 1234 5698 7654 32"])
def test_an_account_number_needs_its_check_and_the_length_of_its_country(number: str) -> None:
    assert find_secret(f"Pay to {number} please") is Secret.ACCOUNT
    assert find_secret(f"Pay to {number.replace(' ', '')} please") is Secret.ACCOUNT
    assert find_secret(f"Pay to {number[:-1]}9 please") is None
    assert find_secret(f"Pay to {number[:-1]}") is None


@pytest.mark.parametrize(
    "piece",
    ["a", "1 ", "key:", "password, ", "x as ", " ", "account no ", "code is 1 ", "de89", ":"],
)
def test_no_long_text_takes_long(piece: str) -> None:
    began = process_time()
    find_secret(piece * (40_000 // len(piece)))
    assert process_time() - began < 5


def test_the_words_of_a_code_are_known_wherever_they_stand() -> None:
    text = "I use hunter22 as my password. The code for the front door is zk42."
    assert secret_words(text) == {"hunter22", "zk42"}
