#!/usr/bin/python3
"""Makes the stored files of a release: make.py PROGRAM VERSION [--again].

It flies tests/stored/VERSION/flight.toml, stores result and golden beside it, and writes their hashes into
tests/cli/stored_files.py. --again replaces files: only before the release is published."""
import gzip
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TEST = HERE.parent / "cli/stored_files.py"


def make(program, folder):
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "flight.h5"
        said = subprocess.run([program, "run", folder / "flight.toml", "--reproducible", "--progress", "none", "-o", file, "--json"],
                              check=True, capture_output=True, text=True)
        (folder / "flight.h5.gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
    for old in folder.glob("flight.golden*"):
        old.unlink()
    subprocess.run([program, "bless", folder / "flight.toml", "--reason", f"flights of release {folder.name}", "--yes"], check=True,
                   capture_output=True)
    return json.loads(said.stdout)["content_sha256"]


def write_hashes(folder, content):
    lines = [f'    "{folder.name}": {{', f'        "content": "{content}",']
    for path in sorted(folder.iterdir()):
        lines.append(f'        "{path.name}": "{hashlib.sha256(path.read_bytes()).hexdigest()}",')
    entry = "\n".join([*lines, "    },\n"])
    text = re.sub(rf'    "{re.escape(folder.name)}": {{\n.*?\n    }},\n', "", TEST.read_text(), flags=re.DOTALL)
    TEST.write_text(text.replace("HASHES = {\n", "HASHES = {\n" + entry, 1))


def main():
    words = [word for word in sys.argv[1:] if word != "--again"]
    if len(words) != 2:
        sys.exit(__doc__)
    program, folder = pathlib.Path(words[0]).resolve(), HERE / words[1]
    if not (folder / "flight.toml").exists():
        sys.exit(f"{folder}/flight.toml: error: it is missing. Copy it from the release before, and add what is new.")
    if (folder / "flight.golden").exists() and "--again" not in sys.argv:
        sys.exit(f"{folder}: error: the files of this release are there. They are never made again once it is published; before, add --again.")
    write_hashes(folder, make(program, folder))


if __name__ == "__main__":
    main()
