#include "scenario/text/storable_texts.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/fields/paths.hpp"

namespace montecopter {
namespace {

/// Why a result file cannot store a text; empty: it can.
std::string problem_of(std::string_view text, std::size_t most) {
  if (text.find('\0') != std::string_view::npos) return "has a zero byte in it";
  if (text.size() > most) return fmt::format("has {} bytes", text.size());
  return {};
}

constexpr std::string_view why = "a result file cannot store it: its texts end at a zero byte";

/// The beginning of a name, for messages.
std::string shown(std::string_view name) {
  constexpr std::size_t most = 60;
  const std::string text = printable(name.substr(0, most));
  return name.size() > most ? text + "..." : text;
}

class TextCheck {
 public:
  explicit TextCheck(Report& report) : report_(report) {}

  void operator()(const toml::node& node, const std::string& path) {
    if (const auto* text = node.as_string()) return check_text(node, path, text->get());
    if (const toml::table* table = node.as_table()) {
      for (const auto& [key, value] : *table) {
        if (check_name(key)) (*this)(value, append_path(path, std::string(key.str())));
      }
    } else if (const toml::array* array = node.as_array()) {
      for (std::size_t i = 0; i < array->size(); ++i) {
        const toml::node& entry = *array->get(i);
        if (entry.is_string() || entry.is_table() || entry.is_array()) {
          (*this)(entry, path + "." + std::to_string(i));
        }
      }
    }
  }

 private:
  void check_text(const toml::node& node, const std::string& path, std::string_view text) {
    const std::string what = problem_of(text, most_text_bytes);
    if (what.empty()) return;
    report_.error_at(report_.place(node.source()), path,
                     fmt::format("the text of '{}' {}", path, what), reason(text),
                     text.find('\0') != std::string_view::npos ? "Remove \\u0000" : "Shorten it");
  }

  bool check_name(const toml::key& key) {
    const std::string what = problem_of(key.str(), most_name_bytes);
    if (what.empty()) return true;
    report_.error_at(report_.place(key.source()), shown(key.str()),
                     fmt::format("the name '{}' {}", shown(key.str()), what),
                     key.str().find('\0') != std::string_view::npos
                         ? std::string(why)
                         : fmt::format("names have at most {} bytes", most_name_bytes),
                     "Choose another name");
    return false;
  }

  static std::string reason(std::string_view text) {
    if (text.find('\0') != std::string_view::npos) return std::string(why);
    return fmt::format("a result file stores texts of at most {} bytes", most_text_bytes);
  }

  Report& report_;
};

}  // namespace

void report_unstorable_texts(const toml::table& root, Report& report) {
  TextCheck check(report);
  check(root, "");
}

}  // namespace montecopter
