#include "plan/refine.hpp"

#include <cmath>

#include "dynamics/distributions/distribution.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "dynamics/winds/wind.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {
namespace {

bool leave_noise_out(Scenario& scenario) {
  return std::visit(
      [](auto& vehicle) {
        const bool in_every_step =
            !vehicle.process_noise.rate_hz &&
            (vehicle.process_noise.force_n2_s != 0 || vehicle.process_noise.moment_n2_m2_s != 0);
        if (in_every_step) vehicle.process_noise = {};
        return in_every_step;
      },
      *scenario.vehicle);
}

bool is_turbulence(const Wind& wind) {
  return std::visit([]<class W>(const W&) { return Turbulent<W>; }, wind);
}

}  // namespace

Scenario nominal_flight(const Scenario& scenario, std::vector<std::string>& left_out) {
  Scenario nominal = scenario;
  if (!scenario.disperse.empty()) left_out.push_back("dispersions");
  if (!scenario.sweep.empty()) left_out.push_back("sweeps");
  nominal.disperse.clear();
  nominal.correlate.clear();
  nominal.sweep.clear();
  nominal.monte_carlo = {};
  nominal.monte_carlo.seed = scenario.monte_carlo.seed;
  nominal.output.signals = {"position", "attitude"};
  nominal.output.traces = "all";
  nominal.output.dtype = "f64";
  if (leave_noise_out(nominal)) left_out.push_back("process noise");
  if (std::erase_if(nominal.wind, is_turbulence) > 0) left_out.push_back("turbulence");
  return nominal;
}

Scenario refined(const Scenario& scenario, int halvings) {
  Scenario fine = scenario;
  const auto times = std::int64_t{1} << halvings;
  Integrator& integrator = fine.integrator;
  if (integrator.step_s) *integrator.step_s /= static_cast<double>(times);
  if (integrator.rate_hz) integrator.rate_hz->numerator *= times;
  if (fine.simulation.steps) *fine.simulation.steps *= times;
  if (!fine.output.rate_hz) fine.output.every_steps = fine.output.every_steps.value_or(1) * times;
  TimedRows* table = command_rows(*fine.controller);
  if (table == nullptr) table = set_points(*fine.controller);
  if (table != nullptr && table->time == "step") {
    for (std::vector<double>& row : table->rows) row[0] *= static_cast<double>(times);
  }
  return fine;
}

}  // namespace montecopter
