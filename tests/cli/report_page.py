"""What tests of `montecopter report` share: a page taken apart."""
import html.parser
import json

from support import SCENARIO, ProgramTest

REQUIREMENTS = """
[requirement.lean]
type = "probability"
metric = "max_tilt_deg"
at_most = 60
probability = 0.9
"""


class Page(html.parser.HTMLParser):
    """Tables by their section: rows of cells, each the value of its first <data> or its text; charts by id."""

    def __init__(self, text):
        super().__init__()
        self.text, self.sections, self.charts, self.tags, self.headings = text, {}, {}, [], []
        self.commands = {}  # by id
        self._section = self._row = self._cell = self._script = self._figure = self._command = None
        self._heading = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        if tag == "section":
            self._section = self.sections.setdefault(attributes["id"], [])
        elif tag == "tr" and self._section is not None:
            self._row = []
        elif tag in ("td", "th") and self._row is not None:
            self._cell = {"text": "", "values": []}
        elif tag == "data" and self._cell is not None:
            self._cell["values"].append(float(attributes["value"] or "nan"))
        elif tag == "figure":
            self._figure = attributes["id"]
        elif tag == "script":
            self._script = attributes.get("type", "program")
        elif tag == "h1":
            self._heading = True
        elif tag == "li" and attributes.get("id", "").startswith("command-"):
            self._command = attributes["id"]
        elif tag == "code" and self._command:
            self.commands[self._command] = ""

    def handle_endtag(self, tag):
        if tag in ("td", "th") and self._row is not None:
            self._row.append(self._cell)
            self._cell = None
        elif tag == "tr" and self._row is not None:
            self._section.append(self._row)
            self._row = None
        elif tag == "script":
            self._script = None
        elif tag == "h1":
            self._heading = False
        elif tag == "code":
            self._command = None

    def handle_data(self, data):
        if self._script == "application/json":
            self.charts[self._figure] = json.loads(data)
        elif self._cell is not None:
            self._cell["text"] += data
        elif self._command in self.commands:
            self.commands[self._command] += data
        elif self._heading:
            self.headings.append(data)

    def row(self, section, name):
        found = [row for row in self.sections[section] if row[0]["text"] == name]
        assert len(found) == 1, (name, [row[0]["text"] for row in self.sections[section]])
        return [cell["values"] for cell in found[0]]


class ReportTest(ProgramTest):
    def fly(self, text=SCENARIO + REQUIREMENTS, name="a.h5", code=0):
        self.fly_once(text, name, code=code)
        return name

    def page(self, *arguments, name="a.h5"):
        self.expect(0, "report", name, "-o", "p.html", "--force", *arguments)
        with open(self.path("p.html"), encoding="utf-8") as file:
            return Page(file.read())
