#pragma once
/// Findings of a folder: a table that grows line by line, JSON, JUnit XML, Markdown.

#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/junit.hpp"
#include "results/regress/examination.hpp"

namespace montecopter::regress {

struct Findings {
  std::string folder;  ///< as given
  std::vector<Examination> cases;
  double wall_s = 0;

  /// The worst exit code of all cases: io, refused, no, ok.
  ExitCode exit_code() const;
  std::int64_t count(Verdict verdict) const;
  /// "24 scenarios: 22 same, 1 differs, 1 missing"
  std::string summary() const;
};

/// Lines of a table with columns wide enough for these names.
class Lines {
 public:
  explicit Lines(const std::vector<std::string>& names);
  std::string head() const;
  std::string line(const Examination& examination) const;

 private:
  std::size_t name_width_;
};

/// What differs in scenario and program, in several lines; empty if nothing does.
std::string inputs_text(const Examination& examination);
/// Title of the details of a case.
std::string_view details_title(const Examination& examination);

/// Several lines about a case that is not the same, or whose scenario or program differs; else
/// empty. The order is: scenario and program, requirements, metrics, signals, digests.
std::string details_text(const Examination& examination);

std::string findings_markdown(const Findings& findings);
/// Beginning of each findings_html().
inline constexpr std::string_view page_mark = "<!DOCTYPE html><!-- montecopter regress -->";
/// One HTML page for a pull request, without scripts and without other files (page.cpp).
std::string findings_html(const Findings& findings);
Json findings_json(const Findings& findings);
/// A JUnit case for each scenario: a difference is a failure, a scenario that could not be compared
/// is an error.
JunitSuite findings_junit(const Findings& findings);

}  // namespace montecopter::regress
