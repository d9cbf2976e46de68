#include "scenario/describe/key_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/text.hpp"

namespace montecopter {

using Kind = Description::Kind;

namespace {

/// Possible numbers of components.
std::string counts(const Description& d) {
  std::string text = d.in_short > 0 ? "1" : "";
  if (d.in_short > 0 && d.in_short < d.components.size()) text += fmt::format(", {}", d.in_short);
  return fmt::format("{}{}{}", text, text.empty() ? "" : " or ", d.components.size());
}

}  // namespace

std::string type_words(const Description& d) {
  switch (d.kind) {
    case Kind::number:
      return "number";
    case Kind::integer:
      return "integer";
    case Kind::boolean:
      return "true or false";
    case Kind::text:
      return d.choices.empty() ? "text" : "word";
    case Kind::rate:
      return "rate";
    case Kind::vector:
      return counts(d) + " numbers";
    case Kind::list: {
      const Kind element = d.parts[0].kind;
      if (element == Kind::table || element == Kind::variant) return "tables";
      if (element == Kind::list || element == Kind::vector) return "rows";
      if (element == Kind::text) return d.choices.empty() ? "texts" : "words";
      return element == Kind::integer ? "integers" : "numbers";
    }
    case Kind::table:
    case Kind::variant:
      return d.is_optional ? "optional table" : "table";
    case Kind::map:
      return d.parts[0].kind == Kind::number ? "numbers by name" : "tables";
  }
  return {};
}

bool is_tabular(const Description& d) {
  return d.kind == Kind::table || d.kind == Kind::variant || type_words(d) == "tables";
}

std::string range_words(const Description& d) {
  const Range& r = d.range;
  if (std::isfinite(r.low) && std::isfinite(r.high)) {
    return fmt::format("{}{:.6g} ... {}{:.6g}", r.low_open ? "> " : "", r.low,
                       r.high_open ? "< " : "", r.high);
  }
  if (std::isfinite(r.low)) return fmt::format("{} {:.6g}", r.low_open ? ">" : ">=", r.low);
  if (std::isfinite(r.high)) return fmt::format("{} {:.6g}", r.high_open ? "<" : "<=", r.high);
  const bool is_numeric = !is_tabular(d) && d.kind != Kind::text && d.kind != Kind::boolean &&
                          type_words(d) != "texts" && type_words(d) != "words";
  return is_numeric ? "any" : "";
}

std::string vary_words(const Description& d) {
  if (is_tabular(d)) return "";
  switch (d.vary) {
    case Vary::per_sample:
      return "sample";
    case Vary::per_batch:
      return "sweep point";
    case Vary::fixed:
      return "fixed";
  }
  return {};
}

/// The default in words: equal numbers are one number if that may be given.
std::string default_words(const Description& d) {
  if (d.required) return "required";
  if (d.in_short > 0 && !d.default_value.empty()) {
    const std::string first = d.default_value.substr(1, d.default_value.find(',') - 1);
    std::string same;
    for (std::size_t i = 0; i < d.components.size(); ++i) same += (i > 0 ? ", " : "") + first;
    if (d.default_value == "[" + same + "]") return "all " + first;
  }
  return d.default_value;
}

std::vector<std::string> remarks(const Description& d) {
  std::vector<std::string> lines = {d.doc};
  std::vector<std::string> choices;
  for (const Choice& choice : d.choices) {
    choices.push_back(choice.doc.empty()
                          ? toml_quote(choice.name)
                          : fmt::format("{} ({})", toml_quote(choice.name), choice.doc));
  }
  if (d.kind == Kind::rate) {
    lines.emplace_back("An integer or a ratio \"n/d\"");
    if (!choices.empty()) lines.back() += ", or " + join(choices);
  } else if (!choices.empty()) {
    lines.push_back((d.kind == Kind::list ? "Any of " : "One of ") + join(choices));
  }
  if (!d.shared_key.empty()) {
    lines.push_back(fmt::format("Keys that all entries share may stand in a table {}",
                                toml_quote(d.shared_key)));
  }
  if (d.units.size() > 1) {
    std::vector<std::string> suffixes;
    for (const Unit& unit : d.units) suffixes.push_back("_" + std::string(unit.suffix));
    const std::string si = suffixes.front();
    suffixes.erase(suffixes.begin());
    lines.push_back(fmt::format("May end with {} instead of {}", join(suffixes, " or "), si));
  }
  return lines;
}

std::string needs_words(const Description& table) {
  std::vector<std::string> sentences;
  for (const std::vector<std::string>& group : table.exactly_one) {
    sentences.push_back(fmt::format("Exactly one of {} is needed.", join(group)));
  }
  if (!table.included_as.empty()) {
    sentences.push_back(
        fmt::format("Its keys may come from a {} file: include = \"FILE\".", table.included_as));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

}  // namespace montecopter
