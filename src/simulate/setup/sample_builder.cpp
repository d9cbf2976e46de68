#include "simulate/setup/sample_builder.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "dynamics/environment/world_setup.hpp"
#include "dynamics/grounds/ground_setup.hpp"
#include "dynamics/quaternion_exp.hpp"
#include "dynamics/scalar.hpp"
#include "dynamics/state.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/controls.hpp"
#include "scenario/unknown_numbers.hpp"
#include "simulate/setup/event_rows.hpp"
#include "simulate/setup/helicopter_rows.hpp"
#include "simulate/setup/multirotor_rows.hpp"

namespace montecopter {
namespace {

bool fold(const Multirotor& vehicle, const FlightPlan& flights, const SampleSetting& setting,
          double* constants, double* actuators) {
  return fold_sample(vehicle, flights.multirotor, setting, constants, actuators);
}
bool fold(const Helicopter& vehicle, const FlightPlan&, const SampleSetting& setting,
          double* constants, double* actuators) {
  return fold_sample(vehicle, setting, constants, actuators);
}

/// Dispersed springs, masses and points may be too fast for a step that suits the nominal ones.
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

/// What the ground does to any type of vehicle.
template <class V>
ContactConstants<double> contact_of(const V& vehicle, const Ground& ground) {
  const auto signs = frame_signs(vehicle.frame);
  return fold_contact(
      ground, {vehicle.mass_kg, inverse(inertia_tensor(vehicle.inertia_kg_m2, signs)), signs,
               &vehicle.contact_points, vehicle.centre_of_mass_m});
}

/// False if the drawn parameters of the battery contradict each other.
bool fold_battery(const Vehicle& vehicle, SampleRow& sample) {
  const Battery* battery = battery_of(vehicle);
  if (battery == nullptr) return true;
  sample.put(&SampleParts::battery, fold_battery(*battery));
  return is_battery(*battery);
}

}  // namespace

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

/// Finds the flights of a sweep point, of which no sample's own numbers are known.
void SampleBuilder::find_flights(std::int64_t point) {
  if (flown_point_ == point) return;
  for (const std::vector<Target>& targets : targets_) {
    for (const Target& target : targets) *target.number.value = unknown_number;
  }
  flights_ = prepared_.at(scenario_);
  swept_.go_to(point);  // the numbers that are dispersed about a swept one
  flown_point_ = point;
}

/// A controller and an estimator know the nominal numbers of the sweep point, also where the
/// samples' own differ.
void SampleBuilder::learn_model(std::int64_t point) {
  const bool is_closed = prepared_.flights.control.is_closed();
  const bool is_estimated = prepared_.flights.estimator.is_there();
  if ((!is_closed && !is_estimated) || known_point_ == point) return;
  for (const std::vector<Target>& targets : targets_) {
    for (const Target& target : targets) {
      if (!target.is_swept) *target.number.value = target.nominal;
    }
  }
  if (is_closed) known_ = known_model(scenario_, fold_world(), plan_.time);
  if (is_closed) hover_ = hover_commands(*scenario_.controller, known_, prepared_.flights.control);
  estimator_.resize(static_cast<std::size_t>(prepared_.flights.estimator.row));
  if (is_estimated) known_to_estimator(scenario_, fold_world(), plan_, estimator_.data());
  known_point_ = point;
}

bool SampleBuilder::apply_draws(std::int64_t row, std::span<double> inputs) {
  const DesignRow place = plan_.design_row(row);
  bool valid = true;
  for (std::size_t d = 0; d < targets_.size(); ++d) {
    const Dispersion& dispersion = plan_.dispersions[d];
    inputs[d] = dispersion.draw(place);
    for (const Target& target : targets_[d]) {
      double& value = *target.number.value;
      value = applied(dispersion.apply, target.is_swept ? value : target.nominal, inputs[d]);
      valid = valid && target.number.range.contains(value);
    }
  }
  return valid;
}

bool SampleBuilder::build(std::int64_t row, std::span<double> inputs, SampleRow& sample) {
  apply_point(plan_.point_of(row), inputs);
  find_flights(plan_.point_of(row));
  learn_model(plan_.point_of(row));
  if (!apply_draws(row, inputs)) return false;
  if (!is_valid_environment(*scenario_.environment)) return false;
  const WorldConstants<double> world = fold_world();
  sample.put(&SampleParts::world, world);
  if (prepared_.flights.control.is_closed() &&
      !fold_control(scenario_, known_, prepared_.flights.control,
                    sample[&SampleParts::control].data())) {
    return false;
  }
  fold_pulses(scenario_, plan_.time.step_s, sample[&SampleParts::pulses].data());
  return fold_winds(scenario_, plan_.time.step_s, sample[&SampleParts::winds].data()) &&
         fold_events(scenario_, plan_.time.step_s, sample[&SampleParts::events].data()) &&
         fold_battery(*scenario_.vehicle, sample) &&
         fill_initial_state(sample[&SampleParts::initial_state].data()) &&
         fold_vehicle(world, sample) && fold_estimator(row, sample);
}

/// The readings that an estimator needs, and where it starts.
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
      scenario_, prepared_.flights.sensors, {plan_.scenario.monte_carlo, plan_.counter_of(row)},
      fold_world(), plan_.time.step_s, sample[&SampleParts::sensors].data());
}

WorldConstants<double> SampleBuilder::fold_world() const {
  std::array<double, 3> to_m_s = {0, 0, 0};
  for (const Wind& wind : scenario_.wind) {
    std::visit(
        [&]<class W>(const W& one) {
          if constexpr (SteadyKind<W>) {
            for (std::size_t k = 0; k < 3; ++k) to_m_s[k] += one.velocity_m_s()[k];
          }
        },
        wind);
  }
  return montecopter::fold_world(*scenario_.environment, to_m_s);
}

bool SampleBuilder::fold_vehicle(const WorldConstants<double>& world, SampleRow& sample) const {
  const FlightPlan& flights = prepared_.flights;
  const std::span<double> state = sample[&SampleParts::initial_state];
  SampleSetting setting;
  setting.integrator = flights.integrator;
  setting.step_s = plan_.time.step_s;
  setting.noise_period_s = static_cast<double>(plan_.time.noise_every) * plan_.time.step_s;
  setting.air_density_kg_m3 = World<double>{flights.world, world}.air(state[2]).density_kg_m3;
  setting.first_command = flights.control.is_closed() ? hover_.data() : prepared_.commands.data();
  setting.actuators = &scenario_.simulation.initial.actuators;
  return std::visit(
      [&](const auto& vehicle) {
        if (!step_resolves_contact(vehicle, scenario_.environment->ground, setting)) return false;
        sample.put(&SampleParts::contact, contact_of(vehicle, scenario_.environment->ground));
        return fold(vehicle, flights, setting, sample[&SampleParts::vehicle].data(),
                    state.data() + rigid_body_size);
      },
      *scenario_.vehicle);
}

bool SampleBuilder::fill_initial_state(double* state) const {
  const InitialState& initial = scenario_.simulation.initial;
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
