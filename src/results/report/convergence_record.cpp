#include "results/report/convergence_record.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "results/report/html.hpp"
#include "scenario/derived/flights_sha256.hpp"

namespace montecopter::report {
namespace {

using nlohmann::json;

[[noreturn]] void refuse_kind(const std::string& name, const std::string& why) {
  throw Error(ExitCode::usage,
              fmt::format("{}: error: this is not an output of `converge --json` ({}). Create one: "
                          "montecopter converge SCENARIO.toml --json > {}",
                          name, why, name));
}

/// A number, or null, which stands for NaN.
double number_at(const json& table, const char* key) {
  const json& value = table.at(key);
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::string error_text(double error) {
  return std::isfinite(error) ? fmt::format("{:.2e}", error) : "unknown";
}

std::string order_text(double order) {
  return std::isfinite(order) ? fmt::format("{:.3g}", order) : "";
}

std::string table_of(const json& answer) {
  HtmlTable table(fmt::format("Integrator {}: error at each step, by Richardson extrapolation",
                              text(answer.at("integrator").get<std::string>())),
                  {"step [s]", "position error [m]", "order", "attitude error [deg]", "order"});
  for (const json& step : answer.at("steps")) {
    table.row({format_double(step.at("step_s").get<double>()),
               error_text(number_at(step, "position_error_m")),
               order_text(number_at(step, "position_order")),
               error_text(number_at(step, "attitude_error_deg")),
               order_text(number_at(step, "attitude_order"))});
  }
  return table.html();
}

std::string conclusion_of(const json& answer) {
  const double tolerance_m = answer.at("tolerance_m").get<double>();
  const double tolerance_deg = answer.at("tolerance_deg").get<double>();
  const double step_s = number_at(answer, "recommended_step_s");
  const std::string tolerances =
      fmt::format("{} m and {} deg", format_double(tolerance_m), format_double(tolerance_deg));
  if (!std::isfinite(step_s)) return "No tested step meets " + tolerances + ".";
  return fmt::format("Longest tested step that meets {}: {} s.", tolerances, format_double(step_s));
}

}  // namespace

std::string convergence_html(const std::string& given, const std::string& name,
                             const std::string& resolved) {
  try {
    const json answer = json::parse(given);
    if (answer.at("kind") != "convergence") refuse_kind(name, "it has another kind");
    if (answer.at("flights_sha256") != flights_sha256(resolved)) {
      throw Error(
          ExitCode::refused,
          Problem{name, "it does not belong to the scenario of the result",
                  fmt::format("flights sha256 {}, the result has {}",
                              answer.at("flights_sha256").get<std::string>().substr(0, 16),
                              flights_sha256(resolved).substr(0, 16)),
                  "Run converge on the scenario of the result, with the same --set options"});
    }
    return table_of(answer) + "<p>" + conclusion_of(answer) +
           " Flights sha256 of the scenario: <code>" + flights_sha256(resolved) + "</code></p>\n";
  } catch (const json::exception& error) {
    refuse_kind(name, std::string("it cannot be read: ") + error.what());
  }
}

}  // namespace montecopter::report
