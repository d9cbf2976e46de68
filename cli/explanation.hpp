#pragma once
/// What a word of the user means in a scenario: a kind, a type, a key, a choice of a key, a metric,
/// a key of the past, or what people call any of these elsewhere.

#include <string>
#include <string_view>
#include <vector>

#include "plan/metrics/metric.hpp"
#include "scenario/describe/places.hpp"
#include "scenario/describe/sections.hpp"

namespace montecopter::cli {

/// A key that has taken the place of another, or a metric.
struct RenamedKey {
  std::string from, to;  ///< paths, or names of metrics
  const char* kind = "key";
};

/// A key of which the word is a choice.
struct ChoiceOf {
  Choice choice;
  KeyEverywhere key;
};

/// A metric that the program computes of every flight of some group.
struct NamedMetric {
  const Metric* metric;
  std::string_view flights;
};

struct Explanation {
  std::string word;
  std::vector<std::string> meant;  ///< what is explained in its place; empty: the word itself
  bool is_part = false;            ///< it is only a part of the names of what was found
  std::vector<Section> sections;
  std::vector<RenamedKey> moved;
  std::vector<KeyEverywhere> keys;
  std::vector<ChoiceOf> choices;
  std::vector<NamedMetric> metrics;

  bool empty() const;
};

/// One for each word. Error(usage): a line, with the nearest name, for each that means nothing.
std::vector<Explanation> explain(const std::vector<std::string>& words);

/// In the order of their columns.
std::vector<NamedMetric> all_metrics();

/// Words that explain() knows, for the completions of shells.
std::vector<std::string> explained_words();

}  // namespace montecopter::cli
