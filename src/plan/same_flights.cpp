#include "plan/same_flights.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/random_streams.hpp"

namespace montecopter {
namespace {

bool has_process_noise(const Scenario& scenario) {
  return std::visit(
      [](const auto& vehicle) {
        const ProcessNoise& noise = vehicle.process_noise;
        return noise.force_n2_s != 0 || noise.moment_n2_m2_s != 0;
      },
      *scenario.vehicle);
}

/// Whether samples differ in their draws from some stream. Sensors count as noisy: their readings
/// are stored, or feed an estimator.
bool draw_differently(const Scenario& scenario) {
  const std::vector<NamedStream> streams = random_streams(scenario);
  return std::any_of(streams.begin(), streams.end(), [&](const NamedStream& stream) {
    if (is_frozen(scenario.monte_carlo, stream.purpose, stream.name)) return false;
    return stream.purpose != StreamPurpose::process || has_process_noise(scenario);
  });
}

}  // namespace

std::vector<Problem> same_flight_warnings(const Plan& plan) {
  const Scenario& scenario = plan.scenario;
  const bool are_drawn = std::any_of(plan.dispersions.begin(), plan.dispersions.end(),
                                     [](const Dispersion& d) { return !d.is_frozen; });
  if (are_drawn || draw_differently(scenario) || plan.samples_per_point == 1 ||
      !scenario.monte_carlo.only.empty())
    return {};
  const bool are_frozen = !scenario.monte_carlo.freeze.empty();
  return {{.where = "monte_carlo.samples",
           .what = fmt::format("all {} samples{} are the same flight", plan.samples_per_point,
                               plan.sweep.axes() == 0 ? "" : " of a point"),
           .why = are_frozen ? "monte_carlo.freeze freezes every random stream"
                             : "nothing is dispersed, and there is neither noise nor turbulence",
           .suggestion = are_frozen ? "Set monte_carlo.samples = 1, or freeze less"
                                    : "Set monte_carlo.samples = 1, or disperse an input",
           .is_warning = true}};
}

}  // namespace montecopter
