#!/usr/bin/python3
"""Every source file that comments and documents name exists: with its folder, if they name one."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("src", "cli", "tests", "scripts", "cmake", "docs")
ALL = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
OWN = [path for path in ALL if not {"corpus", "reference", "skeletons", "__pycache__"} & set(path.parts)]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(path for path in OWN if path.suffix == ".md"),
         *(ROOT / "tests/reference").rglob("README.md")]
FILE = re.compile(r"[\w./*-]*\b\w+\.(?:hpp|cpp|py|cmake)\b")
PLACEHOLDER = re.compile(r"[*]|(^|_)x([_.]|$)")  # x.hpp, check_x.cpp: what a new kind is called
FOREIGN = {"gust_front.hpp", "quad.py", "fit.py", "study.py", "circle.py",  # the example of a new kind; what pages write
           "monte_carlo_sensitivity_simulation.py", "build_xml.py", "plot_spectrum.py", "Heli.cpp"}  # what others wrote


def named(path):
    """(line, file) of those that a page, or the comments of a source file, name."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if path.suffix in (".hpp", ".cpp"):
            _, found, line = line.partition("//")
            if not found:
                continue
        for name in FILE.findall(line):
            yield number, name.lstrip("./").removeprefix("montecopter/")  # as installed


def main():
    there = [*ALL, *(ROOT / "scenarios").rglob("*.py")]
    paths = {str(path.relative_to(ROOT)) for path in there} | {path.name for path in there}
    faults = []
    for path in [*PAGES, *(path for path in OWN if path.suffix in (".hpp", ".cpp"))]:
        for number, name in named(path):
            base = name.rsplit("/", 1)[-1]
            if PLACEHOLDER.search(base) or base in FOREIGN:
                continue
            if name not in paths and not any(one.endswith("/" + name) for one in paths):
                faults.append(f"{path.relative_to(ROOT)}:{number}: there is no {name}")
    print("\n".join(faults) or f"all files named in {len(PAGES)} pages and in comments exist")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
