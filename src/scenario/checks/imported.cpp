/// Checks that each omitted filter has exactly the keys of its form.

#include <fmt/format.h>

#include "scenario/checks/validate.hpp"

namespace montecopter {
namespace {

struct GivenNumber {
  const char* key;
  bool is_given, is_needed, is_possible;
};

void check_left_out(const OmittedSettings& row, const std::string& path, Report& report) {
  if (!report.clean(path)) return;
  if (row.filter.has_value() != row.on.has_value()) {
    report.error(path, row.filter ? "the place of the filter is missing" : "there is no filter",
                 "its effect on margins depends on both",
                 row.filter ? "Give on = \"body_rate\"" : "Give filter = \"low_pass\"");
    return;
  }
  const bool is_any = row.is_there();
  const auto is = [&](OmittedForm form) { return is_any && row.form() == form; };
  const bool has_frequency = is(OmittedForm::low_pass) || is(OmittedForm::notch);
  const GivenNumber numbers[] = {
      {"order", row.order.has_value(), false, is(OmittedForm::low_pass)},
      {"count", row.count.has_value(), false, has_frequency},
      {"frequency_hz", row.frequency_hz.has_value(), has_frequency, has_frequency},
      {"bandwidth_hz", row.bandwidth_hz.has_value(), is(OmittedForm::notch),
       is(OmittedForm::notch)},
      {"delay_s", row.delay_s.has_value(), is(OmittedForm::delay), is(OmittedForm::delay)},
  };
  for (const GivenNumber& number : numbers) {
    const std::string of = is_any ? fmt::format("a {}", *row.filter) : "a row without filter";
    if (number.is_needed && !number.is_given) {
      report.error(path, fmt::format("'{}' of {} is missing", number.key, of));
    } else if (number.is_given && !number.is_possible) {
      report.error(path + "." + number.key, fmt::format("{} has no '{}'", of, number.key), "",
                   "Remove it");
    }
  }
}

}  // namespace

void validate_imported(const Scenario& scenario, Report& report) {
  if (!scenario.imported) return;
  const std::vector<OmittedSettings>& rows = scenario.imported->left_out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    check_left_out(rows[i], fmt::format("imported.left_out.{}", i), report);
  }
}

}  // namespace montecopter
