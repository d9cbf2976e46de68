#include "scenario/text/meant_name.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/base/words.hpp"

namespace montecopter {
namespace {

/// A word in the spelling of the list.
std::string plain(std::string_view name) {
  std::string word;
  for (const char c : name) {
    if (c == '_' || c == '-' || c == ' ') continue;
    word += lower_case(c);
  }
  return word;
}

std::string_view last_part(std::string_view candidate) {
  return candidate.substr(candidate.find('/') + 1);  // all of it without a /
}

}  // namespace

std::vector<std::string> meanings(std::string_view word) {
  std::vector<std::string> names;
  if (word.size() > 200) return names;
  const std::string written = plain(word);
  for (const Synonym& synonym : synonyms) {
    if (synonym.word == written) names.emplace_back(synonym.name);
  }
  return names;
}

std::optional<std::string> meant_name(std::string_view name,
                                      const std::vector<std::string>& candidates) {
  if (name.size() > 200) return std::nullopt;
  for (const std::string& meaning : meanings(last_part(name))) {
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const std::string& c) { return last_part(c) == meaning; });
    if (found != candidates.end()) return *found;
  }
  return near_name(name, candidates);
}

}  // namespace montecopter
