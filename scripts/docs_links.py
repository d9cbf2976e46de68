"""Adapts pages that a forge also shows to mkdocs: links to files outside docs/ become their text, and a list may begin
without an empty line above it."""
import posixpath
import re


def outside(page, target):
    """Whether a relative link leaves docs/."""
    path = target.split("#")[0]
    return bool(path) and "://" not in path and posixpath.normpath(posixpath.join(posixpath.dirname(page), path)).startswith("..")


def on_page_markdown(markdown, page, **_):
    lines, fenced, before = [], False, ""
    for line in markdown.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if not fenced:
            line = re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", lambda link: link[1] if outside(page.file.src_path, link[2]) else link[0], line)
            item, its = r"\s*([*+-]|\d+\.)\s", r"\s*([*+-]|\d+\.)\s|\s*$|\s{2,}"
            if re.match(item, line) and not re.match(its, before):
                lines.append("")
        lines.append(line)
        before = line
    return "\n".join(lines)
