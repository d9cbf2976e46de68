#include "scenario/describe/reference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "core/base/wrapped.hpp"
#include "scenario/describe/key_words.hpp"
#include "scenario/describe/toml_example.hpp"
#include "scenario/text/quantity.hpp"

namespace montecopter {

namespace {

// --- text ----------------------------------------------------------------------------------------

std::vector<std::string> cells(const Description& d) {
  return {d.key,          d.unit.empty() ? "-" : d.unit,
          type_words(d),  default_words(d),
          range_words(d), vary_words(d)};
}

const std::vector<std::string>& column_names() {
  static const std::vector<std::string> names = {"key",     "unit",  "type",
                                                 "default", "range", "varies"};
  return names;
}

/// The columns of a table of keys, and the text below each row.
struct KeyTable {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> below;
};

/// Texts too long for a column stand below its row.
KeyTable key_table(const Description& table) {
  constexpr std::size_t longest_default = 14;
  KeyTable keys{{column_names()}, {""}};
  for (const Description& d : table.parts) {
    keys.rows.push_back(cells(d));
    std::string& value = keys.rows.back()[3];
    std::string text = fmt::format("{}", fmt::join(remarks(d), ". "));
    if (value.size() > longest_default) {
      text += ". Default: " + value;
      value = "see below";
    }
    keys.below.push_back(text);
  }
  return keys;
}

/// The cells of a row from column `first` on, in columns.
std::string cells_text(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                       std::size_t first) {
  std::string line;
  for (std::size_t i = first; i < row.size(); ++i) {
    line += fmt::format(" {:<{}} ", row[i], widths[i]);
  }
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

/// Table of keys; if the columns do not fit into the width, the keys have lines of their own.
std::string keys_text(const Description& table, std::size_t width) {
  const KeyTable keys = key_table(table);
  std::vector<std::size_t> widths(column_names().size());
  for (const auto& row : keys.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::size_t widest = 0;
  for (const auto& row : keys.rows) {
    widest =
        std::max(widest, cells_text(row, widths, 0).size());  // with ' ' before, not '\n' behind
  }
  std::string out;
  for (std::size_t r = 0; r < keys.rows.size(); ++r) {
    const std::vector<std::string>& row = keys.rows[r];
    out += widest <= width ? " " + cells_text(row, widths, 0)
                           : "  " + row[0] + "\n     " + cells_text(row, widths, 1);
    if (!keys.below[r].empty()) out += wrapped(keys.below[r], 6, width);
  }
  return out;
}

std::string section_text(const Section& section, std::size_t width) {
  std::string out = wrapped(section_name(section) + ": " + section.doc, 2, width).substr(2);
  if (!section.header.empty()) out += "  In a scenario: " + section.header + "\n";
  const std::string needs = needs_words(*section.table);
  if (!needs.empty()) out += wrapped(needs, 2, width);
  if (!section.table->parts.empty()) out += "\n" + keys_text(*section.table, width);
  const std::string example = toml_example(section);
  return out + (example.empty() ? "" : "\nExample:\n\n" + example);
}

// --- Markdown ------------------------------------------------------------------------------------

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '*') out += '\\';
    out += c;
  }
  return out;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

std::string section_markdown(const Section& section) {
  std::string out = section.type.empty() ? fmt::format("## {}\n\n", section.kind)
                                         : fmt::format("## {}: {}\n\n", section.kind, section.type);
  out += escaped(section.doc) + ".";
  if (!section.header.empty()) out += fmt::format(" In a scenario: `{}`.", section.header);
  const std::string needs = needs_words(*section.table);
  if (!needs.empty()) out += " " + needs;
  out +=
      "\n\n| key | unit | type | default | range | varies | meaning |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Description& d : section.table->parts) {
    const std::string value = default_words(d);
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", d.key,
                       d.unit.empty() ? "-" : d.unit, type_words(d),
                       value == "required" ? value : code(value), range_words(d), vary_words(d),
                       escaped(fmt::format("{}", fmt::join(remarks(d), ". "))));
  }
  return out + "\n";
}

// --- JSON ----------------------------------------------------------------------------------------

}  // namespace

Json key_json(const Description& d) {
  Json key = Json::object();
  key.set("key", Json::text(d.key)).set("type", Json::text(type_words(d)));
  key.set("unit", d.unit.empty() ? Json() : Json::text(d.unit));
  key.set("required", Json::boolean(d.required));
  key.set("default", d.default_value.empty() ? Json() : Json::raw(d.default_value));
  if (range_words(d) != "") {
    Json range = Json::object();
    range.set("low", Json::number(d.range.low)).set("low_open", Json::boolean(d.range.low_open));
    range.set("high", Json::number(d.range.high));
    key.set("range", std::move(range.set("high_open", Json::boolean(d.range.high_open))));
  }
  if (!is_tabular(d)) key.set("varies", Json::text(vary_words(d)));
  Json choices = Json::array(), docs = Json::array();
  for (const Choice& choice : d.choices) {
    choices.add(Json::text(choice.name));
    docs.add(Json::text(choice.doc));
  }
  if (!choices.empty()) key.set("choices", std::move(choices)).set("choice_docs", std::move(docs));
  const std::vector<std::string> keys = spellings(d.key, d.units);
  Json others = Json::array();
  for (std::size_t i = 1; i < keys.size(); ++i) {
    Json other = Json::object();
    other.set("key", Json::text(keys[i])).set("unit", Json::text(d.units[i].text));
    others.add(std::move(other.set("in_si", Json::number(d.units[i].to_si(1.0)))));
  }
  if (!others.empty()) key.set("other_units", std::move(others));
  key.set("doc", Json::text(d.doc));
  return key;
}

std::string overview_text(const std::vector<Section>& sections, std::size_t width) {
  std::size_t doc_column = 0;
  for (const std::string& name : section_names()) {
    doc_column = std::max(doc_column, name.size() - (name.find('/') + 1) + 4);
  }
  std::string out, kind;
  const auto line = [&](std::size_t indent, std::string_view name, std::string_view doc) {
    const std::string head =
        fmt::format("{:{}}{:<{}}  ", "", indent, name, doc_column - 2 - indent);
    out += head + wrapped(doc, doc_column, width).substr(doc_column);
  };
  for (const Section& section : sections) {
    if (section.type.empty()) {
      line(0, section.kind, section.doc);
    } else {
      if (section.kind != kind) out += section.kind + "\n";
      line(2, section.type, section.doc);
    }
    kind = section.kind;
    for (const Choice& type : types_by_choice(section)) line(2, type.name, type.doc);
  }
  return out;
}

std::string sections_text(const std::vector<Section>& sections, std::size_t width) {
  std::string out;
  for (const Section& section : sections) {
    out += (out.empty() ? "" : "\n") + section_text(section, width);
  }
  return out;
}

std::string contents_markdown(const std::vector<Section>& sections) {
  std::string out, kind;
  for (const Section& section : sections) {
    std::string anchor = section.type.empty() ? section.kind : section.kind + "-" + section.type;
    std::erase(anchor, '.');  // as GitHub makes anchors of headings
    const std::string name = section.type.empty() ? section.kind : section.type;
    if (section.kind != kind) {
      out += out.empty() ? "* " : "\n* ";
      if (!section.type.empty()) out += section.kind + ": ";
    } else {
      out += ", ";
    }
    out += fmt::format("[{}](#{})", name, anchor);
    kind = section.kind;
  }
  return out + "\n";
}

std::string sections_markdown(const std::vector<Section>& sections) {
  std::string out;
  for (const Section& section : sections) out += section_markdown(section);
  return out;
}

Json section_json(const Section& section) {
  Json json = Json::object();
  json.set("kind", Json::text(section.kind));
  json.set("type", section.type.empty() ? Json() : Json::text(section.type));
  json.set("doc", Json::text(section.doc)).set("header", Json::text(section.header));
  const auto& groups = section.table->exactly_one;
  if (groups.size() == 1) json.set("exactly_one", Json::texts(groups.front()));
  if (groups.size() > 1) {
    Json each = Json::array();
    for (const std::vector<std::string>& group : groups) each.add(Json::texts(group));
    json.set("exactly_one_each", std::move(each));
  }
  const std::string& file = section.table->included_as;
  if (!file.empty()) json.set("included_as", Json::text(file));
  Json keys = Json::array();
  for (const Description& d : section.table->parts) keys.add(key_json(d));
  const std::string example = toml_example(section);
  json.set("example", example.empty() ? Json() : Json::text(example));
  return json.set("keys", std::move(keys));
}

Json sections_json(const std::vector<Section>& sections) {
  Json list = Json::array();
  for (const Section& section : sections) list.add(section_json(section));
  return list;
}

}  // namespace montecopter
