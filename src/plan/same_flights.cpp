#include "plan/same_flights.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace montecopter {
namespace {

bool has_process_noise(const Scenario& scenario) {
  return std::visit(
      [](const auto& vehicle) {
        const ProcessNoise& noise = vehicle.process_noise;
        return noise.force_n2_s != 0 || noise.moment_n2_m2_s != 0;
      },
      scenario.vehicle);
}

bool has_turbulence(const Scenario& scenario) {
  return std::any_of(scenario.wind.begin(), scenario.wind.end(), [](const Wind& wind) {
    return std::visit([]<class W>(const W&) { return Turbulent<W>; }, wind);
  });
}

}  // namespace

std::vector<Problem> same_flight_warnings(const Plan& plan) {
  const Scenario& scenario = plan.scenario;
  // Sensors count as noisy: what they read is stored, or steers by an estimator.
  const bool differ = !plan.dispersions.empty() || !scenario.sensors.empty() ||
                      has_process_noise(scenario) || has_turbulence(scenario);
  if (differ || plan.samples_per_point == 1 || !scenario.monte_carlo.only.empty()) return {};
  return {{.where = "monte_carlo.samples",
           .what = fmt::format("all {} samples{} are the same flight", plan.samples_per_point,
                               plan.sweep.axes() == 0 ? "" : " of a point"),
           .why = "nothing is dispersed, and there is neither noise nor turbulence",
           .suggestion = "Set monte_carlo.samples = 1, or disperse what varies",
           .is_warning = true}};
}

}  // namespace montecopter
