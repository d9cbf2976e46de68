#pragma once
/// Single keys in words and as JSON, each with all its places.

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "scenario/describe/places.hpp"

namespace montecopter {

/// Labels and texts in two columns below a heading, wrapped.
struct LabelledTexts {
  std::string label, text;
};
std::string labelled_text(const std::string& heading, const std::vector<LabelledTexts>& lines,
                          std::size_t width);

/// Complete description of a key.
std::string key_text(const KeyEverywhere& key, std::size_t width);
Json key_json(const KeyEverywhere& key);

/// The places of a key: "vehicle.rotors.*.motor.max (motor/direct)".
std::vector<std::string> places_words(const KeyEverywhere& key);

}  // namespace montecopter
