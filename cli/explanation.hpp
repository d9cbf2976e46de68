#pragma once
/// The meaning of a user's word in a scenario: a kind, a type, a key, a choice of a key or a
/// metric. Former names of keys and common names from elsewhere are known, too.

#include <string>
#include <string_view>
#include <vector>

#include "plan/metrics/metric.hpp"
#include "scenario/describe/places.hpp"
#include "scenario/describe/sections.hpp"

namespace montecopter::cli {

/// A former name of a key or a metric, and its present name.
struct RenamedKey {
  std::string from, to;  ///< paths, or names of metrics
  const char* kind = "key";
};

/// A key that has the word as a choice.
struct ChoiceOf {
  Choice choice;
  KeyEverywhere key;
};

/// A metric that the program computes for every flight of a group.
struct NamedMetric {
  const Metric* metric;
  std::string_view flights;
};

struct Explanation {
  std::string word;
  std::vector<std::string> meant;  ///< names explained in its place; empty: the word itself
  bool is_part = false;            ///< the word is only a part of the names that were found
  std::vector<Section> sections;
  std::vector<RenamedKey> moved;
  std::vector<KeyEverywhere> keys;
  std::vector<ChoiceOf> choices;
  std::vector<NamedMetric> metrics;

  bool empty() const;
};

/// Explains each word. Error(usage) has a line, with the nearest name, for each unknown word.
std::vector<Explanation> explain(const std::vector<std::string>& words);

/// All metrics in the order of their columns.
std::vector<NamedMetric> all_metrics();

/// Words that explain() knows, for the completions of shells.
std::vector<std::string> explained_words();

}  // namespace montecopter::cli
