#include "scenario/describe/key_reference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "core/base/wrapped.hpp"
#include "scenario/describe/key_words.hpp"
#include "scenario/describe/reference.hpp"
#include "scenario/text/quantity.hpp"

namespace montecopter {

namespace {

std::string type_sentence(const Description& d) {
  return type_words(d) +
         (d.kind == Description::Kind::rate ? ", an integer or a ratio \"n/d\"" : "");
}

std::string vary_sentence(const Description& d) {
  if (is_tabular(d)) return "";
  switch (d.vary) {
    case Vary::per_sample:
      return "from sample to sample: it may be dispersed or swept";
    case Vary::per_batch:
      return "from one sweep point to another: it may be swept, not dispersed";
    case Vary::fixed:
      return "fixed: all samples share it";
  }
  return {};
}

std::string default_sentence(const Description& d) {
  if (d.required) return "none: it is required";
  return d.default_value.empty() ? "none: it may be left out" : default_words(d);
}

/// Lines of the other units in which the key may be given.
std::vector<LabelledTexts> other_units(const Description& d) {
  const std::vector<std::string> keys = spellings(d.key, d.units);
  std::vector<LabelledTexts> lines;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    lines.push_back({i == 1 ? "or" : "", fmt::format("{} [{}]", keys[i], d.units[i].text)});
  }
  return lines;
}

std::vector<LabelledTexts> choices(const Description& d) {
  std::vector<LabelledTexts> lines;
  for (const Choice& choice : d.choices) {
    const std::string doc = choice.doc.empty() ? "" : fmt::format(": {}", choice.doc);
    lines.push_back({lines.empty() ? "words" : "", toml_quote(choice.name) + doc});
  }
  return lines;
}

}  // namespace

std::string labelled_text(const std::string& heading, const std::vector<LabelledTexts>& lines,
                          std::size_t width) {
  std::size_t widest = 0;
  for (const LabelledTexts& line : lines) widest = std::max(widest, line.label.size());
  std::string out = wrapped(heading, 2, width).substr(2);
  for (const LabelledTexts& line : lines) {
    if (line.text.empty()) continue;
    const std::string text = wrapped(line.text, widest + 4, width).substr(widest + 4);
    out += fmt::format("  {:<{}}  {}", line.label, widest, text);
  }
  return out;
}

std::vector<std::string> places_words(const KeyEverywhere& key) {
  std::vector<std::string> words;
  for (const KeyEverywhere::Where& where : key.places) {
    words.push_back(where.path);
    if (!where.types.empty()) words.back() += fmt::format(" ({})", fmt::join(where.types, ", "));
  }
  return words;
}

std::string key_text(const KeyEverywhere& key, std::size_t width) {
  const Description& d = *key.key;
  std::vector<LabelledTexts> lines = {{"type", type_sentence(d)}, {"unit", d.unit}};
  const auto add = [&](const std::vector<LabelledTexts>& more) {
    lines.insert(lines.end(), more.begin(), more.end());
  };
  add(other_units(d));
  add({{"default", default_sentence(d)}, {"range", range_words(d)}, {"varies", vary_sentence(d)}});
  add(choices(d));
  bool is_first = true;
  for (const std::string& place : places_words(key)) {
    lines.push_back({is_first ? "at" : "", place});
    is_first = false;
  }
  return labelled_text(d.key + ": " + d.doc, lines, width);
}

Json key_json(const KeyEverywhere& key) {
  Json json = key_json(*key.key);
  Json places = Json::array();
  for (const KeyEverywhere::Where& where : key.places) {
    Json place = Json::object();
    place.set("path", Json::text(where.path));
    if (!where.types.empty()) place.set("types", Json::texts(where.types));
    places.add(std::move(place));
  }
  return json.set("places", std::move(places));
}

}  // namespace montecopter
