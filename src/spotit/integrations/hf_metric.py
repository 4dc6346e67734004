"""A metric for Hugging Face's `evaluate` (extra `hf`): the share of predictions that mean what their references mean.

SqlEquivalence().compute(predictions=["SELECT ..."], references=["SELECT ..."], schema="shop.sql")
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import datasets
import evaluate

from spotit.api import SchemaSource
from spotit.batch import Pool, QueryPair
from spotit.evaluate.answers.query_in_text import query_in
from spotit.options import Options

_RIGHT = ("equivalent", "equivalent_up_to_bound", "unrefuted")
_UNKNOWN = ("undecided", "unsupported")


class SqlEquivalence(evaluate.Metric):
    """The metric: `equivalence` among the predictions whose verdict is known, and how many those are."""

    def _info(self) -> Any:  # noqa: ANN401 - of an optional package
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description="Whether queries mean the same on every database of a schema, as SpotIt tells.",
            citation="",
            inputs_description="predictions and references: SQL text; schema: DDL text, a path, or one for each pair",
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(
        self,
        predictions: Sequence[str],
        references: Sequence[str],
        schema: SchemaSource | Sequence[SchemaSource],
        bound: int = 3,
        jobs: int | None = None,
    ) -> dict[str, Any]:
        schemas = schema if isinstance(schema, list | tuple) else [schema] * len(references)
        pairs = [
            QueryPair(reference, query_in(prediction), source, place)
            for place, (prediction, reference, source) in enumerate(zip(predictions, references, schemas, strict=True))
        ]
        with Pool(jobs, options=Options(bound=bound)) as pool:
            verdicts = {pair.id: verdict.verdict for pair, verdict in pool.check_many(pairs)}
        words = Counter(verdicts.values())
        known = len(pairs) - sum(words[word] for word in _UNKNOWN)
        right = sum(words[word] for word in _RIGHT)
        return {
            "equivalence": right / known if known else float("nan"),
            "known": known / len(pairs) if pairs else float("nan"),
            "verdicts": [verdicts[place] for place in range(len(pairs))],
        }
