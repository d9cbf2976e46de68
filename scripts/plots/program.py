"""The program that made a result: it verifies that the file is as it was written."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


class BadInput(Exception):
    """One message for the user, and the exit code: 2 usage, 3 not such a file, 6 input or output."""

    def __init__(self, message, code=2):
        super().__init__(message)
        self.code = code


def program():
    """The name of the program, or None if it is neither built nor installed."""
    built = ROOT / "build/release/montecopter"
    found = os.environ.get("MONTECOPTER") or (built if built.exists() else shutil.which("montecopter"))
    return str(found) if found else None


def ask(*arguments):
    """The answer of a command as JSON."""
    done = subprocess.run([program(), *map(str, arguments), "--json"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadInput(done.stderr.strip(), done.returncode)
    sys.stderr.write(done.stderr)
    return json.loads(done.stdout)


def chosen(path, *choice):
    """The numbers of the samples that `stats` selects, with its conditions and lists."""
    if not program():
        raise BadInput(f"{path}: error: montecopter, which selects samples, is not built. Run scripts/build.")
    return [row["sample"] for row in ask("stats", path, "--incomplete", *choice)["list"]]


def verify(path):
    """Lets the program verify every sample by the stored hashes; False if there is no program."""
    if not program():
        return False
    ask("stats", path, "--incomplete")
    return True
