#!/usr/bin/python3
"""No two types have one full name: templates over them, such as std::vector of each, would be one
function to the linker, which keeps either."""
import collections
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]


def types(path):
    """Full names of the types at namespace scope that a file defines; those without a name are its own."""
    scopes = []
    for line in path.read_text().splitlines():
        if opened := re.match(r"namespace (\w+(?:::\w+)*)? ?\{", line):
            scopes.append(opened[1])
        if re.match(r"\}  // namespace", line):
            scopes.pop()
        defined = re.match(r"(?:struct|class|enum class|union) (?:alignas\(\w+\) )?(\w+)(?! *;)(?!::)\b[^;<]*(\{|$|:)", line)
        if defined and None not in scopes:
            yield "::".join([*scopes, defined[1]])


found = collections.defaultdict(set)
for folder in ("src", "cli"):
    for path in (root / folder).rglob("*.[hc]pp"):
        for name in types(path):
            found[name].add(str(path.relative_to(root)))
if len(found) < 500:
    sys.exit(f"only {len(found)} types were found: this test does not look as it should")
twice = {name: files for name, files in found.items() if len(files) > 1}
for name, files in sorted(twice.items()):
    print(f"{name} is defined in {' and '.join(sorted(files))}")
sys.exit(1 if twice else 0)
