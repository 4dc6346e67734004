"""The run directory survives being cut off anywhere."""

from pathlib import Path

import pytest

from spotit.errors import UsageError
from spotit.evaluate import store
from spotit.evaluate.cache import Cache
from spotit.evaluate.records import Limits, Outcome, Prediction, Question, RunInfo, Selection, VerdictRecord
from spotit.evaluate.store import RunWriter, load_run
from spotit.evaluate.task import TaskResult
from spotit.evaluate.witness_file import database_of, file_stem
from spotit.files import keep, user_cache
from spotit.reason import SamePlan
from spotit.verdict import Equivalent

METHODS = ("m", "n")
EQUIVALENT = Equivalent(SamePlan()).as_dict()


def result(question):
    outcomes = tuple(Outcome(question_id=question, method=m, db_id="d", ex=True) for m in METHODS)
    verdict = VerdictRecord(f"{question}-p", question, "d", f"{question}.sql", EQUIVALENT)
    return TaskResult(outcomes, (verdict,), (), {f"{question}.sql": "SELECT 'é';"})


@pytest.fixture
def root(tmp_path):
    info = RunInfo(
        created="", spotit="", source="", engine="", benchmark="bird", ex_source="none", options={"bound": 5},
        limits=Limits(), selection=Selection(), methods=METHODS, inputs=(), predictions={}, arguments={},
        fingerprint="f",
    )  # fmt: skip
    questions = [Question(i, "d", "q", "SELECT 1") for i in range(3)]
    predictions = [Prediction(i, m, "SELECT 1") for i in range(3) for m in METHODS]
    store.create(tmp_path, info, questions, predictions, [])
    return tmp_path


def fill(root, questions):
    writer = RunWriter(root, METHODS)
    for question in questions:
        if question not in writer.done:
            writer.write(result(question))
    writer.close()


def test_what_is_written_is_read_in_question_order(root):
    fill(root, [2, 0, 1])
    run = load_run(root)
    assert [(o.question_id, o.method) for o in run.outcomes] == [(i, m) for i in range(3) for m in METHODS]
    assert run.complete
    assert run.verdicts["1-p"] == EQUIVALENT
    assert run.script("1.sql") == "SELECT 'é';"


def test_cut_at_any_byte_resumes_to_the_same_content(root):
    fill(root, [0, 1, 2])
    whole = {name: (root / name).read_bytes() for name in (store.OUTCOMES, store.VERDICTS)}
    for cut in range(0, len(whole[store.OUTCOMES]), 7):
        (root / store.VERDICTS).write_bytes(whole[store.VERDICTS])
        (root / store.OUTCOMES).write_bytes(whole[store.OUTCOMES][:cut])
        load_run(root)
        fill(root, [0, 1, 2])
        for name, content in whole.items():
            assert sorted((root / name).read_bytes().splitlines()) == sorted(content.splitlines()), cut


def test_verdicts_without_outcomes_are_dropped(root):
    fill(root, [0, 1])
    (root / store.OUTCOMES).write_bytes(b"")
    writer = RunWriter(root, METHODS)
    writer.close()
    assert writer.done == frozenset()
    assert (root / store.VERDICTS).read_bytes() == b""


def test_a_damaged_inner_line_is_an_error(root):
    fill(root, [0])
    (root / store.OUTCOMES).write_bytes(b"garbage\n" + (root / store.OUTCOMES).read_bytes())
    with pytest.raises(UsageError, match=r"outcomes\.jsonl, line 1"):
        load_run(root)


def test_a_folder_that_is_no_run_is_told(tmp_path):
    with pytest.raises(UsageError, match="not a run directory"):
        load_run(tmp_path)


def test_question_ids_make_safe_file_names():
    assert file_stem("../../etc/passwd") == "______etc_passwd"
    assert file_stem(12) == "12"


def test_a_witness_is_read_back_from_json():
    witness = {
        "tables": {"t": {"columns": ["a", "b"], "rows": [[1, {"hex": "00ff"}], [None, "x"]]}},
        "now": "2024-02-29 12:00:00",
    }
    assert database_of(witness).now == "2024-02-29 12:00:00"
    assert database_of(witness).tables["t"].rows == ((1, b"\x00\xff"), (None, "x"))


def test_the_cache_keeps_what_lasts(tmp_path):
    cache = Cache(tmp_path / "c")
    cache.put("aa11", EQUIVALENT)
    cache.put("bb22", {"verdict": "undecided"})
    cache.put("cc33", {**EQUIVALENT, "stats": {"cut_short": True}})
    assert cache.get("aa11") == EQUIVALENT
    assert cache.get("bb22") is None and cache.get("cc33") is None
    assert Cache().get("aa11") is None


def test_a_damaged_cache_file_counts_as_absent(tmp_path):
    cache = Cache(tmp_path)
    cache.put("aa11", EQUIVALENT)
    next(tmp_path.rglob("*.json")).write_bytes(b"\x00")
    assert cache.get("aa11") is None


def test_a_cache_that_cannot_be_written_is_none(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    keep(tmp_path / "file" / "x", b"1")
    monkeypatch.setattr("os.replace", refuse)
    keep(tmp_path / "folder" / "x", b"1")
    assert list((tmp_path / "folder").iterdir()) == []


def refuse(*_):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("given", "found"),
    [("/x", Path("/x/spotit/a")), ("x", Path("/h/.cache/spotit/a")), ("", Path("/h/.cache/spotit/a"))],
)
def test_the_cache_is_in_the_users_folder(given, found, monkeypatch):
    monkeypatch.setenv("HOME", "/h")
    monkeypatch.setenv("XDG_CACHE_HOME", given)
    assert user_cache("a") == found


def test_a_user_without_a_home_has_no_cache(monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", refuse_home)
    assert user_cache("a") is None


def refuse_home():
    raise RuntimeError("Could not determine home directory.")
