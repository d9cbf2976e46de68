#include "core/base/remarks.hpp"

#include <algorithm>
#include <utility>

#include "core/base/repeated.hpp"
#include "core/base/text.hpp"

namespace montecopter {
namespace {

std::string list_json(const std::vector<std::string>& lines) {
  std::string text = "[";
  for (const std::string& line : lines) text += (text.size() == 1 ? "" : ", ") + json_quote(line);
  return text + "]";
}

}  // namespace

Remarks::~Remarks() {
  for (const Repeated& one : of_run_) {
    if (one.others.size() == 1) say_warning(one.others.front());
    if (one.others.size() > 1) say_warning(more_like(one.first, one.others));
  }
}

void Remarks::say(const std::string& line) {
  if (say_) say_(line);
}

void Remarks::say_warning(const std::string& line) {
  said_.push_back(line);
  say(line);
}

std::string Remarks::keep(const std::string& line, const std::string& place) {
  if (std::find(kept_.begin(), kept_.end(), line) != kept_.end()) return "";
  kept_.push_back(line);
  return (place.empty() ? "" : place + ": ") + line;
}

void Remarks::add_warnings(const std::vector<std::string>& lines) {
  constexpr std::size_t many = 3;
  std::vector<bool> is_named(lines.size());
  for (std::size_t k = 0; k < lines.size(); ++k) {
    if (lines[k].empty()) continue;
    warnings_.push_back(lines[k]);
    if (is_named[k]) continue;
    say_warning(lines[k]);
    std::vector<std::size_t> alike;
    for (std::size_t j = k + 1; j < lines.size(); ++j) {
      if (!lines[j].empty() && !is_named[j] && are_alike(lines[k], lines[j])) alike.push_back(j);
    }
    if (alike.size() + 1 < many) continue;
    std::vector<std::string> others;
    for (const std::size_t j : alike) is_named[j] = true, others.push_back(lines[j]);
    say_warning(more_like(lines[k], others));
  }
}

void Remarks::warn(Problem problem) { warn_all({std::move(problem)}); }

void Remarks::warn_as_kept(const std::vector<std::string>& lines, const std::string& path) {
  std::vector<std::string> all;
  for (const std::string& line : lines) all.push_back(keep(line, path));
  add_warnings(all);
}

void Remarks::warn_all(const std::vector<Problem>& problems) {
  std::vector<std::string> all;
  for (Problem problem : problems) {
    problem.is_warning = true;
    const std::string place = std::exchange(problem.where, {});
    all.push_back(keep(problem.text(), place));
  }
  add_warnings(all);
}

void Remarks::warn_of_run(const std::string& line) {
  warnings_.push_back(line);
  const auto known = std::find_if(of_run_.begin(), of_run_.end(),
                                  [&](const Repeated& one) { return are_alike(one.first, line); });
  if (known != of_run_.end()) return known->others.push_back(line);
  of_run_.push_back({line, {}});
  say_warning(line);
}

void Remarks::note(const std::string& line) {
  notes_.push_back(line);
  say(line);
}

std::string Remarks::json_members() const {
  return "\"warnings\": " + list_json(warnings_) + ", \"notes\": " + list_json(notes_);
}

}  // namespace montecopter
