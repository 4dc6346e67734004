"""Classes of members."""

from __future__ import annotations

from random import Random

from spotit.union_find import UnionFind


def test_members_that_were_united_are_one_class_and_no_others() -> None:
    random = Random("union find")
    for _ in range(50):
        classes: UnionFind[int] = UnionFind()
        expected = [{number} for number in range(12)]
        for number in range(12):
            classes.find(number)
        for _ in range(random.randint(0, 8)):
            chosen = random.sample(range(12), random.randint(1, 3))
            classes.unite(chosen)
            touched = [group for group in expected if group & set(chosen)]
            expected = [group for group in expected if group not in touched] + [set().union(*touched)]
        assert sorted(map(sorted, classes.classes())) == sorted(map(sorted, expected))
        for group in expected:
            assert len({classes.find(number) for number in group}) == 1


def test_the_first_stands_for_the_whole() -> None:
    classes: UnionFind[str] = UnionFind()
    classes.unite(("b", "a"))
    classes.unite(("b", "c", "a"))
    assert {classes.find(name) for name in "abc"} == {"b"}


def test_classes_and_members_keep_their_order() -> None:
    classes: UnionFind[str] = UnionFind()
    for name in "dcba":
        classes.find(name)
    classes.unite(("a", "c"))
    assert classes.classes() == [["d"], ["c", "a"], ["b"]]
