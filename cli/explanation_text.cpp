#include "explanation_text.hpp"

#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/base/wrapped.hpp"
#include "scenario/describe/key_reference.hpp"
#include "scenario/describe/reference.hpp"

namespace montecopter::cli {
namespace {

// --- text ---------------------------------------------------------------------------------------

std::string metric_text(const NamedMetric& one, std::size_t width) {
  const Metric& metric = *one.metric;
  return labelled_text(fmt::format("{}: {}", metric.name, metric.long_name),
                       {{"type", "metric: one number per sample, over all steps"},
                        {"unit", std::string(metric.unit)},
                        {"flights", std::string(one.flights)},
                        {"NaN if", std::string(metric.missing)},
                        {"stored", fmt::format("as {}, its statistics as stat_{}",
                                               metric.column_name(), metric.name)}},
                       width);
}

std::string choice_text(const ChoiceOf& one, std::size_t width) {
  std::vector<LabelledTexts> lines;
  for (const std::string& place : places_words(one.key)) {
    lines.push_back({lines.empty() ? "at" : "", place});
  }
  const std::string doc = one.choice.doc.empty() ? "" : fmt::format(": {}", one.choice.doc);
  lines.insert(lines.begin(), {"key", one.key.key->doc});
  return labelled_text(
      fmt::format("{}, a choice of {}{}", toml_quote(one.choice.name), one.key.key->key, doc),
      lines, width);
}

/// The lines before an explanation: other names of the word, and renamed keys.
std::string preface(const Explanation& found, std::size_t width) {
  std::string out;
  if (!found.meant.empty()) {
    out += wrapped(fmt::format("'{}' is called {} here.", found.word, join(found.meant, " or ")), 0,
                   width);
  }
  for (const RenamedKey& moved : found.moved) {
    out += wrapped(fmt::format("{} is no longer a {}: use {}.", moved.from, moved.kind, moved.to),
                   0, width);
  }
  return out;
}

/// Names that contain the word, with their explanations.
std::string named_after_text(const Explanation& found, std::size_t width) {
  std::string out =
      wrapped(fmt::format("Nothing is called '{}'. These names contain it:", found.word), 0, width);
  const auto add = [&](std::string_view name, std::string_view doc) {
    out += fmt::format("  {}\n{}", name, wrapped(doc, 6, width));
  };
  for (const Section& section : found.sections) add(section_name(section), section.doc);
  for (const KeyEverywhere& key : found.keys) {
    for (const std::string& place : places_words(key)) out += wrapped(place, 2, width);
    out += wrapped(key.key->doc, 6, width);
  }
  for (const NamedMetric& one : found.metrics) add(one.metric->name, one.metric->long_name);
  return out;
}

std::string explanation_text(const Explanation& found, std::size_t width) {
  if (found.is_part) return named_after_text(found, width);
  std::vector<std::string> texts;
  if (const std::string first = preface(found, width); !first.empty()) texts.push_back(first);
  for (const Section& section : found.sections) texts.push_back(sections_text({section}, width));
  for (const KeyEverywhere& key : found.keys) texts.push_back(key_text(key, width));
  for (const ChoiceOf& one : found.choices) texts.push_back(choice_text(one, width));
  for (const NamedMetric& one : found.metrics) texts.push_back(metric_text(one, width));
  return fmt::format("{}", fmt::join(texts, "\n"));
}

// --- JSON ---------------------------------------------------------------------------------------

Json metric_json(const NamedMetric& one) {
  Json entry = Json::object();
  entry.set("name", Json::text(one.metric->name)).set("unit", Json::text(one.metric->unit));
  entry.set("flights", Json::text(one.flights));
  entry.set("doc", Json::text(one.metric->long_name));
  return entry.set("nan_if", Json::text(one.metric->missing));
}

Json choice_json(const ChoiceOf& one) {
  Json entry = Json::object();
  entry.set("choice", Json::text(one.choice.name)).set("doc", Json::text(one.choice.doc));
  return entry.set("of", key_json(one.key));
}

/// The lists of the JSON answer.
struct Lists {
  Json words = Json::array(), sections = Json::array(), keys = Json::array(),
       choices = Json::array(), metrics = Json::array();

  void add(const Explanation& found) {
    add_word(found);
    const auto put = [&](Json& list, Json entry) {
      list.add(std::move(entry.set("word", Json::text(found.word))));
    };
    for (const Section& section : found.sections) put(sections, section_json(section));
    for (const KeyEverywhere& key : found.keys) put(keys, key_json(key));
    for (const ChoiceOf& one : found.choices) put(choices, choice_json(one));
    for (const NamedMetric& one : found.metrics) put(metrics, metric_json(one));
  }

  void add_word(const Explanation& found) {
    Json word = Json::object(), moved = Json::array();
    word.set("word", Json::text(found.word)).set("meant", Json::texts(found.meant));
    word.set("is_part_of_names", Json::boolean(found.is_part));
    for (const RenamedKey& one : found.moved) {
      Json entry = Json::object();
      moved.add(std::move(entry.set("from", Json::text(one.from)).set("to", Json::text(one.to))));
    }
    words.add(std::move(word.set("moved", std::move(moved))));
  }
};

}  // namespace

std::string explanations_text(const std::vector<Explanation>& explanations, std::size_t width) {
  std::vector<std::string> texts;
  for (const Explanation& found : explanations) texts.push_back(explanation_text(found, width));
  return fmt::format("{}", fmt::join(texts, "\n"));
}

Json explanations_json(const std::vector<Explanation>& explanations) {
  Lists lists;
  for (const Explanation& found : explanations) lists.add(found);
  Json json = Json::object();
  json.set("words", std::move(lists.words)).set("sections", std::move(lists.sections));
  json.set("keys", std::move(lists.keys)).set("choices", std::move(lists.choices));
  return json.set("metrics", std::move(lists.metrics));
}

Json metrics_json(const std::vector<NamedMetric>& metrics) {
  Json list = Json::array();
  for (const NamedMetric& one : metrics) list.add(metric_json(one));
  return list;
}

}  // namespace montecopter::cli
