#!/usr/bin/python3
"""Usage: half_added.py LIST ROUND COMPILER...

Sources of what is half added: LIST has a line `source, regular expression, macro` for each macro without which the source
lacks something. In round 0 all sources compile as they are. In round N each lacks its Nth macro, and the errors have to
tell of every one of them. Sources share a compilation, for most of the time goes into headers that they have in common.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile


def read(path):
    """{source: [(regular expression, macro)]}"""
    found = collections.defaultdict(list)
    for line in pathlib.Path(path).read_text().splitlines():
        source, expression, macro = line.split(", ")
        found[source].append((expression, macro))
    return found


def compiled(command, unit):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write(unit)
        file.flush()
        return subprocess.run([*command, file.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def main():
    sources, number, command = read(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    if number == 0:
        done = compiled(command, "".join(f'#include "{source}"\n' for source in sources))
        print(done.stdout)
        return done.returncode
    lacking = {source: lacks[number - 1] for source, lacks in sources.items() if len(lacks) >= number}
    expressions = [expression for expression, _ in lacking.values()]
    if len(set(expressions)) != len(expressions) or not lacking:
        print(f"one error would be that of two sources, or of none: {expressions}")
        return 1
    done = compiled(command, "".join(f'#define {macro}\n#include "{source}"\n#undef {macro}\n'
                                     for source, (_, macro) in lacking.items()))
    missed = [f"{source}: with {macro}, no error has '{expression}'" for source, (expression, macro) in lacking.items()
              if not re.search(expression, done.stdout)]
    print("\n".join([f"{len(lacking)} sources", *missed]))
    if missed:
        print(done.stdout)
    return 1 if missed or done.returncode == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
