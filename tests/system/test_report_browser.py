"""The report in a real Chromium: it works from a file, nothing in it runs untrusted text, nothing leaves it."""

import json
import shutil
from urllib.parse import urlparse

import pytest

from report_fixture import NASTY, make_run
from spotit.evaluate.run import evaluate
from spotit.evaluate.run_inputs import Request
from spotit.evaluate.store import load_run
from spotit.options import Options
from spotit.report.page import build_report

pytestmark = pytest.mark.browser

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    "--window-size=1280,900",
)  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return load_run(make_run(tmp_path_factory.mktemp("run")))


@pytest.fixture(scope="module")
def address(run, tmp_path_factory):
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(build_report(run), encoding="utf-8")
    return file.as_uri()


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not chromedriver:
        pytest.skip("needs Debian's chromium and chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(options=options, service=Service(chromedriver))
    yield made
    made.quit()


@pytest.fixture
def page(driver, address):
    driver.get("about:blank")
    for kind in ("browser", "performance"):
        driver.get_log(kind)  # what the browser did before
    driver.get(address)
    yield driver
    assert driver.execute_script("return window.__pwned") is None
    errors = [entry for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    assert errors == []
    requests = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    sent = [m["params"]["request"]["url"] for m in requests if m["method"] == "Network.requestWillBeSent"]
    assert {urlparse(url).scheme for url in sent} <= {"file", "about", "blob", "data"}


def wait(driver, condition):
    return WebDriverWait(driver, 10).until(lambda d: condition())


def go(driver, name, *, until):
    driver.execute_script("location.hash = arguments[0]", f"#/{name}")
    wait(driver, lambda: driver.find_elements(By.CSS_SELECTOR, until))


def links(driver):
    return driver.find_elements(By.CSS_SELECTOR, "#list a")


def found(driver):
    return driver.find_element(By.ID, "found").text


def choose(driver, name, value):
    script = (
        "const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change'))"
    )
    driver.execute_script(script, name, value)


def witnessed(run):
    """Return a question whose first refuted prediction has an own witness."""
    return next(o for o in run.outcomes if o.witness and o.grade == "ordinary")


def test_the_overview_shows_scores_and_charts(page, run):
    assert "Leaderboard" in page.find_element(By.ID, "page-overview").text
    charts = page.find_elements(By.CSS_SELECTOR, "svg.chart[role=img]")
    assert len(charts) >= 10
    assert all(chart.get_attribute("aria-label") for chart in charts)
    for method in run.methods:
        assert method in page.find_element(By.CSS_SELECTOR, "table.board").text


def test_search_narrows_the_list(page, run):
    go(page, "questions", until="#list a")
    assert found(page) == f"{len(run.questions)} questions"
    page.find_element(By.ID, "search").send_keys("airline delay")
    expected = [q for q in run.questions if "airline" in q.question.lower() and "delay" in q.question.lower()]
    wait(page, lambda: found(page).startswith(f"{len(expected)} of"))
    page.find_element(By.ID, "search").send_keys(" nothing like this")
    wait(page, lambda: not links(page))
    page.find_element(By.ID, "reset").click()
    wait(page, lambda: found(page) == f"{len(run.questions)} questions")


@pytest.mark.parametrize(
    ("name", "value", "keeps"),
    [
        ("f-db", "0", lambda o: o.db_id == "airport"),
        ("f-difficulty", "moderate", lambda o: o.difficulty == "moderate"),
        ("f-verdict", "0", lambda o: o.verdict == "different"),
        ("f-verdict", "fail", lambda o: o.ex is False),
        ("f-verdict", "3", lambda o: o.verdict == "undecided"),
    ],
)
def test_filters_keep_what_they_say(page, run, name, value, keeps):
    go(page, "questions", until="#list a")
    choose(page, name, value)
    expected = {o.question_id for o in run.outcomes if keeps(o)}
    wait(page, lambda: found(page).split()[0] == str(len(expected)))


def test_a_filter_can_be_about_one_method(page, run):
    go(page, "questions", until="#list a")
    choose(page, "f-method", "1")
    choose(page, "f-verdict", "0")
    expected = [o for o in run.outcomes if o.method == run.methods[1] and o.verdict == "different"]
    wait(page, lambda: found(page).split()[0] == str(len(expected)))


def test_a_question_shows_its_witness_and_copies_the_script(page, run):
    outcome = witnessed(run)
    go(page, f"q/{outcome.question_id}", until="#detail .tabs button")
    position = run.methods.index(outcome.method)
    tabs = page.find_elements(By.CSS_SELECTOR, "#detail .tabs button")
    next(tab for tab in tabs if run.methods[position] in tab.text.replace("\n", " ")).click()
    detail = page.find_element(By.ID, "detail")
    assert "Different: ordinary" in detail.text
    tables = run.verdicts[outcome.pair]["witness"]["tables"]
    shown = [e.text for e in page.find_elements(By.CSS_SELECTOR, ".mini > header > span")]
    assert set(tables) <= set(shown)
    assert {"gold (left)", "prediction (right)"} <= set(shown)
    assert page.find_elements(By.CSS_SELECTOR, "#detail tr.only-gold, #detail tr.only-pred")
    button = next(b for b in page.find_elements(By.TAG_NAME, "button") if b.text == "Copy witness script")
    button.click()
    wait(page, lambda: "Copied the witness script" in page.find_element(By.ID, "toast").text)
    script = run.script(outcome.witness)
    assert pasted(page).split() == script.split()


def pasted(page):
    """Return what the clipboard holds, by pasting it."""
    page.execute_script(
        "const area = Object.assign(document.createElement('textarea'), {id: 'paste'});"
        "Object.assign(area.style, {position: 'fixed', bottom: 0}); document.body.append(area)"
    )
    area = page.find_element(By.ID, "paste")
    area.send_keys(Keys.CONTROL, "v")
    text = area.get_attribute("value")
    page.execute_script("document.getElementById('paste').remove()")
    return text


def test_every_question_opens(page, run):
    """All details are unpacked and drawn, hostile strings among them."""
    for question in run.questions[:20]:
        go(page, f"q/{question.question_id}", until="#detail .tabs button")
        wait(page, lambda q=question: f"#{q.question_id}" in page.find_element(By.CSS_SELECTOR, "#detail .meta b").text)
        for tab in page.find_elements(By.CSS_SELECTOR, "#detail .tabs button"):
            tab.click()
    text = page.find_element(By.ID, "detail").text
    assert text


def test_hostile_text_is_shown_as_text(page, run):
    question = next(q for q in run.questions if NASTY[0] in q.question)
    go(page, f"q/{question.question_id}", until="#detail h2")
    wait(page, lambda: NASTY[0] in page.find_element(By.CSS_SELECTOR, "#detail h2").text)
    assert page.find_elements(By.CSS_SELECTOR, "main img, main script, main iframe, main svg[onload]") == []
    turned = next(q for q in run.questions if "\u202e" in q.question)
    go(page, f"q/{turned.question_id}", until="#detail h2")
    wait(page, lambda: "⟨U+202E⟩" in page.find_element(By.CSS_SELECTOR, "#detail h2").text)


def test_suspects_are_listed_and_judged(page, run):
    go(page, "suspects", until="#suspects-0 > li")
    first = page.find_element(By.CSS_SELECTOR, "#suspects-0 > li")
    assert "points" in first.text
    next(b for b in first.find_elements(By.TAG_NAME, "button") if b.text == "wrong").click()
    wait(page, lambda: page.find_element(By.ID, "judged").text == "1 judged")
    page.execute_script("window.scrollTo(0, 0)")  # from under the head of the page, which stays where it is
    page.find_element(By.ID, "export").click()
    wait(page, lambda: "Copied 1 judgement" in page.find_element(By.ID, "toast").text)
    assert pasted(page).splitlines()[0] == "question_id,judgement,note,question"
    next(b for b in first.find_elements(By.TAG_NAME, "button") if b.text == "wrong").click()
    first.find_element(By.CSS_SELECTOR, "a.title").click()
    wait(page, lambda: page.find_elements(By.CSS_SELECTOR, "#detail .tabs button"))


def test_the_other_pages_open(page):
    go(page, "ambiguous", until="#ambiguous-list > li")
    go(page, "about", until="#page-about:not([hidden])")
    assert "Grades of difference" in page.find_element(By.ID, "page-about").text


def test_the_keyboard_is_enough(page):
    body = page.find_element(By.TAG_NAME, "body")
    body.send_keys("/")
    wait(page, lambda: page.switch_to.active_element.get_attribute("id") == "search")
    wait(page, lambda: links(page))
    page.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    page.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert page.switch_to.active_element.get_attribute("data-at") == "1"
    page.switch_to.active_element.send_keys(Keys.ENTER)
    wait(page, lambda: page.find_elements(By.CSS_SELECTOR, "#detail .tabs button"))
    before = page.execute_script("return location.hash")
    page.find_element(By.TAG_NAME, "body").send_keys("j")
    wait(page, lambda: page.execute_script("return location.hash") != before)
    page.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    wait(page, lambda: page.execute_script("return location.hash") == "#/questions")


def test_the_theme_can_be_chosen(page):
    def background():
        return page.execute_script("return getComputedStyle(document.body).backgroundColor")

    button = page.find_element(By.ID, "theme")
    button.click()
    light = background()
    button.click()
    dark = background()
    assert light != dark
    button.click()
    assert page.execute_script("return document.documentElement.dataset.theme") is None


@pytest.mark.parametrize("place", ["overview", "questions", "q/3", "suspects", "ambiguous", "about"])
def test_a_phone_needs_no_sideways_scrolling(page, place):
    size = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        go(page, place, until="main")
        wait(page, lambda: page.execute_script("return document.documentElement.scrollWidth") <= 390)
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def at(driver):
    return driver.execute_script("return location.hash")


def test_filters_and_the_open_question_are_in_the_address(page, run, address):
    go(page, "questions", until="#list a")
    choose(page, "f-db", "1")
    choose(page, "f-verdict", "0")
    page.find_element(By.ID, "search").send_keys("book")
    wait(page, lambda: "search=book" in at(page))
    assert "db=library" in at(page) and "verdict=different" in at(page)
    count = found(page)
    links(page)[0].click()
    wait(page, lambda: page.find_elements(By.CSS_SELECTOR, "#detail .tabs button"))
    opened = at(page)
    assert opened.startswith("#/q/") and "db=library" in opened
    page.get("about:blank")
    page.get(address + opened)
    wait(page, lambda: page.find_elements(By.CSS_SELECTOR, "#detail .tabs button"))
    assert found(page) == count and page.find_element(By.ID, "search").get_attribute("value") == "book"
    page.execute_script("document.querySelector('#detail a.back').click()")  # shown on phones
    wait(page, lambda: at(page).startswith("#/questions?") and "db=library" in at(page))
    page.execute_script("location.hash = '#/questions?db=nowhere&verdict=%3Cb%3E'")
    wait(page, lambda: found(page) == f"{len(run.questions)} questions")


def test_search_looks_into_predictions_and_for_one_question(page, run):
    go(page, "questions", until="#list a")
    word = "avg(returned)"
    expected = {q for (q, _), p in run.predictions.items() if p.sql and word in p.sql.lower()}
    assert expected and not any(word in q.gold.lower() for q in run.questions)
    page.find_element(By.ID, "search").send_keys(word)
    wait(page, lambda: found(page).split()[0] == str(len(expected)))
    box = page.find_element(By.ID, "search")
    box.clear()
    box.send_keys("#3")
    wait(page, lambda: found(page).startswith("1 of"))
    assert page.find_element(By.CSS_SELECTOR, "#list .meta b").text == "#3"


def test_suspect_cards_show_both_queries_and_keep_a_note(page):
    go(page, "suspects", until="#suspects-0 > li .sqlbox")
    card = page.find_element(By.CSS_SELECTOR, "#suspects-0 > li")
    titles = [e.text for e in card.find_elements(By.CSS_SELECTOR, ".sqlbox header span")]
    assert titles[0] == "Gold" and titles[1].startswith("The majority")
    card.find_element(By.CSS_SELECTOR, "textarea").send_keys("gold forgets a join")
    page.execute_script("window.scrollTo(0, 0); document.getElementById('export').click()")
    wait(page, lambda: "Copied 1 judgement" in page.find_element(By.ID, "toast").text)
    assert "gold forgets a join" in pasted(page)
    card.find_element(By.CSS_SELECTOR, "textarea").send_keys(Keys.CONTROL, "a", Keys.DELETE)


@pytest.fixture(scope="module")
def live_address(tmp_path_factory):
    """A page with SQLite inside, of a run that was really made: its witnesses hold."""
    root = tmp_path_factory.mktemp("live")
    (root / "questions.jsonl").write_text(
        json.dumps({
            "id": 1, "schema": "CREATE TABLE t(id INTEGER PRIMARY KEY, k INTEGER NOT NULL CHECK (k < 100))",
            "left": "SELECT id FROM t WHERE k > 10", "right": "SELECT id FROM t WHERE k >= 10",
            "question": "more than 10",
        }) + "\n"
    )  # fmt: skip
    request = Request(
        benchmark="pairs", data=root, out=root / "run", no_ex=True, options=Options(bound=2, timeout=10), jobs=1
    )
    evaluate(request)
    file = root / "report.html"
    file.write_text(build_report(load_run(root / "run"), live=True), encoding="utf-8")
    return file.as_uri()


def test_a_witness_runs_in_the_page_and_can_be_changed(driver, live_address):
    driver.get("about:blank")
    for kind in ("browser", "performance"):
        driver.get_log(kind)
    driver.get(f"{live_address}#/q/1")
    wait(driver, lambda: [b for b in driver.find_elements(By.TAG_NAME, "button") if b.text == "Run it here"])
    next(b for b in driver.find_elements(By.TAG_NAME, "button") if b.text == "Run it here").click()
    wait(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".live input"))

    def told():
        return driver.find_element(By.CSS_SELECTOR, ".live .verdict").text

    assert told() == "The results differ."
    assert "SQLite 3." in driver.find_element(By.CSS_SELECTOR, ".live .note").text

    def change(text):
        cell = driver.find_element(By.CSS_SELECTOR, '.live input[aria-label="t.k"]')
        cell.send_keys(Keys.CONTROL, "a")
        cell.send_keys(text, Keys.TAB)

    change("11")
    wait(driver, lambda: told() == "The results agree.")
    change("100")
    wait(driver, lambda: "Not stored: CHECK" in driver.find_element(By.CSS_SELECTOR, ".live .trouble").text)
    assert told() == "The results agree."
    next(b for b in driver.find_elements(By.CSS_SELECTOR, ".live button") if b.text == "As it was").click()
    wait(driver, lambda: told() == "The results differ.")
    errors = [entry for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    assert errors == []
    requests = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    sent = [m["params"]["request"]["url"] for m in requests if m["method"] == "Network.requestWillBeSent"]
    assert {urlparse(url).scheme for url in sent} <= {"file", "about", "blob", "data"}
