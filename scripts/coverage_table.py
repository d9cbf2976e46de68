"""Prints the coverage of each folder: coverage_table.py SUMMARY, for scripts/coverage and scripts/fuzz

SUMMARY is the output of `llvm-cov export -summary-only`. Columns: lines, reached lines [%], branches, reached
branches [%].
"""
import collections
import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def folder_of(name):
    """The folder of a file, such as cli or src/record; None outside this project."""
    path = pathlib.Path(os.path.normpath(name))  # ccache leaves ../../src in it
    if not path.is_relative_to(ROOT):
        return None
    parts = path.relative_to(ROOT).parts
    return parts[0] if parts[0] == "cli" else "/".join(parts[:2])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sums = collections.defaultdict(collections.Counter)
    for one in json.loads(pathlib.Path(sys.argv[1]).read_text())["data"][0]["files"]:
        folder = folder_of(one["filename"])
        for row in ([folder, "all"] if folder else []):
            for what in ("lines", "branches"):
                sums[row][what] += one["summary"][what]["count"]
                sums[row][f"{what} reached"] += one["summary"][what]["covered"]
    print(f"{'folder':<16}{'lines':>8}{'reached':>10}{'branches':>10}{'reached':>10}")
    for row in sorted(sums, key=lambda name: (name == "all", name)):
        cells = [row.ljust(16)]
        for what, width in (("lines", 8), ("branches", 10)):
            count, reached = sums[row][what], sums[row][f"{what} reached"]
            cells.append(f"{count:>{width}}{100 * reached / count if count else 0:>8.1f} %")
        print("".join(cells))


if __name__ == "__main__":
    main()
