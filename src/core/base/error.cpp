#include "core/base/error.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

#include "core/base/known_problems.hpp"

namespace montecopter {

namespace {

std::string without_zeros(std::string text) {
  for (std::size_t at = text.find('\0'); at != std::string::npos; at = text.find('\0', at)) {
    text.replace(at, 1, "\\x00");
  }
  return text;
}

/// The last problems that were written as text, newest last.
class KnownProblems {
 public:
  void add(const std::string& line, const Problem& problem) {
    const std::lock_guard lock(mutex_);
    if (known_.size() == most) known_.pop_front();
    known_.emplace_back(line, problem);
  }
  std::optional<Problem> find(std::string_view line) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(known_.rbegin(), known_.rend(),
                                    [&](const auto& known) { return known.first == line; });
    return found == known_.rend() ? std::nullopt : std::optional(found->second);
  }

 private:
  static constexpr std::size_t most = 256;

  std::mutex mutex_;
  std::deque<std::pair<std::string, Problem>> known_;
};

KnownProblems& known_problems() {
  static KnownProblems all;
  return all;
}

}  // namespace

std::optional<Problem> problem_with_text(std::string_view line) {
  return known_problems().find(line);
}

Error::Error(ExitCode code, const std::string& text)
    : std::runtime_error(without_zeros(text)), code_(code) {}

Error::Error(ExitCode code, const Problem& problem) : Error(code, problem.text()) {}

std::string Problem::text() const {
  std::string line = where.empty() ? std::string() : where + ": ";
  line += is_warning ? "warning: " : "error: ";
  line += what;
  if (!why.empty()) line += " (" + why + ")";
  line += ".";
  if (!suggestion.empty()) line += " " + suggestion + (suggestion.ends_with('?') ? "" : ".");
  known_problems().add(line, *this);
  return line;
}

void Diagnostics::error(std::string where, std::string what, std::string why,
                        std::string suggestion) {
  problems_.push_back(
      {std::move(where), std::move(what), std::move(why), std::move(suggestion), false});
  ++errors_;
}

void Diagnostics::warning(std::string where, std::string what, std::string why,
                          std::string suggestion) {
  problems_.push_back(
      {std::move(where), std::move(what), std::move(why), std::move(suggestion), true});
}

std::string Diagnostics::text() const {
  std::string all;
  for (const Problem& problem : problems_) {
    if (!all.empty()) all += "\n";
    all += problem.text();
  }
  return all;
}

void Diagnostics::throw_if_errors() const {
  if (has_errors()) throw Error(ExitCode::usage, text());
}

}  // namespace montecopter
