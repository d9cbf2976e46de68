#include "core/base/toml_guard.hpp"

#include <fmt/format.h>

namespace montecopter {

namespace {

/// Just enough of a TOML lexer: strings, comments, keys and brackets. Where the text is no TOML it
/// may lose its way, but only behind the place where the parser stops.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<TomlTooDeep> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') {
        skip_to_line_end();
        continue;
      }
      if (c == '[' || c == '{') ++depth_;
      if ((c == ']' || c == '}') && depth_ > 0) --depth_;
      count_dots(c);
      if (dots_ > max_key_dots) {
        return too_deep(fmt::format("a key has more than {} dots", max_key_dots));
      }
      if (depth_ > max_nesting) {
        return too_deep(fmt::format("brackets are nested deeper than {}", max_nesting));
      }
      step();
    }
    return std::nullopt;
  }

 private:
  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }

  bool next_is(std::string_view word) const { return text_.substr(at_, word.size()) == word; }

  /// A chain of names and dots goes on over blanks and quoted names; anything else ends it.
  void count_dots(char c) {
    const bool in_name = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') || c == '_' || c == '-' || c == ' ' || c == '\t';
    if (c == '.') {
      ++dots_;
    } else if (!in_name) {
      dots_ = 0;
    }
  }

  void skip_to_line_end() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  void skip_string(char quote) {
    const std::string triple(3, quote);
    const bool is_long = next_is(triple);
    const std::string end = is_long ? triple : std::string(1, quote);
    for (std::size_t i = 0; i < end.size(); ++i) step();
    while (at_ < text_.size()) {
      if (next_is(end)) {
        for (std::size_t i = 0; i < end.size(); ++i) step();
        return;
      }
      if (!is_long && text_[at_] == '\n') return;  // the parser stops here
      const bool escapes = quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size();
      step();
      if (escapes) step();
    }
  }

  TomlTooDeep too_deep(std::string what) const {
    return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1), std::move(what)};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  int depth_ = 0;
  int dots_ = 0;
};

}  // namespace

std::optional<TomlTooDeep> find_too_deep(std::string_view text) { return Scanner(text).run(); }

}  // namespace montecopter
