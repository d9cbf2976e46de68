#include "core/base/junit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/printable.hpp"

namespace montecopter {
namespace {

std::int64_t count(const JunitSuite& suite, JunitCase::Outcome outcome) {
  return std::count_if(suite.cases.begin(), suite.cases.end(),
                       [&](const JunitCase& one) { return one.outcome == outcome; });
}

std::string case_text(const JunitSuite& suite, const JunitCase& one) {
  std::string text = fmt::format("  <testcase classname=\"{}\" name=\"{}\"", xml_quote(suite.name),
                                 xml_quote(one.name));
  if (one.time_s) text += fmt::format(" time=\"{:.3f}\"", *one.time_s);
  if (one.outcome == JunitCase::Outcome::passed) {
    if (one.details.empty()) return text + "/>\n";
    return text + fmt::format(">\n    <system-out>{}</system-out>\n  </testcase>\n",
                              xml_quote(one.details));
  }
  const char* element = one.outcome == JunitCase::Outcome::failed ? "failure" : "error";
  return text + fmt::format(">\n    <{0} message=\"{1}\">{2}</{0}>\n  </testcase>\n", element,
                            xml_quote(one.message), xml_quote(one.details));
}

}  // namespace

std::string xml_quote(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string junit_text(const JunitSuite& suite) {
  std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", suite.cases.size(),
                                   count(suite, JunitCase::Outcome::failed),
                                   count(suite, JunitCase::Outcome::error));
  if (suite.time_s) counts += fmt::format(" time=\"{:.3f}\"", *suite.time_s);
  std::string text = fmt::format("{0} {1}>\n<testsuite name=\"{2}\" {1}>\n", junit_mark, counts,
                                 xml_quote(suite.name));
  for (const JunitCase& one : suite.cases) text += case_text(suite, one);
  return text + "</testsuite>\n</testsuites>\n";
}

}  // namespace montecopter
