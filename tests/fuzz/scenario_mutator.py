"""Makes scenarios that are nearly right, from right ones and the JSON Schema that the program prints:
whatever key the format gets, it is changed here, too."""
import pickle
import random

import toml_text

EDGE_NUMBERS = [
    0, 0.0, -0.0, 1, -1, 1.0, -1.0, 0.1, 5e-324, -5e-324, 1e-310, 2.2250738585072014e-308, 1e-160, 1e-16,
    1e-9, 1e-3, 1e3, 1e9, 1e16, 1e17, 1e100, 1e154, 1e160, 1e200, 1e300, 1.7976931348623157e308,
    -1e9, -1e160, -1e300, -1.7976931348623157e308, float("inf"), float("-inf"), float("nan"),
    2**31 - 1, 2**31, 2**53, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, 2**64, 10**30, 360.0, 180.0, 90.0,
    3.141592653589793, 0.30000000000000004, 299792458.0]
EDGE_TEXTS = ["", " ", "a", "\u00b5", "\U0001f681", "x" * 300, "x" * 20000, "a\nb", "\x1b[31m", "%s%n", "{}",
              "nan", "1", "-1", "0x10", "../vehicles/x500.toml", "/", "/dev/null", "/etc/passwd", ".", "a.b.c",
              "*", "NAME", "1/0", "0/1", "1/3", "1000000000/7", "99999999999999999999/1", "all", "none",
              "every:0", "every:1", "first:99999999999999999999", "position", "vehicle.mass_kg"]
EDGE_VALUES = [True, False, [], {}, [[]], [{}], {"type": "steady"}, {"": 0}, {"include": "x.toml"},
               toml_text.Raw("1979-05-27T07:32:00Z"), toml_text.Raw("07:32:00"), toml_text.Raw("0x7f"),
               toml_text.Raw("1_000"), toml_text.Raw("'''a'''"), toml_text.Raw("+1e-5")]


class Mutator:
    """`seeds`: scenarios as tables; `schema`: of the whole format."""

    def __init__(self, schema, seeds, seed):
        self.schema = schema
        self.seeds = [pickle.dumps(one) for one in seeds]
        self.random = random.Random(seed)

    def scenario(self):
        """The text of one scenario: a seed with a few changes."""
        tree = pickle.loads(self.random.choice(self.seeds))
        for _ in range(self.random.choice([1, 1, 1, 2, 2, 3, 5])):
            self.change(tree)
        text = toml_text.document(tree)
        return self.garbled(text) if self.random.random() < 0.03 else text

    # --- the schema ---------------------------------------------------------------------------------

    def resolve(self, schema):
        while "$ref" in schema or ("allOf" in schema and "type" not in schema and "oneOf" not in schema
                                   and "anyOf" not in schema):
            if "$ref" in schema:
                schema = self.schema["definitions"][schema["$ref"].rsplit("/", 1)[1]]
            else:
                schema = next((s for s in schema["allOf"] if "if" not in s), {"type": "object"})
        return schema

    def forms(self, schema):
        """What a value may look like, one schema each."""
        schema = self.resolve(schema)
        if "allOf" in schema.get("then", {}):  # one for each type; else the one without a type
            below = [one["then"] for one in schema["then"]["allOf"]] + ([schema["else"]] if "else" in schema else [])
        else:
            below = [one for one in schema.get("oneOf") or schema.get("anyOf") or [] if one is not True]
        if below and not all(set(one) == {"required"} for one in below):
            return [form for one in below for form in self.forms(one)]
        return [schema]

    @staticmethod
    def fits(form, value):
        """Whether a value is of a form, as far as its type and the name of its type tell."""
        if isinstance(value, dict):
            properties = form.get("properties", {})
            named = [(key, one["const"]) for key, one in properties.items() if "const" in one]
            return (form.get("type") == "object" and
                    all(value.get(key, const) == const for key, const in named))
        kinds = {list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
        kind = kinds.get(type(value))
        return form.get("type") == kind or (kind == "integer" and form.get("type") == "number")

    def form_of(self, schema, value):
        return next((form for form in self.forms(schema) if self.fits(form, value)), {})

    def member_schema(self, form, key):
        if key in form.get("properties", {}):
            return form["properties"][key]
        for pattern, schema in form.get("patternProperties", {}).items():
            if key.replace("*", "0").count(".") == pattern.count("\\."):
                return schema
        extra = form.get("additionalProperties", {})
        return extra if isinstance(extra, dict) else {}

    def places(self, value, schema, found):
        """Every value below this one: where it is held, under what, what it may be."""
        form = self.form_of(schema, value)
        if isinstance(value, dict):
            for key in value:
                below = self.member_schema(form, key)
                found.append((value, key, below))
                if not isinstance(value[key], toml_text.Twice):
                    self.places(value[key], below, found)
        elif isinstance(value, list):
            for i in range(min(len(value), 20)):
                found.append((value, i, form.get("items", {})))
                self.places(value[i], form.get("items", {}), found)
        return found

    # --- values -------------------------------------------------------------------------------------

    def number(self, form):
        """One in its range, its ends more often than they deserve."""
        r = self.random
        low = form.get("minimum", form.get("exclusiveMinimum"))
        high = form.get("maximum", form.get("exclusiveMaximum"))
        if r.random() < 0.2 and (low is not None or high is not None):
            end = r.choice([e for e in (low, high) if e is not None])
            number = r.choice([end, end + 1, end - 1, end * (1 + 1e-15), end * (1 - 1e-15), end / 2])
        elif low is not None and high is not None and r.random() < 0.5:
            number = r.uniform(low, high)
        else:
            number = 10 ** r.uniform(-6, 6) * (1 if low is not None and low >= 0 else r.choice([-1, 1]))
        return int(number) if form.get("type") == "integer" else float(number)

    def legal(self, schema, depth=0):
        """A value that the schema takes, more or less."""
        r = self.random
        form = r.choice(self.forms(schema))
        if "const" in form:
            return form["const"]
        if "default" in schema and r.random() < 0.2:
            return schema["default"]
        kind = form.get("type")
        if kind == "object":
            return self.table(form, depth)
        if kind == "array":
            low, high = int(form.get("minItems", 0)), int(form.get("maxItems", 4))
            return [self.legal(form.get("items", {}), depth + 1)
                    for _ in range(r.randint(low, max(low, min(high, low + 3))))]
        if kind == "boolean":
            return r.random() < 0.5
        if kind == "string":
            if "enum" in form:
                return r.choice(form["enum"])
            return f"{r.randint(1, 2000)}/{r.randint(1, 7)}" if "pattern" in form else r.choice(EDGE_TEXTS)
        return self.number(form)

    def table(self, form, depth):
        r = self.random
        table = {}
        for key, schema in form.get("properties", {}).items():
            if "const" in schema:
                table[key] = schema["const"]
            elif key in form.get("required", []) or r.random() < (0.3 if depth < 3 else 0.05):
                table[key] = self.legal(schema, depth + 1)
        for group in [form, *form.get("allOf", [])]:
            one = [list(each["required"])[0] for each in group.get("oneOf", []) if set(each) == {"required"}]
            if not one:
                continue
            for key in one:
                table.pop(key, None)
            chosen = r.choice(one)
            table[chosen] = self.legal(form["properties"][chosen], depth + 1)
        if isinstance(form.get("additionalProperties"), dict) and r.random() < 0.7:
            table[r.choice(["a", "imu", "gps", "x-1", "*"])] = self.legal(form["additionalProperties"], depth + 1)
        return table

    def edge(self, old):
        r = self.random
        if isinstance(old, bool) or isinstance(old, (list, dict)) or r.random() < 0.15:
            return r.choice([r.choice(EDGE_VALUES), r.choice(EDGE_NUMBERS), r.choice(EDGE_TEXTS)])
        if isinstance(old, str):
            return r.choice(EDGE_TEXTS)
        if r.random() < 0.25:
            return old * r.choice([-1, 0.5, 2, 10, 1e3, 1e-3, 1e6, 1e-6, 1 + 1e-12, 1e150, 1e-150])
        return r.choice(EDGE_NUMBERS)

    # --- changes ------------------------------------------------------------------------------------

    def change(self, tree):
        r = self.random
        places = self.places(tree, self.schema, [])
        holder, key, schema = r.choice(places)
        old = holder[key]
        if isinstance(old, toml_text.Twice):
            return
        action = r.random()
        if action < 0.33:
            holder[key] = self.edge(old)
        elif action < 0.55:
            holder[key] = self.legal(schema)
        elif action < 0.62:
            del holder[key]
        elif action < 0.80:
            self.add(tree, places)
        elif action < 0.84:
            self.rename(holder, key)
        elif action < 0.88:
            other, other_key, _ = r.choice(places)
            holder[key] = pickle.loads(pickle.dumps(other[other_key]))
        elif action < 0.95:
            self.stretch(places)
        elif isinstance(holder, dict):
            holder[key] = toml_text.Twice(old, self.edge(old))

    def add(self, tree, places):
        """A key that may be there and is not; of paths of numbers, one of the whole format."""
        r = self.random
        tables = [(tree, self.schema)] + [(h[k], s) for h, k, s in places if isinstance(h[k], dict)]
        table, schema = r.choice(tables)
        form = self.form_of(schema, table)
        absent = [key for key in form.get("properties", {}) if key not in table]
        if absent:
            key = r.choice(absent)
            table[key] = self.legal(form["properties"][key])
        elif isinstance(form.get("additionalProperties"), dict):
            table[r.choice(["a", "b", "c"])] = self.legal(form["additionalProperties"])

    def rename(self, holder, key):
        if not isinstance(holder, dict):
            return
        r = self.random
        name = r.choice([key[:-1], key + "x", key.upper(), key.replace("_", "-"), "", key * 40, "\u00e9",
                         key.replace("_rad", "_deg").replace("_m", "_ft")])
        holder[name] = holder.pop(key)

    def stretch(self, places):
        r = self.random
        lists = [(h, k) for h, k, _ in places if isinstance(h[k], list)]
        if not lists:
            return
        holder, key = r.choice(lists)
        old = holder[key]
        holder[key] = r.choice([
            lambda: [], lambda: old[:1], lambda: old[:-1], lambda: old + old[-1:], lambda: old * 2,
            lambda: old[::-1], lambda: (old * (1 + 70 // max(1, len(old))))[:70],
            lambda: (old * (1 + 5000 // max(1, len(old))))[:5000], lambda: [old], lambda: r.sample(old, len(old)),
        ])()

    def garbled(self, text):
        r = self.random
        for _ in range(r.randint(1, 4)):
            at = r.randrange(len(text) + 1)
            to = min(len(text), at + r.randint(0, 6))
            text = text[:at] + r.choice(["", "", "=", "\n", "\"", "[", "]", "{", "}", ".", ",", "\x01", "#",
                                         "'''", "\\u0000", text[at:to] * 2]) + text[to:]
        return text
