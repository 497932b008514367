"""Pairs of sentences, written for this purpose, by which an embedder's cosines are learned."""

from __future__ import annotations

from typing import Final

SAME: Final = (
    ("The user loves swimming in the sea.", "The user loves to swim in the sea."),
    ("The user is allergic to peanuts.", "The user has a peanut allergy."),
    ("The user works as a nurse.", "The user is a nurse by profession."),
    ("The user plays the piano.", "The user plays piano."),
    ("The user does not drink alcohol.", "The user doesn't drink alcohol."),
    ("The user has two cats.", "The user owns two cats."),
    ("The user's sister is a teacher.", "The user's sister works as a teacher."),
    ("The user wants to learn Spanish.", "The user would like to learn Spanish."),
    ("The user goes for a run every morning.", "The user runs every morning."),
    ("The user is afraid of flying.", "The user has a fear of flying."),
    ("The user lives in a small flat in Oslo.", "The user lives in Oslo in a small flat."),
    ("The user sleeps badly before exams.", "Before exams the user sleeps badly."),
    ("The user prefers tea to coffee.", "The user likes tea more than coffee."),
    ("The user is saving money for a bicycle.", "The user is saving up for a bicycle."),
    ("The user's birthday is on 9 May.", "The user was born on 9 May."),
    ("The user enjoys cooking for friends.", "The user likes to cook for friends."),
)  # fmt: skip
"""Both say the same."""

NEAR: Final = (
    ("The user loves swimming in the sea.", "The user loves swimming in the pool."),
    ("The user is allergic to peanuts.", "The user is allergic to walnuts."),
    ("The user works as a nurse.", "The user works in a hospital."),
    ("The user plays the piano.", "The user plays the violin."),
    ("The user does not drink alcohol.", "The user drinks wine on weekends."),
    ("The user has two cats.", "The user has three dogs."),
    ("The user's sister is a teacher.", "The user's brother is a teacher."),
    ("The user wants to learn Spanish.", "The user is learning Portuguese."),
    ("The user goes for a run every morning.", "The user ran a marathon last year."),
    ("The user is afraid of flying.", "The user flew to Lisbon in March."),
    ("The user lives in a small flat in Oslo.", "The user is looking for a house near Bergen."),
    ("The user sleeps badly before exams.", "The user passed the exam in chemistry."),
    ("The user prefers tea to coffee.", "The user drinks coffee with milk."),
    ("The user is saving money for a bicycle.", "The user rides a bicycle to work."),
    ("The user's birthday is on 9 May.", "The user's wedding day is on 2 June."),
    ("The user enjoys cooking for friends.", "The user enjoys eating out with friends."),
)  # fmt: skip
"""Both speak of one matter and say two things."""

APART: Final = (
    ("The user loves swimming in the sea.", "The user's landlord raised the rent."),
    ("The user is allergic to peanuts.", "The user plays chess with their uncle."),
    ("The user works as a nurse.", "The user dislikes horror films."),
    ("The user plays the piano.", "The user is allergic to cats."),
    ("The user does not drink alcohol.", "The user's car broke down in the snow."),
    ("The user has two cats.", "The user studies law in the evenings."),
    ("The user's sister is a teacher.", "The user wants to climb a mountain."),
    ("The user wants to learn Spanish.", "The user had an operation on the knee."),
    ("The user goes for a run every morning.", "The user regrets selling the house."),
    ("The user is afraid of flying.", "The user grows tomatoes on the balcony."),
    ("The user lives in a small flat in Oslo.", "The user believes in second chances."),
    ("The user sleeps badly before exams.", "The user collects old radios."),
    ("The user prefers tea to coffee.", "The user was promoted to team lead."),
    ("The user is saving money for a bicycle.", "The user sings in a choir."),
    ("The user's birthday is on 9 May.", "The user repairs watches for a living."),
    ("The user enjoys cooking for friends.", "The user owes the bank a large sum."),
)  # fmt: skip
"""They have nothing to do with each other."""
