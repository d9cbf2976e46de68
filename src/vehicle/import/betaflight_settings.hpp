#pragma once
/// Access to Betaflight's settings: values of the file, or else defaults; remembers which were
/// used.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/base/index.hpp"
#include "core/base/text.hpp"
#include "vehicle/import/betaflight_text.hpp"
#include "vehicle/import/line_problems.hpp"

namespace montecopter {

class AskedSettings {
 public:
  AskedSettings(const BetaflightText& text, LineProblems& problems)
      : text_(text), problems_(problems) {}

  std::optional<double> number_of_file(const std::string& name, double high) {
    return among(name, fmt::format("a number between 0 and {:g}", high),
                 [&](double value) { return value >= 0 && value <= high; });
  }

  double number(const std::string& name, double by_default, double high) {
    return or_default(name, number_of_file(name, high), by_default);
  }

  std::optional<double> whole_of_file(const std::string& name, double low, double high) {
    return among(name, fmt::format("a whole number between {:g} and {:g}", low, high),
                 [&](double x) { return x >= low && x <= high && x == std::floor(x); });
  }

  double whole(const std::string& name, double by_default, double low, double high) {
    return or_default(name, whole_of_file(name, low, high), by_default);
  }

  /// Index of the file's word among these, as written; nullopt: the file has none.
  std::optional<std::size_t> word_of_file(const std::string& name,
                                          std::initializer_list<std::string_view> words) {
    const auto at = text_.settings.find(name);
    if (at == text_.settings.end()) return std::nullopt;
    const bool is_new = asked_.insert(name).second;
    const Index found = first_index(words, at->second.value);
    if (found < words.size()) return found;
    if (is_new) {
      problems_.at(at->second.line, fmt::format("{} is '{}'", name, at->second.value),
                   "allowed: " + fmt::format("{}", fmt::join(words, ", ")));
    }
    return std::nullopt;
  }

  /// Setting of the file as written; empty: the file has none.
  std::string_view text_of_file(const std::string& name) {
    const auto at = text_.settings.find(name);
    if (at == text_.settings.end()) return {};
    asked_.insert(name);
    return at->second.value;
  }

  /// Line of a setting of the file; 0: there is none.
  std::uint32_t line_of(const std::string& name) const {
    const auto at = text_.settings.find(name);
    return at == text_.settings.end() ? 0 : at->second.line;
  }

  void note_default(const std::string& name) { defaults_.insert(name); }

  /// "p_roll 45", marked if it is a default.
  std::string source(const std::string& name, double value) const {
    return fmt::format("{} {:g}{}", name, value, defaults_.count(name) ? " (default)" : "");
  }

  const std::set<std::string>& asked() const { return asked_; }
  const std::set<std::string>& defaults() const { return defaults_; }

 private:
  template <class Fits>
  std::optional<double> among(const std::string& name, const std::string& which, Fits fits) {
    const auto at = text_.settings.find(name);
    if (at == text_.settings.end()) return std::nullopt;
    const bool is_new = asked_.insert(name).second;
    const auto value = parse_double(at->second.value);
    if (value && fits(*value)) return value;
    if (is_new) {
      problems_.at(at->second.line, fmt::format("{} is '{}'", name, at->second.value),
                   "it must be " + which);
    }
    return std::nullopt;
  }

  double or_default(const std::string& name, std::optional<double> value, double by_default) {
    if (!value && text_.settings.count(name) == 0) defaults_.insert(name);
    return value.value_or(by_default);
  }

  const BetaflightText& text_;
  LineProblems& problems_;
  std::set<std::string> asked_, defaults_;
};

}  // namespace montecopter
