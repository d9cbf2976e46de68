/// montecopter converge: the integration error of a flight, estimated with ever shorter steps.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "commands.hpp"
#include "core/base/identity.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/numerics/angles.hpp"
#include "flying.hpp"
#include "options.hpp"
#include "plan/refine.hpp"
#include "scenario/derived/flights_sha256.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/flights_in_memory.hpp"
#include "streams.hpp"
#include "vehicle/performance/convergence.hpp"

namespace montecopter::cli {
namespace {

struct ConvergeRequest {
  std::string scenario;
  std::vector<std::string> overrides;
  std::string halvings = "4", tolerance_m = "0.001", tolerance_deg = "0.01";
  bool json = false;
};

/// Largest distance between two flights at the times of their traces.
struct Difference {
  double position_m = 0, attitude_deg = 0;
};

/// Differences below these are rounding errors.
constexpr Difference rounding = {1e-11, 1e-10};

/// Angle of the rotation between two attitudes: |p - q| = 2 sin(angle / 4) for unit quaternions.
double angle_deg(std::span<const double> p, std::span<const double> q) {
  double apart = 0, opposite = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    apart += (p[k] - q[k]) * (p[k] - q[k]), opposite += (p[k] + q[k]) * (p[k] + q[k]);
  }
  const double chord = std::sqrt(std::min(apart, opposite));
  return 4 * std::asin(std::min(chord / 2, 1.0)) * deg_per_rad;
}

Difference difference(const FlightsInMemory& a, const FlightsInMemory& b) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (a.status() != b.status() || a.status() == Status::invalid_input) {
    return {infinite, infinite};
  }
  Difference most;
  for (std::int64_t n = 0; n < a.outputs(); ++n) {
    const auto p = a.at("position", n), q = b.at("position", n);
    if (std::isnan(p[0]) || std::isnan(q[0]))
      break;  // one flight has ended, within the error of its end
    most.position_m = std::max(most.position_m, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
    most.attitude_deg =
        std::max(most.attitude_deg, angle_deg(a.at("attitude", n), b.at("attitude", n)));
  }
  return most;
}

/// Errors and orders of a scenario.
struct Result {
  std::string name, integrator, flights_sha256;
  std::vector<std::string> left_out;
  std::vector<double> steps_s;
  std::vector<Difference> differences;  ///< between each step and the next
  Convergence position, attitude;
  double tolerance_m = 0, tolerance_deg = 0;

  bool is_good(std::size_t step) const {
    return position.errors[step] <= tolerance_m && attitude.errors[step] <= tolerance_deg;
  }
  /// The longest step that meets the tolerances together with all shorter ones.
  std::optional<std::size_t> longest_good() const {
    std::vector<bool> good;
    for (std::size_t k = 0; k < steps_s.size(); ++k) good.push_back(is_good(k));
    return longest_reliable(good);
  }
  /// The shortest step that misses the tolerances though a longer one meets them.
  std::optional<std::size_t> shortest_relapse() const {
    for (std::size_t k = steps_s.size(); k-- > 1;) {
      if (is_good(k)) continue;
      for (std::size_t longer = 0; longer < k; ++longer) {
        if (is_good(longer)) return k;
      }
    }
    return std::nullopt;
  }
};

std::vector<double> each(const std::vector<Difference>& all, double Difference::*part) {
  std::vector<double> numbers;
  for (const Difference& d : all) numbers.push_back(d.*part);
  return numbers;
}

void refuse_own_steps(const Scenario& scenario) {
  if (!is_controlled(integrator_kind(scenario.integrator.type).value())) return;
  throw Error(
      ExitCode::usage,
      Problem{"integrator.type", fmt::format("{} chooses its own steps", scenario.integrator.type),
              "its tolerances decide how large its errors are",
              "Use an integrator with fixed steps"});
}

Result fly_all(const ConvergeRequest& request) {
  Result result;
  const auto halvings = static_cast<int>(whole_number("--halvings", request.halvings, 2, 8));
  result.tolerance_m = positive_number("--tolerance-m", request.tolerance_m, 1e9);
  result.tolerance_deg = positive_number("--tolerance-deg", request.tolerance_deg, 180);
  LoadedScenario loaded = load_scenario(request.scenario, request.overrides);
  for (const Problem& warning : loaded.warnings) remark(warning.text() + "\n");
  refuse_own_steps(loaded.scenario);
  result.name = loaded.scenario.name;
  result.integrator = loaded.scenario.integrator.type;
  result.flights_sha256 = flights_sha256(loaded.resolved);
  const Scenario nominal = nominal_flight(loaded.scenario, result.left_out);
  std::optional<FlightsInMemory> longer;
  for (int k = 0; k <= halvings; ++k) {
    loaded.scenario = refined(nominal, k);
    Plan plan = plan_to_fly(loaded);
    try_programs(plan, choose_kernel("auto"), loaded.controller_at);
    FlightsInMemory flown(std::move(plan), choose_kernel("auto"));
    result.steps_s.push_back(flown.plan().time.step_s);
    if (longer) result.differences.push_back(difference(*longer, flown));
    longer.emplace(std::move(flown));
  }
  const double order = info(*integrator_kind(result.integrator)).order;
  result.position =
      extrapolate(each(result.differences, &Difference::position_m), order, rounding.position_m);
  result.attitude = extrapolate(each(result.differences, &Difference::attitude_deg), order,
                                rounding.attitude_deg);
  return result;
}

/// Element i of a list, or NaN if the list is shorter.
double element(const std::vector<double>& list, std::size_t i) {
  return i < list.size() ? list[i] : std::nan("");
}

std::string advice(const Result& r) {
  const auto good = r.longest_good(), relapse = r.shortest_relapse();
  std::string text =
      good ? fmt::format("longest tested step that meets {} m and {} deg: {} s{}", r.tolerance_m,
                         r.tolerance_deg, format_double(r.steps_s[*good]),
                         *good == 0 ? ", the step of the scenario" : "")
           : fmt::format("no tested step meets {} m and {} deg", r.tolerance_m, r.tolerance_deg);
  if (relapse) {
    text += fmt::format(
        "\nlonger steps meet them only by chance: {} s does not. The errors do not fall with the "
        "step, because a limit, a ground contact or an event lies inside a step",
        format_double(r.steps_s[*relapse]));
  }
  return text + "\n";
}

std::string text_of(const Result& r) {
  std::string text = fmt::format("{}: {}, the nominal flight", r.name, r.integrator);
  if (!r.left_out.empty()) text += " without " + join(r.left_out);
  Table table{{"step [s]", "position error [m]", "order", "attitude error [deg]", "order"}, {}};
  for (std::size_t k = 0; k < r.steps_s.size(); ++k) {
    table.rows.push_back({format_double(r.steps_s[k]), fmt::format("{:.2e}", r.position.errors[k]),
                          significant(element(r.position.orders, k), 3),
                          fmt::format("{:.2e}", r.attitude.errors[k]),
                          significant(element(r.attitude.orders, k), 3)});
  }
  return text + "\n" + table_text(table, table_width()) + advice(r);
}

std::string json_of(const Result& r) {
  Json steps = Json::array();
  for (std::size_t k = 0; k < r.steps_s.size(); ++k) {
    const bool is_last = k == r.differences.size();
    const Difference d = is_last ? Difference{std::nan(""), std::nan("")} : r.differences[k];
    steps.add(Json::object()
                  .set("step_s", Json::number(r.steps_s[k]))
                  .set("position_difference_m", Json::number(d.position_m))
                  .set("position_error_m", Json::number(r.position.errors[k]))
                  .set("position_order", Json::number(element(r.position.orders, k)))
                  .set("attitude_difference_deg", Json::number(d.attitude_deg))
                  .set("attitude_error_deg", Json::number(r.attitude.errors[k]))
                  .set("attitude_order", Json::number(element(r.attitude.orders, k))));
  }
  const auto good = r.longest_good();
  return Json::object()
             .set("kind", Json::text("convergence"))
             .set("name", Json::text(r.name))
             .set("build", Json::text(build_name))
             .set("flights_sha256", Json::text(r.flights_sha256))
             .set("integrator", Json::text(r.integrator))
             .set("left_out", Json::texts(r.left_out))
             .set("tolerance_m", Json::number(r.tolerance_m))
             .set("tolerance_deg", Json::number(r.tolerance_deg))
             .set("steps", std::move(steps))
             .set("recommended_step_s", good ? Json::number(r.steps_s[*good]) : Json())
             .print() +
         "\n";
}

ExitCode converge(const ConvergeRequest& request) {
  const Result result = fly_all(request);
  answer(request.json ? json_of(result) : text_of(result));
  return result.longest_good() == 0u ? ExitCode::ok : ExitCode::no;
}

}  // namespace

Command converge_command() {
  auto request = std::make_shared<ConvergeRequest>();
  return {
      .name = "converge",
      .doc =
          "Fly with ever shorter steps and estimate the error of each; exit 1 if the step of the "
          "scenario is too long",
      .options =
          {
              scenario_argument(request->scenario),
              set_option(request->overrides,
                         "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)"),
              {"--halvings", &request->halvings,
               "Number of times the step is halved, 2 to 8; default: 4", "N"},
              {"--tolerance-m", &request->tolerance_m,
               "Largest acceptable error of position, in m; default: 0.001", "X"},
              {"--tolerance-deg", &request->tolerance_deg,
               "Largest acceptable error of attitude, in degrees; default: 0.01", "X"},
              {"--json", &request->json, "Print JSON"},
          },
      .footer =
          "Examples:\n"
          "  montecopter converge hover.toml\n"
          "  montecopter converge hover.toml --set integrator.type=euler --tolerance-m 0.01 "
          "--json\n"
          "Halving the step does not change the rates of controllers, sensors and outputs: they "
          "stay whole numbers of steps.",
      .run = [request] { return converge(*request); },
  };
}

}  // namespace montecopter::cli
