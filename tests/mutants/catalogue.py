"""All mutations. One that was found to mean the same as the original (it only builds larger terms) is not listed."""

from __future__ import annotations

from mutants.automata import AUTOMATA
from mutants.claims import CLAIMS
from mutants.constants import CONSTANTS
from mutants.matching import MATCHING
from mutants.mutation import Mutation
from mutants.orders import ORDERS
from mutants.rewriting import REWRITING
from mutants.subqueries import SUBQUERIES
from mutants.tables import TABLES
from mutants.values import VALUES

MUTATIONS: tuple[Mutation, ...] = (
    *TABLES,
    *VALUES,
    *ORDERS,
    *CLAIMS,
    *AUTOMATA,
    *REWRITING,
    *SUBQUERIES,
    *CONSTANTS,
    *MATCHING,
)
