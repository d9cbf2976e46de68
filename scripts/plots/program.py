"""The program that made a result: it knows whether the file is as it was written."""
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
    """Its name, or None where it is not built and not installed."""
    built = ROOT / "build/release/montecopter"
    found = os.environ.get("MONTECOPTER") or (built if built.exists() else shutil.which("montecopter"))
    return str(found) if found else None


def ask(*arguments):
    """The JSON that a command answers."""
    done = subprocess.run([program(), *map(str, arguments), "--json"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadInput(done.stderr.strip(), done.returncode)
    sys.stderr.write(done.stderr)
    return json.loads(done.stdout)


def chosen(path, *choice):
    """The numbers of the samples that `stats` chooses: by the one language of conditions, and one grammar of lists."""
    if not program():
        raise BadInput(f"{path}: error: montecopter is not built, which chooses samples. Run scripts/build.")
    return [row["sample"] for row in ask("stats", path, "--incomplete", *choice)["list"]]


def verify(path):
    """Lets it compare every sample with the stored hashes; False where there is nobody to ask."""
    if not program():
        return False
    ask("stats", path, "--incomplete")
    return True
