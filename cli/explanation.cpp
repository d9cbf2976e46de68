#include "explanation.hpp"
#include "core/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/fields/former_metrics.hpp"
#include "scenario/text/meant_name.hpp"

namespace montecopter::cli {
namespace {

// --- by its name --------------------------------------------------------------------------------

void add_section(Explanation& found, const Section& section) {
  const bool known =
      std::any_of(found.sections.begin(), found.sections.end(), [&](const Section& other) {
        return other.table == section.table && (other.type == section.type || other.type.empty());
      });
  if (!known) found.sections.push_back(section);
}

/// Adds keys. A key that holds tables is explained by its tables.
void add_keys(Explanation& found, const std::vector<const KeyPlace*>& places) {
  std::vector<const KeyPlace*> keys;
  for (const KeyPlace* place : places) {
    const std::vector<Section> tables = sections_at(place->plain_path());
    if (tables.empty()) keys.push_back(place);
    for (const Section& section : tables) add_section(found, section);
  }
  for (KeyEverywhere& key : alike(keys)) found.keys.push_back(std::move(key));
}

/// Whether a choice of a key is a type that is explained anyway.
bool is_type(const Explanation& found, const KeyPlace& place, std::string_view word) {
  return std::any_of(found.sections.begin(), found.sections.end(), [&](const Section& section) {
    return section.type == word && place.plain_path() == section.path + "." + place.key->key;
  });
}

void add_choices(Explanation& found, std::string_view word) {
  std::vector<const KeyPlace*> places;
  for (const KeyPlace& place : scenario_places().keys) {
    const auto& choices = place.key->choices;
    const bool fits = std::any_of(choices.begin(), choices.end(),
                                  [&](const Choice& choice) { return choice.name == word; });
    if (fits && !is_type(found, place, word)) places.push_back(&place);
  }
  for (const KeyEverywhere& key : alike(places)) {
    const auto& choices = key.key->choices;
    const auto choice = std::find_if(choices.begin(), choices.end(),
                                     [&](const Choice& one) { return one.name == word; });
    found.choices.push_back({*choice, key});
  }
}

void add_moved(Explanation& found, std::string_view word) {
  for (const RetiredPlace* old : find_retired(scenario_places(), word)) {
    found.moved.push_back({old->path(), old->successor});
    add_keys(found, find_places(scenario_places(), old->successor));
  }
}

void add_metrics(Explanation& found, std::string_view name) {
  for (const NamedMetric& one : all_metrics()) {
    const bool fits = name == one.metric->name || name == one.metric->column_name();
    if (fits) found.metrics.push_back(one);
  }
}

void add_former_metrics(Explanation& found, std::string_view word) {
  const std::string name = without_prefix(std::string(word), metric_prefix);
  for (const FormerMetric& metric : former_metrics) {
    if (metric.before != name) continue;
    found.moved.push_back({name, std::string(metric.now), "metric"});
    add_metrics(found, metric.now);
  }
}

/// Adds everything of that name.
void add_named(Explanation& found, const std::string& name) {
  for (const Section& section : find_sections(name)) add_section(found, section);
  add_keys(found, find_places(scenario_places(), name));
  add_moved(found, name);
  add_choices(found, name);
  add_metrics(found, name);
  add_former_metrics(found, name);
}

// --- by a part of its name ----------------------------------------------------------------------

/// The words as a name is written, between two '_'.
std::string between(std::string_view words) {
  std::string name = "_";
  for (const char c : words) {
    const bool is_gap = c == '-' || c == ' ';
    name += is_gap ? '_' : lower_case(c);
  }
  return name + "_";
}

void add_named_after(Explanation& found, const std::string& word) {
  if (word.size() < 3) return;  // a unit, not a name
  const std::string part = between(word);
  const auto has = [&](std::string_view name) {
    return between(name).find(part) != std::string::npos;
  };
  found.is_part = true;
  for (const Section& section : sections()) {
    if (has(section.kind) || has(section.type)) add_section(found, section);
  }
  std::vector<const KeyPlace*> places;
  for (const KeyPlace& place : scenario_places().keys) {
    if (has(place.key->key) && sections_at(place.plain_path()).empty()) places.push_back(&place);
  }
  add_keys(found, places);
  for (const NamedMetric& one : all_metrics()) {
    if (has(one.metric->name)) found.metrics.push_back(one);
  }
}

Explanation explain(const std::string& word) {
  Explanation found;
  found.word = word;
  add_named(found, word);
  if (!found.empty()) return found;
  found.meant = meanings(word);
  for (const std::string& name : found.meant) add_named(found, name);
  if (found.empty()) add_named_after(found, word);
  return found;
}

// --- known words --------------------------------------------------------------------------------

void add_once(std::vector<std::string>& words, std::string word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
}

/// Names without dots.
std::vector<std::string> names() {
  std::vector<std::string> words = section_names();
  const std::size_t kinds = words.size();
  for (std::size_t i = 0; i < kinds; ++i) {
    const std::size_t slash = words[i].find('/');
    if (slash != std::string::npos) add_once(words, words[i].substr(slash + 1));
  }
  for (const KeyPlace& place : scenario_places().keys) add_once(words, place.key->key);
  for (const NamedMetric& one : all_metrics()) add_once(words, std::string(one.metric->name));
  return words;
}

std::vector<std::string> plain_paths() {
  std::vector<std::string> paths;
  for (const KeyPlace& place : scenario_places().keys) add_once(paths, place.plain_path());
  return paths;
}

std::string unknown(const std::string& word) {
  const bool is_path = word.find('.') != std::string::npos;
  const auto meant = meant_name(word, is_path ? plain_paths() : names());
  return fmt::format("error: there is no kind, type, key or metric '{}'. {}", word,
                     meant ? fmt::format("Did you mean '{}'?", *meant)
                           : "`montecopter explain` lists all kinds and types.");
}

}  // namespace

bool Explanation::empty() const {
  return sections.empty() && moved.empty() && keys.empty() && choices.empty() && metrics.empty();
}

std::vector<Explanation> explain(const std::vector<std::string>& words) {
  std::vector<Explanation> found;
  std::vector<std::string> errors;
  for (const std::string& word : words) {
    found.push_back(explain(word));
    if (found.back().empty()) errors.push_back(unknown(word));
  }
  if (!errors.empty()) throw Error(ExitCode::usage, fmt::format("{}", fmt::join(errors, "\n")));
  return found;
}

std::vector<NamedMetric> all_metrics() {
  std::vector<NamedMetric> all;
  for (const MetricGroup& group : metric_groups()) {
    for (const Metric& metric : group.metrics) all.push_back({&metric, group.flights});
  }
  return all;
}

std::vector<std::string> explained_words() {
  std::vector<std::string> words = names();
  for (const std::string& path : plain_paths()) add_once(words, path);
  return words;
}

}  // namespace montecopter::cli
