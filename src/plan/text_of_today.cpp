#include "plan/text_of_today.hpp"

#include <algorithm>

#include "core/fields/renamed_metrics.hpp"
#include "core/formula/formula.hpp"

namespace montecopter {
namespace {

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// Goes through the lines as write_scenario() writes them: headers of tables, and KEY = VALUE.
class Renamer {
 public:
  explicit Renamer(std::string_view resolved) : resolved_(resolved) {}

  std::string text() {
    std::string out;
    for (std::size_t at = 0; at < resolved_.size();) {
      const std::size_t end = std::min(resolved_.find('\n', at), resolved_.size());
      out += of_today(std::string(resolved_.substr(at, end - at)));
      if (end < resolved_.size()) out += '\n';
      at = end + 1;
    }
    return out;
  }

 private:
  std::string of_today(std::string line) {
    if (line.starts_with('[')) table_ = line.substr(1, line.find(']') - 1);
    for (const Renamed& key : renamed_keys) {
      replace_all(line, quoted(key.before), quoted(key.now));
      rename_key(line, key);
    }
    if (table_.starts_with("requirement.")) rename_metric(line, "metric = \"", '"');
    if (table_ == "golden") rename_metric(line, "\"", '=');
    const std::string_view formula = "formula = ";
    return line.starts_with(formula) ? formula_of_today(line) : line;
  }

  static std::string quoted(std::string_view path) { return "\"" + std::string(path) + "\""; }

  void rename_key(std::string& line, const Renamed& key) const {
    const std::size_t table = key.before.rfind('.');
    const std::string before = std::string(key.before.substr(table + 1)) + " = ";
    if (table_ != key.before.substr(0, table) || !line.starts_with(before)) return;
    line.replace(0, before.size() - 3, key.now.substr(key.now.rfind('.') + 1));
  }

  /// Wherever it stands between these two.
  void rename_metric(std::string& line, const std::string& front, char behind) const {
    for (std::size_t at = line.find(front); at != line.npos; at = line.find(front, at + 1)) {
      const std::size_t name = at + front.size(), end = line.find(behind, name);
      if (end == line.npos) return;
      const auto now = current_metric(line.substr(name, end - name));
      if (now && has_window(now->window)) line.replace(name, end - name, now->name);
    }
  }

  bool has_window(const std::string& name) const {
    return name.empty() || resolved_.find("\n[window." + name + "]\n") != resolved_.npos;
  }

  std::string_view resolved_;
  std::string table_;
};

}  // namespace

std::string text_of_today(std::string_view resolved) { return Renamer(resolved).text(); }

}  // namespace montecopter
