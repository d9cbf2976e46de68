#include "core/base/repeated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/base/text.hpp"

namespace montecopter {
namespace {

constexpr std::string_view mark = "warning: ";

struct Line {
  std::string place;               ///< before "warning:"
  std::vector<std::string> words;  ///< after it
};

Line parsed(const std::string& line) {
  Line out;
  const std::size_t at = line.find(mark);
  std::string_view rest = line;
  if (at != std::string::npos) {
    out.place = line.substr(0, at);
    while (out.place.ends_with(' ') || out.place.ends_with(':')) out.place.pop_back();
    rest.remove_prefix(at + mark.size());
  }
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    out.words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

/// A word without the punctuation around it.
std::string bare(std::string_view word) {
  constexpr std::string_view around = "'\"(),.;:`";
  const std::size_t begin = word.find_first_not_of(around);
  if (begin == std::string_view::npos) return "";
  return std::string(word.substr(begin, word.find_last_not_of(around) - begin + 1));
}

/// A quoted word, a path, an identifier or a number: no word of a language.
bool is_name(std::string_view word) {
  return word.find_first_of("'\"`") != std::string_view::npos ||
         bare(word).find_first_of("0123456789._/*[") != std::string::npos;
}

bool is_number(const std::string& word) {
  return !word.empty() && word.find_first_not_of("0123456789.-+e") == std::string::npos;
}

/// The first word that is another one in `other`; with the word before it if that tells more.
std::string name_in(const Line& first, const Line& other) {
  for (std::size_t k = 0; k < other.words.size(); ++k) {
    if (first.words[k] == other.words[k]) continue;
    const std::string name = bare(other.words[k]);
    return is_number(name) && k > 0 ? bare(other.words[k - 1]) + " " + name : name;
  }
  return other.place;
}

}  // namespace

bool are_alike(const std::string& a, const std::string& b) {
  const Line one = parsed(a), two = parsed(b);
  if (one.words.size() != two.words.size()) return false;
  for (std::size_t k = 0; k < one.words.size(); ++k) {
    if (one.words[k] == two.words[k]) continue;
    if (!is_name(one.words[k]) || !is_name(two.words[k])) return false;
  }
  return true;
}

std::string more_like(const std::string& first, const std::vector<std::string>& others) {
  constexpr std::size_t most = 20;
  const Line full = parsed(first);
  std::vector<std::string> names;
  for (const std::string& other : others) {
    if (names.size() < most) names.push_back(name_in(full, parsed(other)));
  }
  const std::size_t unnamed = others.size() - names.size();
  return fmt::format("warning: {} more like this: {}{}", others.size(), join(names, ", "),
                     unnamed > 0 ? fmt::format(" and {} others", unnamed) : "");
}

}  // namespace montecopter
