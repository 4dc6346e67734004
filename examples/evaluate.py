"""Score a method that is a Python function on the bundled benchmark, and look at what it got wrong."""

import tempfile
from pathlib import Path

from spotit.evaluate import Request, evaluate, score
from spotit.evaluate.records import Question, Selection

BENCHMARK = Path(__file__).parent / "benchmark"


def answer(question: Question, schema: str) -> str:
    """Return SQL for a question; a real method would ask a model and use the schema."""
    return "SELECT COUNT(email) FROM member" if "How many members" in question.question else "SELECT title FROM book"


with tempfile.TemporaryDirectory() as folder:
    request = Request(
        benchmark="bird",
        data=BENCHMARK,
        out=Path(folder) / "run",
        callables={"mine": answer},
        selection=Selection(limit=3),
    )
    run = evaluate(request)
    mine = score(run).methods["mine"]
    print(f"EX {mine.ex:.0f} %, SpotIt {mine.spotit:.0f} %")
    for outcome in run.outcomes:
        print(outcome.question_id, outcome.ex_reason or outcome.verdict, outcome.grade or "")
