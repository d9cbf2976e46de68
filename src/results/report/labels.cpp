#include "results/report/labels.hpp"

#include <algorithm>
#include <set>

namespace montecopter::report {
namespace {

bool continues_character(char c) { return (c & 0xc0) == 0x80; }

/// Positions of the UTF-8 characters: their first bytes.
std::vector<std::string> characters_of(const std::string& text) {
  std::vector<std::string> characters;
  for (const char c : text) {
    if (characters.empty() || !continues_character(c)) characters.emplace_back();
    characters.back() += c;
  }
  return characters;
}

std::string joined_parts(const std::vector<std::string>& parts, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t k = from; k < to; ++k) text += parts[k];
  return text;
}

/// Length of the common beginning of all names, up to the last dot of a path in it.
std::size_t shared_beginning(const std::vector<std::string>& names) {
  std::size_t shared = names.front().size();
  for (const std::string& name : names) {
    const auto differ =
        std::mismatch(name.begin(), name.end(), names.front().begin(), names.front().end());
    shared = std::min(shared, static_cast<std::size_t>(differ.first - name.begin()));
  }
  const std::size_t point = names.front().substr(0, shared).rfind('.');
  return point == std::string::npos ? 0 : point + 1;
}

/// A name shortened to `most` characters: `head` characters of its beginning, "…" and its end.
std::string cut_in_middle(const std::string& name, std::size_t most, std::size_t head) {
  const std::vector<std::string> all = characters_of(name);
  if (all.size() <= most) return name;
  const std::size_t tail = most - 1 - head;
  return joined_parts(all, 0, head) + "…" + joined_parts(all, all.size() - tail, all.size());
}

bool tells_apart(const std::vector<std::string>& labels, const std::vector<std::string>& names) {
  return std::set(labels.begin(), labels.end()).size() ==
         std::set(names.begin(), names.end()).size();
}

}  // namespace

std::vector<std::string> distinct_labels(const std::vector<std::string>& names, std::size_t most) {
  const bool any_is_long = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return characters_of(name).size() > most;
  });
  if (!any_is_long) return names;
  const std::size_t shared = names.size() > 1 ? shared_beginning(names) : 0;
  std::vector<std::string> rest;
  for (const std::string& name : names) {
    rest.push_back(shared > 0 ? "…" + name.substr(shared) : name);
  }
  std::vector<std::string> labels;
  const auto cut_all = [&](std::size_t head) {
    labels.clear();
    for (const std::string& name : rest) labels.push_back(cut_in_middle(name, most, head));
    return tells_apart(labels, names);
  };
  // From the middle outwards: the beginning and the end of a path are both informative.
  for (std::size_t k = 0; k < most; ++k) {
    const std::size_t middle = (most - 1) / 2, away = (k + 1) / 2;
    if (k % 2 == 0 && middle + away < most && cut_all(middle + away)) return labels;
    if (k % 2 == 1 && away <= middle && cut_all(middle - away)) return labels;
  }
  // The names differ only in the middle: numbers distinguish them.
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const std::string number = std::to_string(k) + " ";
    labels[k] =
        number + cut_in_middle(rest[k], most > number.size() + 1 ? most - number.size() : 2, 1);
  }
  return labels;
}

}  // namespace montecopter::report
