#include "simulate/setup/sample_builder.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/numerics/quaternion_exp.hpp"
#include "core/numerics/scalar.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/grounds/ground_setup.hpp"
#include "dynamics/state.hpp"
#include "dynamics/trajectories/path.hpp"
#include "dynamics/trajectories/path_setup.hpp"
#include "dynamics/vehicles/flyable.hpp"
#include "dynamics/vehicles/response_surface_setup.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/unknown_numbers.hpp"
#include "simulate/setup/event_rows.hpp"
#include "simulate/setup/helicopter_rows.hpp"
#include "simulate/setup/multirotor_rows.hpp"
#include "simulate/setup/trimmed_start.hpp"

namespace montecopter {
namespace {

void fold_kind(const Multirotor& vehicle, const FlightPlan& flights, const SampleSetting& setting,
               double* constants, double* actuators) {
  fold_sample(vehicle, flights.multirotor, setting, constants, actuators);
}
void fold_kind(const Helicopter& vehicle, const FlightPlan&, const SampleSetting& setting,
               double* constants, double* actuators) {
  fold_sample(vehicle, setting, constants, actuators);
}

void fold_surface_of(const Multirotor& vehicle, const FlightPlan& flights, SampleRow& sample) {
  if (!vehicle.response_surface) return;
  sample.put(&SampleParts::surface, fold_surface(vehicle, flights.multirotor.surface));
}
void fold_surface_of(const Helicopter&, const FlightPlan&, SampleRow&) {}

/// Whether the step is short enough for dispersed springs, masses and contact points.
template <class V>
bool step_resolves_contact(const V& vehicle, const Ground& any, const SampleSetting& setting) {
  bool suits = true;
  if_it_pushes(any, [&](const auto& ground) {
    const DampedOscillation motion =
        contact_motion(ground.linear(), vehicle.mass_kg, vehicle.inertia_kg_m2,
                       vehicle.contact_points, vehicle.centre_of_mass_m);
    suits = can_stand(motion, setting.integrator, setting.step_s);
  });
  return suits;
}

/// Constants of the ground for any type of vehicle.
template <class V>
ContactConstants<double> contact_of(const V& vehicle, const Ground& ground) {
  const auto signs = frame_signs(vehicle.frame);
  return fold_contact(
      ground, {vehicle.mass_kg, inverse(inertia_tensor(vehicle.inertia_kg_m2, signs)), signs,
               &vehicle.contact_points, vehicle.centre_of_mass_m});
}

/// The world of a scenario, with the sum of its steady winds.
WorldConstants<double> world_of(const Scenario& scenario) {
  std::array<double, 3> to_m_s = {0, 0, 0};
  for (const Wind& wind : scenario.wind) {
    std::visit(
        [&]<class W>(const W& one) {
          if constexpr (!W::varies) {
            for (std::size_t k = 0; k < 3; ++k) to_m_s[k] += one.velocity_m_s()[k];
          }
        },
        wind);
  }
  return fold_world(*scenario.environment, to_m_s);
}

/// False if the drawn parameters of the battery contradict each other.
bool fold_battery(const Vehicle& vehicle, SampleRow& sample) {
  const Battery* battery = battery_of(vehicle);
  if (battery == nullptr) return true;
  sample.put(&SampleParts::battery, fold_battery(*battery));
  return is_battery(*battery);
}

}  // namespace

PointScenario::PointScenario(const Plan& plan)
    : scenario(plan.scenario), swept_(plan.sweep, scenario) {
  for (const Dispersion& dispersion : plan.dispersions) {
    dispersed.push_back(find_numbers(scenario, dispersion.path));
  }
}

SampleBuilder::SampleBuilder(const Plan& plan, const PreparedFlights& prepared)
    : plan_(plan), prepared_(prepared), unknown_(plan), nominal_(plan), drawn_(plan) {}

void SampleBuilder::go_to_point(std::int64_t point) {
  if (point_ == point) return;
  unknown_.go_to(point);
  for (const std::vector<NumberRef>& numbers : unknown_.dispersed) {
    for (const NumberRef& number : numbers) *number.value = unknown_number;
  }
  flights_ = prepared_.at(unknown_.scenario);
  nominal_.go_to(point);
  learn_model(nominal_.scenario);
  drawn_.go_to(point);
  point_ = point;
}

/// Computes the models of controller and estimator. They contain the nominal numbers of the sweep
/// point, even where the samples' own numbers differ.
void SampleBuilder::learn_model(const Scenario& nominal) {
  if (prepared_.flights.control.is_closed()) {
    known_ = known_model(nominal, world_of(nominal), plan_.time);
    hover_ = hover_commands(*nominal.controller, known_, prepared_.flights.control);
  }
  if (!prepared_.flights.estimator.is_there()) return;
  estimator_.resize(static_cast<std::size_t>(prepared_.flights.estimator.row));
  known_to_estimator(nominal, world_of(nominal), plan_, estimator_.data());
}

/// Applies the draws. All inputs are drawn, even after an input that is out of its range.
InvalidReason SampleBuilder::apply_draws(std::int64_t row, std::span<double> inputs) {
  const DesignRow place = plan_.design_row(row);
  InvalidReason reason = InvalidReason::none;
  for (std::size_t d = 0; d < plan_.dispersions.size(); ++d) {
    const Dispersion& dispersion = plan_.dispersions[d];
    inputs[d] = dispersion.draw(place);
    for (std::size_t k = 0; k < drawn_.dispersed[d].size(); ++k) {
      const NumberRef& number = drawn_.dispersed[d][k];
      *number.value = applied(dispersion.apply, *nominal_.dispersed[d][k].value, inputs[d]);
      const bool is_first = reason == InvalidReason::none;
      if (is_first && !number.range.contains(*number.value)) reason = invalid_reason_of_input(d);
    }
  }
  return reason;
}

InvalidReason SampleBuilder::build(std::int64_t row, std::span<double> inputs, SampleRow& sample) {
  go_to_point(plan_.point_of(row));
  for (std::size_t axis = 0; axis < plan_.sweep.axes(); ++axis) {
    inputs[plan_.dispersions.size() + axis] = plan_.sweep.value(axis, plan_.point_of(row));
  }
  const InvalidReason drawn = apply_draws(row, inputs);
  return drawn == InvalidReason::none ? fold(row, sample) : drawn;
}

InvalidReason SampleBuilder::fold(std::int64_t row, SampleRow& sample) const {
  const Scenario& scenario = drawn_.scenario;
  if (!is_valid_environment(*scenario.environment)) return InvalidReason::environment;
  const WorldConstants<double> world = world_of(scenario);
  sample.put(&SampleParts::world, world);
  if (prepared_.flights.control.is_closed() &&
      !fold_control(scenario, known_, prepared_.flights.control,
                    sample[&SampleParts::control].data())) {
    return InvalidReason::controller_limits;
  }
  const double step_s = plan_.time.step_s;
  fold_pulses(scenario, step_s, sample[&SampleParts::pulses].data());
  if (!fold_winds(scenario, step_s, sample[&SampleParts::winds].data())) return InvalidReason::wind;
  const bool folds_air = !prepared_.flights.events.air_varies;
  const double start_z = scenario.simulation.initial.position_m[2];
  const World<double> around{prepared_.flights.world, world};
  if (!fold_events(scenario, step_s, folds_air ? around.air(start_z).density_kg_m3 : 1.0,
                   sample[&SampleParts::events].data())) {
    return InvalidReason::events_mass;
  }
  if (!fold_battery(*scenario.vehicle, sample)) return InvalidReason::battery_voltages;
  if (!fill_initial_state(sample[&SampleParts::initial_state].data())) {
    return InvalidReason::attitude;
  }
  const InvalidReason vehicle = fold_vehicle(world, sample);
  if (vehicle != InvalidReason::none) return vehicle;
  return fold_estimator(row, sample) ? InvalidReason::none : InvalidReason::sensor;
}

/// Writes the readings that an estimator needs, and its start.
bool SampleBuilder::fold_estimator(std::int64_t row, SampleRow& sample) const {
  if (!prepared_.flights.estimator.is_there()) {
    return !prepared_.flights.control.external.senses.any || fold_sensors(row, sample);
  }
  const std::span<double> constants = sample[&SampleParts::estimator];
  std::copy(estimator_.begin(), estimator_.end(), constants.begin());
  start_estimate(sample[&SampleParts::initial_state].data(),
                 {plan_.scenario.monte_carlo, plan_.counter_of(row)}, constants.data());
  return fold_sensors(row, sample);
}

bool SampleBuilder::fold_sensors(std::int64_t row, SampleRow& sample) const {
  return montecopter::fold_sensors(
      scenario(), prepared_.flights.sensors, {plan_.scenario.monte_carlo, plan_.counter_of(row)},
      world_of(scenario()), plan_.time.step_s, sample[&SampleParts::sensors].data());
}

InvalidReason SampleBuilder::fold_vehicle(const WorldConstants<double>& world,
                                          SampleRow& sample) const {
  const FlightPlan& flights = prepared_.flights;
  const std::span<double> state = sample[&SampleParts::initial_state];
  SampleSetting setting;
  setting.integrator = flights.integrator;
  setting.step_s = plan_.time.step_s;
  setting.noise_period_s = static_cast<double>(plan_.time.noise_every) * plan_.time.step_s;
  setting.air_density_kg_m3 = World<double>{flights.world, world}.air(state[2]).density_kg_m3;
  setting.first_command = flights.control.is_closed() ? hover_.data() : prepared_.commands.data();
  setting.actuators = &scenario().simulation.initial.actuators;
  TrimmedStart trim;
  const Ground& ground = scenario().environment->ground;
  return std::visit(
      [&](const auto& vehicle) -> InvalidReason {
        if (!step_resolves_contact(vehicle, ground, setting)) return InvalidReason::contact_step;
        sample.put(&SampleParts::contact, contact_of(vehicle, ground));
        if (!is_of_a_body(vehicle.inertia_kg_m2)) return InvalidReason::inertia;
        if (!has_good_actuators(vehicle)) return InvalidReason::actuator_limits;
        if (!step_suits_actuators(vehicle, setting.integrator, setting.step_s)) {
          return InvalidReason::actuator_step;
        }
        if (scenario().simulation.initial.trimmed) {
          const InvalidReason reason = start_trimmed(world, sample, trim);
          if (reason != InvalidReason::none) return reason;
          setting.first_command = trim.commands.data();
          setting.actuators = &trim.actuators;
        }
        fold_surface_of(vehicle, flights, sample);
        fold_kind(vehicle, flights, setting, sample[&SampleParts::vehicle].data(),
                  state.data() + rigid_body_size);
        return InvalidReason::none;
      },
      *scenario().vehicle);
}

/// Heading of a trim [rad]: the heading of the trajectory at its start. Without a trajectory it is
/// the heading of the given attitude, which is turned about the vertical alone.
double SampleBuilder::heading_at_start(const double* state) const {
  const ControlPlan& control = prepared_.flights.control;
  if (!control.is_closed() || !control.follows_path) return 2 * atan2(state[9], state[6]);
  return Path<double>(control.path, fold_path(*scenario().trajectory)).at(0.0).heading;
}

/// Finds the trim at the initial position and velocity, and sets the attitude to it.
InvalidReason SampleBuilder::start_trimmed(const WorldConstants<double>& constants,
                                           SampleRow& sample, TrimmedStart& trim) const {
  const FlightPlan& flights = prepared_.flights;
  const World<double> world{flights.world, constants};
  const std::span<double> state = sample[&SampleParts::initial_state];
  StartPoint start;
  start.velocity = {state[3], state[4], state[5]};
  start.wind =
      wind_at_start(scenario(), flights.winds, world.wind(), {state[0], state[1], state[2]},
                    ground_z_at(scenario().environment->ground, state[0], state[1]));
  start.heading_rad = heading_at_start(state.data());
  start.gravity_m_s2 = world.gravity(state[2]);
  start.air_density_kg_m3 = world.air(state[2]).density_kg_m3;
  start.air_temperature_k = world.air(state[2]).temperature_k;
  auto found = find_trim(scenario(), flights.control, known_, start);
  if (const auto* reason = std::get_if<InvalidReason>(&found)) return *reason;
  trim = std::get<TrimmedStart>(std::move(found));
  const Quat<double>& q = trim.attitude;
  state[6] = q.w, state[7] = q.x, state[8] = q.y, state[9] = q.z;
  if (flights.control.is_closed()) {
    std::memcpy(sample[&SampleParts::control].data() + flights.control.trim, &trim.held,
                sizeof(trim.held));
  }
  return InvalidReason::none;
}

bool SampleBuilder::fill_initial_state(double* state) const {
  const InitialState& initial = scenario().simulation.initial;
  const auto& q = initial.attitude;
  const double norm =
      std::sqrt(std::fma(q[0], q[0], std::fma(q[1], q[1], std::fma(q[2], q[2], q[3] * q[3]))));
  if (!(std::fabs(norm - 1) < drawn_norm_error)) return false;
  for (int k = 0; k < 3; ++k) {
    state[k] = initial.position_m[k];
    state[3 + k] = initial.velocity_m_s[k];
    state[10 + k] = initial.body_rate_rad_s[k];
  }
  for (int k = 0; k < 4; ++k) state[6 + k] = q[k] / norm;
  return true;
}

}  // namespace montecopter
