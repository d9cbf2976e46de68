#!/usr/bin/python3
"""Runs what the documentation shows, and checks what it says about the code.

Usage: check_docs.py MONTECOPTER [--update] [--quick | --slow] [PAGE...]
--slow: only LONG_PAGES; --quick: all others.

Every fenced block of README.md, CONTRIBUTING.md and the pages in docs/ (or of the PAGEs that are named) is used, file by file, in a
fresh folder with a copy of scenarios/, in the order of the file:

  console  lines after "$ " are run by bash; what follows them is their stdout or stderr ("..." alone in a line stands for any lines,
           within a line for any text).
           A command must succeed, unless `echo $?` comes next.
  sh       run by bash, must succeed
  python   run by Python with MPLBACKEND=Agg and our package, must succeed
  toml     a complete scenario, must pass `montecopter check`

A comment before a block changes that:

  <!-- not run: WHY -->    not used
  <!-- fragment -->        TOML that is no scenario of its own
  <!-- file: PATH -->      written to PATH for the blocks after it
  <!-- more of: PATH -->   written behind what PATH has
  <!-- with chromium -->   used where Debian's chromium is installed; the picture that it takes (--screenshot=NAME.png) depends on
                           browser and fonts, so that only its size is held against docs/images/
  <!-- with PROGRAM -->    used where this program is installed
  <!-- part of: PATH -->   the next lines of that file; all parts together are the whole file, comments left out

Besides: every picture in docs/images/ is drawn by a page, and is what it draws; links and paths lead somewhere; docs/reference.md
is what `montecopter explain --markdown` prints, and names every key and type of src/; the pages below
docs/scenario/ name every signal and status. With --update, docs/reference.md, output shown in console blocks and pictures are replaced by the real ones.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import here

ROOT = pathlib.Path(__file__).resolve().parents[2]
UPDATE = "--update" in sys.argv
ALL_PAGES = ["README.md", "CONTRIBUTING.md"] + sorted(
    str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md"))
OTHER_PAGES = ["CHANGELOG.md", "SECURITY.md"]  # without blocks
LONG_PAGES = [f"docs/{name}.md" for name in (
    "architecture", "ardupilot-campaigns", "compare", "compare-statistics", "contain", "diff", "edge", "engineering/python-lines",
    "estimator-consistency", "export", "external-controllers", "external-process", "firmware-logs", "first-scenario", "fit",
    "how-to/bench-table", "how-to/containment-dossier", "how-to/external-controller", "how-to/failure-modes", "how-to/flight-log",
    "how-to/paper-figures", "how-to/requirement", "how-to/rotor-away-from-hover", "how-to/sensor-data-sheet", "how-to/tune-gains",
    "how-to/wind-limit", "how-to/worst-flight-regression", "how-to/worst-flights", "import-log", "integrator-methods", "integrators",
    "margins-campaign", "other-tools", "plots", "python", "python-controller", "python-gallery", "rare", "read-result-file", "record",
    "regression", "regression-controller", "replay", "report", "reproducibility", "requirements", "scenario/dispersions",
    "scenario/help", "sensitivity", "sensitivity-designs", "signal-statistics", "statistics", "tune", "tune-robust",
    "tutorial-2-flights", "tutorial-3-campaign", "tutorial-4-regression", "until-decided")]
# Those whose blocks take more than 0.3 s of a processor, but for the first ones: README.md, index.md, tutorial.md.
if unknown := set(LONG_PAGES) - set(ALL_PAGES):
    sys.exit(f"check_docs.py: no such pages: {unknown}")
if "--slow" in sys.argv or "--quick" in sys.argv:
    PAGES = [page for page in ALL_PAGES if (page in LONG_PAGES) == ("--slow" in sys.argv)]
else:
    PAGES = [word for word in sys.argv[2:] if not word.startswith("-")] or ALL_PAGES
WHOLE = PAGES == ALL_PAGES or "--quick" in sys.argv  # what does not depend on the blocks is checked, too
PYTHON = ["/usr/bin/python3", "-"]
KNOWN = {"console", "sh", "python", "toml", "csv", "text", "cpp", "cmake", "yaml"}

faults = []
counts = {}
photographs = set()  # pictures that a browser takes


def fault(where, what):
    faults.append(f"{where}: {what}")


class Block:
    def __init__(self, page, line, language, marker, lines):
        self.page, self.line, self.language, self.marker, self.lines = (
            page, line, language, marker, lines)
        self.where = f"{page}:{line}"
        self.text = "\n".join(lines) + "\n"


def read_blocks(page):
    """The fenced blocks of a page. `line` is that of the first line inside, counted from 1."""
    blocks, marker, inside = [], "", None
    for number, line in enumerate((ROOT / page).read_text().splitlines(), 1):
        fence = re.match(r"\s*```(\S*)\s*$", line)
        if inside is not None:
            if fence:
                blocks.append(inside)
                inside.text = "\n".join(inside.lines) + "\n"
                inside = None
            else:
                inside.lines.append(line)
        elif fence:
            inside = Block(page, number + 1, fence.group(1), marker, [])
            marker = ""
        elif line.startswith("<!--"):
            marker = line[4:].rsplit("-->", 1)[0].strip()
        elif line.strip():
            marker = ""
    if inside is not None:
        fault(inside.where, "this block has no end")
    return blocks


# --- running ---------------------------------------------------------------------------------------


def write_script(path, command):
    path.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
    path.chmod(0o755)


def make_folder(folder, program):
    """A copy of what examples need; scripts/run is the program itself, and scripts/build does nothing, for all is built."""
    shutil.copytree(ROOT / "scenarios", folder / "scenarios")
    # Where it is installed, too.
    shutil.copy(ROOT / "src/simulate/border/montecopter_controller.h", folder / "scenarios/controllers/library")
    # What stands for a firmware.
    (folder / "tests/core/ardupilot").mkdir(parents=True)
    shutil.copy(ROOT / "tests/core/ardupilot/fake_ardupilot.cpp", folder / "tests/core/ardupilot")
    (folder / "bin").mkdir()
    (folder / "bin" / "montecopter").symlink_to(program)
    (folder / "build" / "release").mkdir(parents=True)
    (folder / "build" / "release" / "montecopter").symlink_to(program)
    (folder / "scripts").mkdir()
    write_script(folder / "scripts" / "run", f'"{program}" run')
    write_script(folder / "scripts" / "build", "true")
    write_script(folder / "scripts" / "plot", f'"{ROOT / "scripts/plot"}"')


def environment(folder):
    return {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
            "PYTHONPATH": str(ROOT / "src" / "python")}


def run(command, folder, where, text=None):
    """A shell's command, or a program with this text as its input; Python and scripts/plot alone run as a copy of this
    process, which has imported what they need."""
    try:
        with here.limit(300):
            if command == PYTHON:
                return here.run_text(text, [ROOT / "src" / "python"], folder, environment(folder))
            if words := here.plain_words(command[-1], "scripts/plot"):
                return here.run_file(ROOT / "scripts" / "plot", words, folder, environment(folder))
            if words := here.plain_words(command[-1], "python3"):
                return here.run_file(folder / words[0], words[1:], folder, environment(folder), [ROOT / "src" / "python"])
        return subprocess.run(command, cwd=folder, env=environment(folder), input=text, text=True,
                              capture_output=True, timeout=300)
    except (subprocess.TimeoutExpired, TimeoutError):
        fault(where, "took more than 300 s")
        return None


def must_succeed(command, folder, where, text=None):
    done = run(command, folder, where, text)
    if done is not None and done.returncode != 0:
        fault(where, f"exit code {done.returncode}\n{done.stdout}{done.stderr}")


def split_session(block):
    """[(line, command, expected lines)] of a console block."""
    steps = []
    for offset, line in enumerate(block.lines):
        if line.startswith("$ "):
            steps.append([block.line + offset, line[2:], []])
        elif steps and steps[-1][1].endswith("\\") and not steps[-1][2]:
            steps[-1][1] += "\n" + line
        elif steps:
            steps[-1][2].append(line)
        else:
            fault(block.where, "output before the first command")
    return steps


def matches(expected, text):
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else ".*".join(map(re.escape, line.rstrip().split("..."))) + r" *\n"
                      for line in expected)
    return re.fullmatch(pattern, text) is not None


def run_session(block, folder, updates):
    code = 0
    steps = split_session(block)
    for i, (line, command, expected) in enumerate(steps):
        where = f"{block.page}:{line}"
        if command == "echo $?":
            if expected != [str(code)]:
                fault(where, f"the exit code is {code}, not {expected}")
            continue
        done = run(["bash", "-c", command], folder, where)
        if done is None:
            return
        code = done.returncode
        told = i + 1 < len(steps) and steps[i + 1][1] == "echo $?"
        if code != 0 and not told:
            fault(where, f"exit code {code}\n{done.stdout}{done.stderr}")
        outputs = [done.stdout, done.stderr, done.stdout + done.stderr]
        if not expected or any(matches(expected, text) for text in outputs):
            continue
        if UPDATE and not any("..." in line for line in expected):
            updates.append((line + command.count("\n"), len(expected),
                            (done.stdout or done.stderr).rstrip("\n").split("\n")))
            continue
        fault(where, "the output is\n" + done.stdout + done.stderr)


def write_updates(page, updates):
    lines = (ROOT / page).read_text().split("\n")
    for line, count, output in sorted(updates, reverse=True):
        lines[line:line + count] = output
    (ROOT / page).write_text("\n".join(lines))


def without_comments(lines):
    """Lines of TOML without comments (no text of ours holds a '#') and blank lines."""
    stripped = (re.sub(r"\s*#.*", "", line).rstrip() for line in lines)
    return [line for line in stripped if line]


def check_parts(page, parts):
    for path, lines in parts.items():
        whole = without_comments((ROOT / path).read_text().splitlines())
        given = without_comments(lines)
        for i in range(max(len(whole), len(given))):
            a = whole[i] if i < len(whole) else "(nothing)"
            b = given[i] if i < len(given) else "(nothing)"
            if a != b:
                fault(page, f"parts of {path}: the file has '{a}' where the page has '{b}'")
                break


def same_picture(a, b):
    """Nearly the same pixels: another version of a font or library may shade their edges differently."""
    from matplotlib.image import imread
    a, b = imread(a), imread(b)
    return a.shape == b.shape and abs(a - b).mean() < 0.002


def same_size(a, b):
    from matplotlib.image import imread
    a, b = imread(a), imread(b)
    return a.shape == b.shape and a.min() < 0.5 < a.mean()  # something dark on something light


def photograph(block, folder):
    names = re.findall(r"--screenshot=(\w[\w.-]*\.png)", block.text)
    photographs.update(names)
    if shutil.which("chromium"):
        must_succeed(["bash", "-e"], folder, block.where, block.text)
    else:
        print(f"{block.where}: skipped, for chromium is not installed")


def check_pictures(page, folder):
    for picture in sorted(folder.glob("*.png")):
        stored = ROOT / "docs" / "images" / picture.name
        same = same_size if picture.name in photographs else same_picture
        if UPDATE:
            shutil.copy(picture, stored)
        elif not stored.exists() or not same(picture, stored):
            fault(page, f"{picture.name} is not what docs/images/ shows; look at it, then --update")


def run_page(page, program):
    parts, updates, blocks = {}, [], read_blocks(page)
    for block in blocks:
        if block.language not in KNOWN:
            fault(block.where, f"unknown language '{block.language}' of a block")
    blocks = [block for block in blocks if not block.marker.startswith("not run:")]
    if not blocks:
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_folder(folder, program)
        for number, block in enumerate(blocks):
            counts[block.language] = counts.get(block.language, 0) + 1
            if block.marker.startswith(("file:", "more of:")):
                kind, _, path = block.marker.partition(":")
                (folder / path.strip()).parent.mkdir(parents=True, exist_ok=True)
                with open(folder / path.strip(), "a" if kind == "more of" else "w") as file:
                    file.write(("\n" if kind == "more of" else "") + block.text)
            elif block.marker.startswith("part of:"):
                parts.setdefault(block.marker[8:].strip(), []).extend(block.lines)
            elif block.marker == "fragment":
                pass
            elif block.marker == "with chromium":
                photograph(block, folder)
            elif block.marker.startswith("with ") and not shutil.which(block.marker[5:]):
                print(f"{block.where}: skipped, for {block.marker[5:]} is not installed")
            elif block.language == "console":
                run_session(block, folder, updates)
            elif block.language == "sh":
                must_succeed(["bash", "-e"], folder, block.where, block.text)
            elif block.language == "python":
                must_succeed(PYTHON, folder, block.where, block.text)
            elif block.language == "toml":
                path = f"scenarios/examples/page-{number}.toml"
                (folder / path).write_text(block.text)
                must_succeed(["montecopter", "check", path], folder, block.where)
            elif block.language == "csv":
                fault(block.where, "a csv block needs <!-- file: PATH -->")
        check_pictures(page, folder)
    check_parts(page, parts)
    if updates:
        write_updates(page, updates)


# --- links -----------------------------------------------------------------------------------------


def anchors(path):
    """Anchors of the headings, as GitHub makes them."""
    found = set()
    for line in path.read_text().splitlines():
        heading = re.match(r"#+ (.*)", line)
        if heading:
            text = re.sub(r"[^\w\- ]", "", heading.group(1).strip().lower())
            found.add(text.replace(" ", "-"))
    return found


def check_links(page):
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (ROOT / page).parent / name if name else ROOT / page
        if not path.exists():
            fault(page, f"the link '{target}' leads nowhere")
        elif anchor and path.suffix == ".md" and anchor not in anchors(path):
            fault(page, f"'{target}': there is no such heading")
    return text


def check_paths(page):
    """Paths in backticks exist; x stands for what is to be added, * and ... for several."""
    text = re.sub(r"(?m)^(?:Save|Append) this (?:as|to) .*", "", (ROOT / page).read_text())
    for path in re.findall(r"`((?:src|cli|tests|scripts|cmake|scenarios|docs)/[^`\s]*)`", text):
        if not re.search(r"[*\u2026]|/x\.", path) and not (ROOT / path).exists():
            fault(page, f"there is no '{path}'")


# --- the reference against the code ---------------------------------------------------------------

def check_reference(program):
    """The generated page is that of this program, and lacks nothing that the source has."""
    page = ROOT / "docs" / "reference.md"
    real = subprocess.run([program, "explain", "--markdown"], capture_output=True, text=True).stdout
    if UPDATE:
        page.write_text(real)
    if not page.exists() or page.read_text() != real:
        fault("docs/reference.md", "is not what `montecopter explain --markdown` prints; use --update")
    keys = 0
    for path in sorted((ROOT / "src").rglob("*.[hc]pp")):
        where, code = path.relative_to(ROOT), path.read_text()
        for key in re.findall(r'\bfield\(\s*"(\w+)"', code):
            keys += 1
            if f"`{key}`" not in real:
                fault("docs/reference.md", f"the key '{key}' of {where} is missing")
        for name in re.findall(r'type_name = "(\w+)"', code):
            if not re.search(rf"(?m)^## \S+: {name}$", real):
                fault("docs/reference.md", f"the type '{name}' of {where} is missing")
    if keys < 50:
        fault("src", f"only {keys} keys found: has field() changed its look?")
    text = "\n".join(path.read_text() for path in sorted((ROOT / "docs" / "scenario").glob("*.md")))

    def names(path, start, pattern):
        code = (ROOT / path).read_text()
        found = re.findall(pattern, code[code.index(start):].split("};", 1)[0])
        if not found:
            fault(path, f"nothing found after '{start}'")
        return found

    for path, start, pattern in (
            ("src/scenario/model/signal_list.hpp", "signal_list = [", r'{"(\w+)"'),
            ("src/plan/outcome.hpp", "enum class Status", r"(\w+) = \d")):
        for name in names(path, start, pattern):
            if f"`{name}`" not in text:
                fault("docs/scenario", f"'{name}' of {path} is missing")
    integrators = [name for path in sorted((ROOT / "src" / "dynamics" / "integrators").glob("*.hpp"))
                   for name in re.findall(r' name = "(\w+)"', path.read_text())]
    if len(integrators) < 13:
        fault("src/dynamics/integrators", f"only {len(integrators)} names found")
    for name in integrators:
        if f"`{name}`" not in text:
            fault("docs/scenario", f"the integrator '{name}' is missing")
    page = "docs/statistics.md"
    text = (ROOT / page).read_text()
    for name in names("src/plan/vocabulary.hpp", " statistic_names = {", r'"(\w+)"'):
        if f"`{name}`" not in text:
            fault(page, f"the statistic '{name}' is missing")


def check_all():
    """What only all pages together can show."""
    blocks = "\n".join(block.text for page in ALL_PAGES for block in read_blocks(page) if not block.marker.startswith("not run:"))
    blocks += "\n".join(path.read_text() for path in (ROOT / "scenarios" / "gallery").glob("*.py"))  # which blocks run
    for picture in sorted((ROOT / "docs" / "images").iterdir()):
        if picture.name not in blocks:
            fault(picture.relative_to(ROOT), "no page draws this picture")
    for language in ("console", "python", "toml"):
        if not counts.get(language):
            fault("docs", f"no {language} block was found: has the look of the pages changed?")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    if "MONTECOPTER_TEST_FOLDER" in os.environ:  # tests/memory_folder.cmake
        os.environ["TMPDIR"] = tempfile.tempdir = os.environ["MONTECOPTER_TEST_FOLDER"]
    settings = tempfile.TemporaryDirectory()
    os.environ.update(MPLBACKEND="Agg", MPLCONFIGDIR=settings.name, XDG_CACHE_HOME=settings.name, PYTHONDONTWRITEBYTECODE="1")
    here.prepare()
    if WHOLE:
        check_reference(program)
    for page in PAGES + OTHER_PAGES:
        check_links(page)
        check_paths(page)
    for page in PAGES:
        run_page(page, program)
    if WHOLE:
        check_all()
    print("\n".join(faults) if faults else f"docs: all blocks do what they say: {counts}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
