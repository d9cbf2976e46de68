#!/usr/bin/python3
"""Every preset of CMakePresets.json can be configured: those of scripts/asan, scripts/tsan, scripts/fuzz and
scripts/coverage, too, which the other tests do not build."""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
    faults = 0
    for name in [preset["name"] for preset in presets if not preset.get("hidden")]:
        with tempfile.TemporaryDirectory(prefix="montecopter-preset-") as folder:
            done = subprocess.run(["cmake", "--preset", name, "-B", folder], cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            faults += 1
            print(f"{name}: {done.stderr}")
    print(f"{len(presets) - 1} presets, {faults} cannot be configured")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
