#pragma once
/// JUnit XML, which CI services show: suites of cases that passed, failed (a verdict of no) or
/// could not be judged (an error). There is no official schema; this is the subset that services
/// share (github.com/testmoapp/junitxml).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter {

struct JunitCase {
  enum class Outcome { passed, failed, error };
  std::string name;
  Outcome outcome = Outcome::passed;
  std::string message;                ///< one line; of a case that did not pass
  std::string details;                ///< any text
  std::optional<double> time_s = {};  ///< wall-clock time of the case
};

struct JunitSuite {
  std::string name;
  std::vector<JunitCase> cases;
  std::optional<double> time_s = {};  ///< wall-clock time of all cases
};

/// Beginning of each junit_text().
inline constexpr std::string_view junit_mark =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"montecopter\"";

/// A whole document, ending with a newline. What XML cannot hold is
/// written as printable() does.
std::string junit_text(const JunitSuite& suite);

/// Text as XML: & < > " are written as entities.
std::string xml_quote(std::string_view text);

}  // namespace montecopter
