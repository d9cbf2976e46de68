#pragma once
/// Verdicts for people (a table, Markdown) and for programs (JSON, JUnit XML).

#include <string>

#include "base/json.hpp"
#include "base/junit.hpp"
#include "base/table.hpp"
#include "requirements/judge.hpp"

namespace montecopter {

/// A table with a row for each requirement, and sentences on those that are not met.
std::string judgements_text(const Judgements& judgements, std::size_t width = usual_table_width);
std::string judgements_markdown(const Judgements& judgements);
/// A list of objects, in the order of the rows.
Json judgements_json(const Judgements& judgements);
/// A case for each requirement and point. Violated is a failure, undecided is one, too, and what
/// was not flown an error.
JunitSuite judgements_junit(const Judgements& judgements, const std::string& scenario);

/// "3 requirements: 1 met, 1 violated, 1 undecided"
std::string verdict_counts(const Judgements& judgements);

}  // namespace montecopter
