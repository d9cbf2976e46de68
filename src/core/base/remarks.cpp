#include "core/base/remarks.hpp"

#include <algorithm>
#include <utility>

#include "core/base/text.hpp"

namespace montecopter {
namespace {

std::string list_json(const std::vector<std::string>& lines) {
  std::string text = "[";
  for (const std::string& line : lines) text += (text.size() == 1 ? "" : ", ") + json_quote(line);
  return text + "]";
}

}  // namespace

void Remarks::add(std::vector<std::string>& list, const std::string& line) {
  list.push_back(line);
  if (say_) say_(line);
}

void Remarks::keep(const std::string& line, const std::string& place) {
  if (std::find(kept_.begin(), kept_.end(), line) != kept_.end()) return;
  kept_.push_back(line);
  add(warnings_, (place.empty() ? "" : place + ": ") + line);
}

void Remarks::warn(Problem problem) {
  problem.is_warning = true;
  const std::string place = std::exchange(problem.where, {});
  keep(problem.text(), place);
}

void Remarks::warn_as_kept(const std::vector<std::string>& lines, const std::string& path) {
  for (const std::string& line : lines) keep(line, path);
}

void Remarks::warn_all(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) warn(problem);
}

void Remarks::warn_of_run(const std::string& line) { add(warnings_, line); }

void Remarks::note(const std::string& line) { add(notes_, line); }

std::string Remarks::json_members() const {
  return "\"warnings\": " + list_json(warnings_) + ", \"notes\": " + list_json(notes_);
}

}  // namespace montecopter
