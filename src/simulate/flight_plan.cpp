#include "simulate/flight_plan.hpp"

#include <cmath>

#include "dynamics/random/stream.hpp"
#include "dynamics/scalar.hpp"
#include "dynamics/state.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "scenario/paths.hpp"

namespace montecopter {
namespace {

static_assert(signal_names.size() == signal_count);

const Multirotor& multirotor(const Scenario& scenario) {
  return std::get<Multirotor>(scenario.vehicle);
}

/// True if some sample may have a non-zero value there: the nominal one, or a dispersed one.
class Varies {
 public:
  explicit Varies(const Plan& plan) {
    Scenario probe = plan.scenario;
    for (const Dispersion& dispersion : plan.dispersions) {
      for (const NumberRef& ref : find_numbers(probe, dispersion.path)) paths_.push_back(ref.path);
    }
  }
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
  std::vector<std::string> paths_;
};

bool has_rotor_inertia(const Multirotor& vehicle) {
  for (const Rotor& rotor : vehicle.rotors) {
    const auto* lag = std::get_if<FirstOrderMotor>(&rotor.motor);
    if (lag != nullptr && lag->rotor_inertia_kg_m2 != 0) return true;
  }
  return false;
}

MultirotorTerms find_terms(const Multirotor& v, const Varies& varies) {
  const Inertia& j = v.inertia_kg_m2;
  const auto& c = v.quadratic_aero_moment_n_m_s2;
  bool diagonal = j.xy == 0 && j.xz == 0 && j.yz == 0;
  bool any_moment = false;
  for (int k = 0; k < 9; ++k) {
    any_moment = any_moment || c[k] != 0;
    diagonal = diagonal && (k % 4 == 0 || c[k] == 0);
  }
  for (const char* entry : {".xy", ".xz", ".yz", ".yx", ".zx", ".zy"}) {
    diagonal = diagonal && !varies.any_ends_with(entry);
  }
  MultirotorTerms terms;
  terms.quadratic_drag = v.quadratic_drag_n_s2_m2 != 0 || varies("vehicle.quadratic_drag_n_s2_m2");
  terms.linear_drag = v.linear_drag_n_s_m != 0 || varies("vehicle.linear_drag_n_s_m");
  const auto& d = v.rotor_drag_1_s;
  terms.rotor_drag = d[0] != 0 || d[1] != 0 || d[2] != 0 || varies("vehicle.rotor_drag_1_s");
  terms.quadratic_moment = any_moment || varies("vehicle.quadratic_aero_moment_n_m_s2");
  terms.linear_moment =
      v.linear_aero_moment_n_m_s != 0 || varies("vehicle.linear_aero_moment_n_m_s");
  terms.full_inertia = !diagonal;
  terms.rotor_momentum = has_rotor_inertia(v) || varies.any_ends_with(".motor.rotor_inertia_kg_m2");
  terms.force_noise = v.process_noise.force_n2_s != 0 || varies("vehicle.process_noise.force_n2_s");
  terms.moment_noise =
      v.process_noise.moment_n2_m2_s != 0 || varies("vehicle.process_noise.moment_n2_m2_s");
  return terms;
}

}  // namespace

PreparedFlights::PreparedFlights(const Plan& plan) {
  const Scenario& scenario = plan.scenario;
  const Multirotor& vehicle = multirotor(scenario);
  const auto& table = std::get<CommandTable>(scenario.controller);
  const Varies varies(plan);
  FlightPlan& f = flights;
  const Rotor& first = vehicle.rotors.front();  // all have the same law and motor
  f.law = static_cast<int>(first.law.index());
  f.motor = static_cast<int>(first.motor.index());
  f.motor_states = std::visit([](const auto& motor) { return motor.has_state; }, first.motor);
  f.rotors = static_cast<int>(vehicle.rotors.size());
  f.integrator = integrator_kind(scenario.integrator.type).value();
  f.aligned = all_rotors_aligned(vehicle) && !varies.any_ends_with(".axis.x") &&
              !varies.any_ends_with(".axis.y");
  const bool exact_count = f.rotors == 4 || f.rotors == 6 || f.rotors == 8;
  f.capacity = f.aligned && exact_count && !is_controlled(f.integrator)
                   ? f.rotors
                   : static_cast<int>(max_rotors);
  f.terms = find_terms(vehicle, varies);
  f.relative_tolerance = scenario.integrator.relative_tolerance;
  f.absolute_tolerance = scenario.integrator.absolute_tolerance;
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
}

int PreparedFlights::state_size() const {
  return rigid_body_size + (flights.motor_states ? flights.capacity : 0);
}

SampleBuilder::SampleBuilder(const Plan& plan, const PreparedFlights& prepared)
    : plan_(plan), prepared_(prepared), scenario_(plan.scenario) {
  for (const Dispersion& dispersion : plan.dispersions) {
    targets_.push_back(find_numbers(scenario_, dispersion.path));
  }
}

bool SampleBuilder::apply_draws(std::int64_t sample, std::span<double> inputs) {
  bool valid = true;
  for (std::size_t d = 0; d < targets_.size(); ++d) {
    inputs[d] =
        plan_.dispersions[d].draw(prepared_.flights.seed, static_cast<std::uint64_t>(sample));
    for (const NumberRef& target : targets_[d]) {
      *target.value = inputs[d];
      valid = valid && target.range.contains(inputs[d]);
    }
  }
  return valid;
}

bool SampleBuilder::build(std::int64_t sample, std::span<double> inputs, double* constants,
                          double* state) {
  if (!apply_draws(sample, inputs)) return false;
  const Multirotor& vehicle = multirotor(scenario_);
  if (!is_flyable(vehicle, prepared_.flights.integrator, plan_.time.step_s)) return false;
  Surroundings around;
  around.gravity_m_s2 = scenario_.environment.gravity_m_s2;
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
  if (!prepared_.flights.motor_states) return true;
  for (int i = 0; i < prepared_.flights.capacity; ++i) state[rigid_body_size + i] = 0.0;
  const Multirotor& vehicle = multirotor(scenario_);
  for (int i = 0; i < prepared_.flights.rotors; ++i) {
    const auto& motor = std::get<FirstOrderMotor>(vehicle.rotors[i].motor);
    const double wanted = initial.actuators.empty() ? prepared_.commands[i] : initial.actuators[i];
    state[rigid_body_size + i] = clamp(wanted, motor.min, motor.max);
  }
  return true;
}

}  // namespace montecopter
