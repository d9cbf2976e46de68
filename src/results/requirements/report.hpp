#pragma once
/// Verdicts for people (a table, Markdown, LaTeX) and for programs (JSON, JUnit XML).

#include <string>

#include "core/base/json.hpp"
#include "core/base/junit.hpp"
#include "core/base/table.hpp"
#include "results/requirements/judge.hpp"

namespace montecopter {

/// A probability nearer than this to 0 or 1 is printed as its distance from there: 1.3e-4.
inline constexpr double near_certain = 0.01;

struct ShownNumber {
  double value = 0;
  std::string text;
};
/// The printed numbers of a finding: 1 - P where P is close to 1.
struct ShownNumbers {
  bool of_complement = false;  ///< 1 - P in place of P
  ShownNumber observed, low, high;
};
ShownNumbers shown_numbers(const Judgement& row);

/// The observed number and its one-sided bounds: "0.9512", "1.3e-4", or "1-P: 1.3e-4".
std::string observed_text(const Judgement& row);
std::string bounds_text(const Judgement& row);

/// Why a requirement is undecided, and how many samples would decide it; "" if it is decided.
std::string decision_text(const Judgement& row);

/// A table with a row for each requirement, and sentences about requirements that are not met.
std::string judgements_text(const Judgements& judgements, std::size_t width = usual_table_width);
/// The same for LaTeX, with a column for the unit, and the sentences as comments.
std::string judgements_latex(const Judgements& judgements);
std::string judgements_markdown(const Judgements& judgements);
/// A JSON list of objects, in the order of the rows.
Json judgements_json(const Judgements& judgements);
/// A JUnit case for each requirement and point: violated and undecided are failures, not flown is
/// an error.
JunitSuite judgements_junit(const Judgements& judgements, const std::string& scenario);

/// "3 requirements: 1 met, 1 violated, 1 undecided"
std::string verdict_counts(const Judgements& judgements);

}  // namespace montecopter
