#include "simulate/flight_plan.hpp"

#include <cmath>
#include <cstring>
#include <set>

#include "dynamics/random/stream.hpp"
#include "dynamics/scalar.hpp"
#include "dynamics/state.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/multirotor_terms.hpp"
#include "scenario/paths.hpp"

namespace montecopter {
namespace {

static_assert(signal_names.size() == signal_count);

const Multirotor& multirotor(const Scenario& scenario) {
  return std::get<Multirotor>(scenario.vehicle);
}

/// The numbers that the samples have of their own.
std::vector<std::string> dispersed_paths(const Plan& plan) {
  Scenario probe = plan.scenario;
  std::vector<std::string> paths;
  for (const Dispersion& dispersion : plan.dispersions) {
    for (const NumberRef& ref : find_numbers(probe, dispersion.path)) paths.push_back(ref.path);
  }
  return paths;
}

/// The same, and the numbers that the points of a sweep have of their own.
std::vector<std::string> varied_paths(const Plan& plan) {
  Scenario probe = plan.scenario;
  std::vector<std::string> paths = dispersed_paths(plan);
  for (std::size_t axis = 0; axis < plan.sweep.axes(); ++axis) {
    for (const NumberRef& ref : find_numbers(probe, plan.sweep.path(axis)))
      paths.push_back(ref.path);
  }
  return paths;
}

/// Whether some of the numbers that vary are among those of a path.
class Varies {
 public:
  explicit Varies(const std::vector<std::string>& paths) : paths_(paths) {}

  bool operator()(std::string_view prefix) const {
    for (const std::string& path : paths_) {
      if (path.compare(0, prefix.size(), prefix) == 0) return true;
    }
    return false;
  }
  bool any_ends_with(std::string_view suffix) const {
    for (const std::string& path : paths_) {
      if (path.size() >= suffix.size() &&
          path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0) {
        return true;
      }
    }
    return false;
  }

 private:
  const std::vector<std::string>& paths_;
};

/// The terms that some sample needs: those with a value, and those whose value is dispersed.
MultirotorTerms find_terms(const Multirotor& vehicle, const Varies& varies) {
  MultirotorTerms terms = terms_of(vehicle);
  const auto also = [&](bool MultirotorTerms::*term, bool varied) {
    terms.*term = terms.*term || varied;
  };
  using T = MultirotorTerms;
  also(&T::quadratic_drag, varies("vehicle.quadratic_drag_n_s2_m2"));
  also(&T::linear_drag, varies("vehicle.linear_drag_n_s_m"));
  also(&T::rotor_drag, varies("vehicle.rotor_drag_1_s"));
  also(&T::translational_lift, varies("vehicle.translational_lift_1_m"));
  also(&T::quadratic_moment, varies("vehicle.quadratic_aero_moment_n_m_s2"));
  also(&T::linear_moment, varies("vehicle.linear_aero_moment_n_m_s"));
  also(&T::velocity_moment, varies("vehicle.velocity_aero_moment_n_s"));
  also(&T::full_inertia, varies("vehicle.inertia_kg_m2.turn_rad"));
  for (const char* entry : {".xy", ".xz", ".yz", ".yx", ".zx", ".zy"}) {
    also(&T::full_inertia, varies.any_ends_with(entry));
  }
  also(&T::rotor_momentum, varies.any_ends_with(".motor.rotor_inertia_kg_m2"));
  also(&T::force_noise, varies("vehicle.process_noise.force_n2_s"));
  also(&T::moment_noise, varies("vehicle.process_noise.moment_n2_m2_s"));
  return terms;
}

}  // namespace

PreparedFlights::PreparedFlights(const Plan& plan) : dispersed(dispersed_paths(plan)) {
  const Scenario& scenario = plan.scenario;
  const Multirotor& vehicle = multirotor(scenario);
  const auto& table = std::get<CommandTable>(scenario.controller);
  const std::vector<std::string> varied = varied_paths(plan);
  const Varies varies(varied);
  FlightPlan& f = flights;
  const Rotor& first = vehicle.rotors.front();  // all have the same law and motor
  f.law = static_cast<int>(first.law.index());
  f.motor = static_cast<int>(first.motor.index());
  f.motor_states = std::visit([](const auto& motor) { return motor.states; }, first.motor);
  if (const auto* law = std::get_if<PerformanceTableRotor>(&first.law)) f.table = law->table();
  f.rotors = static_cast<int>(vehicle.rotors.size());
  f.integrator = integrator_kind(scenario.integrator.type).value();
  f.aligned = all_rotors_aligned(vehicle) && !varies.any_ends_with(".axis.x") &&
              !varies.any_ends_with(".axis.y");
  const bool exact_count = f.rotors == 4 || f.rotors == 6 || f.rotors == 8;
  f.capacity = f.aligned && exact_count && info(f.integrator).stepping == Stepping::lanes
                   ? f.rotors
                   : static_cast<int>(max_rotors);
  f.step_s = plan.time.step_s;
  f.steps = plan.time.steps;
  f.noise_every = plan.time.noise_every;
  f.seed = static_cast<std::uint64_t>(scenario.monte_carlo.seed);
  f.noise_stream = stream_hash("process.white");
  for (const auto& row : table.rows) commands.insert(commands.end(), row.begin() + 1, row.end());
  command_steps = plan.time.command_steps;
  f.commands = commands.data();
  f.command_steps = command_steps.data();
  f.command_rows = static_cast<std::int64_t>(command_steps.size());
  f.output_every = plan.time.output_every;
  for (int s = 0; s < signal_count; ++s) {
    for (const Column& column : plan.layout.columns) {
      if (column.rows == Rows::trace_sample && column.name == signal_names[s]) f.traced[s] = true;
    }
  }
  f.checkpoints = plan.checkpoints.data();
  f = at(scenario);
}

int PreparedFlights::state_size() const {
  return rigid_body_size + flights.motor_states * flights.rotors;
}

FlightPlan PreparedFlights::at(const Scenario& there) const {
  FlightPlan flights_there = flights;
  flights_there.terms = find_terms(multirotor(there), Varies(dispersed));
  flights_there.relative_tolerance = there.integrator.relative_tolerance;
  flights_there.absolute_tolerance = there.integrator.absolute_tolerance;
  return flights_there;
}

bool fly_together(const FlightPlan& a, const FlightPlan& b) {
  return a.relative_tolerance == b.relative_tolerance &&
         a.absolute_tolerance == b.absolute_tolerance &&
         std::memcmp(&a.terms, &b.terms, sizeof(a.terms)) == 0;
}

SampleBuilder::SampleBuilder(const Plan& plan, const PreparedFlights& prepared)
    : plan_(plan), prepared_(prepared), scenario_(plan.scenario), swept_(plan.sweep, scenario_) {
  std::set<const double*> swept;
  for (std::size_t axis = 0; axis < plan.sweep.axes(); ++axis) {
    for (const NumberRef& ref : find_numbers(scenario_, plan.sweep.path(axis))) {
      swept.insert(ref.value);
    }
  }
  for (const Dispersion& dispersion : plan.dispersions) {
    std::vector<Target> targets;
    for (const NumberRef& ref : find_numbers(scenario_, dispersion.path)) {
      targets.push_back({ref, dispersion.nominals[targets.size()], swept.count(ref.value) > 0});
    }
    targets_.push_back(std::move(targets));
  }
}

void SampleBuilder::apply_point(std::int64_t point, std::span<double> inputs) const {
  swept_.go_to(point);
  for (std::size_t axis = 0; axis < plan_.sweep.axes(); ++axis) {
    inputs[targets_.size() + axis] = plan_.sweep.value(axis, point);
  }
}

bool SampleBuilder::apply_draws(std::uint64_t counter, std::span<double> inputs) {
  bool valid = true;
  for (std::size_t d = 0; d < targets_.size(); ++d) {
    const Dispersion& dispersion = plan_.dispersions[d];
    inputs[d] = dispersion.draw(prepared_.flights.seed, counter);
    for (const Target& target : targets_[d]) {
      double& value = *target.number.value;
      value = applied(dispersion.apply, target.is_swept ? value : target.nominal, inputs[d]);
      valid = valid && target.number.range.contains(value);
    }
  }
  return valid;
}

bool SampleBuilder::build(std::int64_t row, std::span<double> inputs, double* constants,
                          double* state) {
  apply_point(plan_.point_of(row), inputs);
  if (!apply_draws(plan_.counter_of(row), inputs)) return false;
  const Multirotor& vehicle = multirotor(scenario_);
  if (!is_flyable(vehicle, prepared_.flights.integrator, plan_.time.step_s)) return false;
  Surroundings around;
  around.gravity_m_s2 = scenario_.environment.gravity_m_s2;
  around.air_density_kg_m3 = scenario_.environment.air_density_kg_m3;
  for (const Wind& wind : scenario_.wind) {
    const auto& to = std::get<SteadyWind>(wind).to_m_s;
    for (int k = 0; k < 3; ++k) around.wind_to_m_s[k] += to[k];
  }
  around.noise_period_s = static_cast<double>(plan_.time.noise_every) * plan_.time.step_s;
  fold_multirotor(vehicle, around, prepared_.flights.capacity, constants);
  return fill_initial_state(state);
}

bool SampleBuilder::fill_initial_state(double* state) const {
  const InitialState& initial = scenario_.simulation.initial;
  const auto& q = initial.attitude;
  const double norm =
      std::sqrt(std::fma(q[0], q[0], std::fma(q[1], q[1], std::fma(q[2], q[2], q[3] * q[3]))));
  if (!(std::fabs(norm - 1) < 1e-2)) return false;
  for (int k = 0; k < 3; ++k) {
    state[k] = initial.position_m[k];
    state[3 + k] = initial.velocity_m_s[k];
    state[10 + k] = initial.body_rate_rad_s[k];
  }
  for (int k = 0; k < 4; ++k) state[6 + k] = q[k] / norm;
  fill_motor_states(state + rigid_body_size);
  return true;
}

/// State 0 of every motor, then state 1: as given, or settled at the first command.
void SampleBuilder::fill_motor_states(double* state) const {
  const FlightPlan& f = prepared_.flights;
  const std::vector<double>& given = scenario_.simulation.initial.actuators;
  const Multirotor& vehicle = multirotor(scenario_);
  for (int i = 0; i < f.rotors && f.motor_states > 0; ++i) {
    std::array<double, most_motor_states> x = settled_motor(
        vehicle.rotors[i], prepared_.commands[i], scenario_.environment.air_density_kg_m3);
    for (int k = 0; k < f.motor_states; ++k) {
      const auto at = static_cast<std::size_t>(k * f.rotors + i);
      if (at < given.size()) x[k] = given[at];
    }
    x[0] = limit_motor_state(vehicle.rotors[i], x[0]);
    for (int k = 0; k < f.motor_states; ++k) state[k * f.rotors + i] = x[k];
  }
}

}  // namespace montecopter
