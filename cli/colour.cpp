#include "colour.hpp"
#include "core/base/index.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>

#include "core/base/error.hpp"

namespace montecopter::cli {
namespace {

bool colours_answers = false, colours_remarks = false;

enum class Shade { good, bad, unsure };

struct Word {
  std::string_view text;
  Shade shade;
};

/// Words that are verdicts in any place. A word comes before shorter words that it begins with.
constexpr std::array verdicts = {
    Word{"met", Shade::good},           Word{"same", Shade::good},
    Word{"equivalent", Shade::good},    Word{"within", Shade::good},
    Word{"violated", Shade::bad},       Word{"differs", Shade::bad},
    Word{"different", Shade::bad},      Word{"failed", Shade::bad},
    Word{"broken", Shade::bad},         Word{"crashed", Shade::bad},
    Word{"undecided", Shade::unsure},   Word{"not flown", Shade::unsure},
    Word{"refused", Shade::bad},        Word{"unlike", Shade::bad},
    Word{"missing", Shade::unsure},     Word{"changed", Shade::unsure},
    Word{"incompatible", Shade::bad},   Word{"only in a", Shade::unsure},
    Word{"only in b", Shade::unsure},   Word{"diverged", Shade::bad},
    Word{"invalid_input", Shade::bad},  Word{"tilt_limit", Shade::bad},
    Word{"distance_limit", Shade::bad}, Word{"hit_ground", Shade::bad},
    Word{"left_geofence", Shade::bad},  Word{"no_touchdown", Shade::bad},
    Word{"no_end", Shade::bad},
};

std::string_view code_of(Shade shade) {
  if (shade == Shade::good) return "\033[32m";
  return shade == Shade::bad ? "\033[1;31m" : "\033[33m";
}

std::string coloured(std::string_view text, Shade shade) {
  return fmt::format("{}{}\033[0m", code_of(shade), text);
}

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The verdict at the beginning of the text, if it is a whole word.
std::optional<Word> verdict_at(std::string_view text) {
  for (const Word& word : verdicts) {
    if (!text.starts_with(word.text)) continue;
    if (text.size() == word.text.size() || !is_of_word(text[word.text.size()])) return word;
  }
  return std::nullopt;
}

/// The width of UTF-8 text in columns, not bytes.
std::size_t columns_of(std::string_view text) {
  return count_where(text, [](char c) { return (c & 0xc0) != 0x80; });
}

bool begins_word(std::string_view line, std::size_t at) {
  return at == 0 || !is_of_word(line[at - 1]);
}

/// Whether a count other than 0 stands before the word, as in "2 violated".
bool is_counted(std::string_view line, std::size_t at) {
  if (at < 2 || line[at - 1] != ' ') return false;
  std::size_t digits = at - 1;
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(line[digits - 1])) != 0) --digits;
  return digits < at - 1 && line.substr(digits, at - 1 - digits) != "0";
}

/// Colours an answer line by line: the heading of a table says in which columns verdicts stand.
class Painter {
 public:
  std::string line(std::string_view line) {
    if (line.empty()) column_.reset();
    if (take_head(line)) return std::string(line);
    std::string out;
    for (std::size_t at = 0; at < line.size();) {
      const std::optional<Word> word =
          begins_word(line, at) ? verdict_at(line.substr(at)) : std::nullopt;
      if (word && stands_out(line, at, *word)) {
        out += coloured(word->text, word->shade);
        at += word->text.size();
      } else {
        out += line[at++];
      }
    }
    return out;
  }

 private:
  struct Column {
    std::size_t begin, end;
  };

  bool take_head(std::string_view line) {
    constexpr std::string_view name = " verdict";
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos || line.find(':') != std::string_view::npos) return false;
    const std::size_t begin = columns_of(line.substr(0, at + 1));
    column_ = Column{begin, begin + name.size() - 1};
    return true;
  }

  bool stands_out(std::string_view line, std::size_t at, const Word& word) const {
    if (is_counted(line, at)) return true;
    const std::string_view behind = line.substr(at + word.text.size());
    if (at == 0 && behind.starts_with(": ") && (word.text == "same" || word.text == "differs")) {
      return true;
    }
    if (line.substr(0, at).ends_with(": ") && behind.empty()) return true;  // a heading
    if (!column_) return false;
    const std::size_t begin = columns_of(line.substr(0, at)), end = begin + word.text.size();
    return begin == column_->begin || end == column_->end;  // flush left or right
  }

  std::optional<Column> column_;
};

std::string in_each_line(const std::string& text, auto&& paint) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += paint(std::string_view(text).substr(at, end - at));
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

std::string remark_line(std::string_view line) {
  for (const Word& word : {Word{"error:", Shade::bad}, Word{"warning:", Shade::unsure}}) {
    const std::size_t at = line.find(word.text);
    if (at == std::string_view::npos || (at > 0 && line[at - 1] != ' ')) continue;
    return fmt::format("{}{}{}", line.substr(0, at), coloured(word.text, word.shade),
                       line.substr(at + word.text.size()));
  }
  return std::string(line);
}

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool has_colours(int fd) {
  const char* terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return !is_set("NO_COLOR") && ::isatty(fd) != 0;
}

}  // namespace

void choose_colours(const std::string& when) {
  if (when != "auto" && when != "always" && when != "never") {
    throw Error(ExitCode::usage, Problem{"--color", fmt::format("unknown word '{}'", when), "",
                                         "Use auto, always or never"});
  }
  const auto choose = [&](int fd) {
    return when == "always" || (when == "auto" && has_colours(fd));
  };
  colours_answers = choose(STDOUT_FILENO);
  colours_remarks = choose(STDERR_FILENO);
}

std::string with_coloured_verdicts(const std::string& text) {
  if (!colours_answers) return text;
  static Painter painter;  // a table may arrive line by line
  return in_each_line(text, [&](std::string_view line) { return painter.line(line); });
}

std::string with_coloured_words(const std::string& text) {
  return colours_remarks ? in_each_line(text, remark_line) : text;
}

}  // namespace montecopter::cli
