/// How the numbers of a scenario get to the kernels. Once per run, simulate() makes
/// PreparedFlights: what all samples share, each part planned by the header of its subject
/// (control_rows.hpp, sensor_rows.hpp, wind_rows.hpp, event_rows.hpp, ...), then how a
/// sample's row is divided (parts_of()). Per sample, BlockFlyer calls SampleBuilder::build(), which
///   1. goes to the sweep point of the row and, at a new one, learns what controller and estimator
///      know: its nominal numbers;
///   2. draws the dispersed numbers into its copy of the scenario and checks their ranges;
///   3. folds world, controller, pulses, winds, events, battery, initial state, vehicle and
///      estimator into the parts of the row. Vehicles come after the initial state, whose
///      actuators settle at the first commands.
/// Sensors are folded where somebody reads them: an estimator, a program in the loop, or a trace
/// (fold_sensors()). One file, for it has the order in which the parts of a row are made.

#include "simulate/setup/prepared_flights.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <type_traits>

#include "dynamics/alternatives.hpp"
#include "dynamics/degrees.hpp"
#include "dynamics/environment/ground_setup.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/quaternion_exp.hpp"
#include "dynamics/scalar.hpp"
#include "dynamics/state.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/controls.hpp"
#include "scenario/paths.hpp"
#include "scenario/random_streams.hpp"
#include "simulate/formula_metrics.hpp"
#include "simulate/recorded_departures.hpp"
#include "simulate/setup/event_rows.hpp"
#include "simulate/setup/helicopter_rows.hpp"
#include "simulate/setup/multirotor_rows.hpp"

namespace montecopter {
namespace {

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

WorldTerms world_terms(const FlightPlan& flights) {
  WorldTerms terms;
  terms.gravity_varies = flights.world.gravity_varies;
  terms.air_varies = flights.world.air_varies;
  terms.contact = flights.ground.contact_points > 0;
  terms.stop = flights.ground.stops_vehicles;
  return terms;
}

/// What the plan says of the type of vehicle.
void take_form(const Multirotor& vehicle, const PreparedFlights& prepared, FlightPlan& flights) {
  flights.vehicle = index_of<Multirotor, Vehicle>();
  flights.multirotor = form_of(vehicle, Varies(prepared.dispersed), Varies(prepared.varied),
                               world_terms(flights), flights.integrator);
  if (flights.control.continuous) flights.multirotor.capacity = static_cast<int>(max_rotors);
  MultirotorTerms& terms = flights.multirotor.terms;
  flights.force_noise = terms.force_noise;
  flights.moment_noise = terms.moment_noise;
  terms.force_noise = terms.force_noise || flights.pulses.forces != 0;
  terms.moment_noise = terms.moment_noise || flights.pulses.torques != 0;
}
void take_form(const Helicopter& vehicle, const PreparedFlights& prepared, FlightPlan& flights) {
  flights.vehicle = index_of<Helicopter, Vehicle>();
  flights.helicopter = form_of(vehicle, Varies(prepared.dispersed), world_terms(flights));
  flights.force_noise = flights.helicopter.force_noise;
  flights.moment_noise = flights.helicopter.moment_noise;
}

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
    const ContactMotion motion =
        contact_motion(ground, vehicle.mass_kg, vehicle.inertia_kg_m2, vehicle.contact_points);
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
               &vehicle.contact_points});
}

std::size_t contact_points(const Scenario& scenario) {
  return std::visit([](const auto& vehicle) { return vehicle.contact_points.size(); },
                    *scenario.vehicle);
}

/// False if the drawn parameters of the battery contradict each other.
bool fold_battery(const Vehicle& vehicle, SampleRow& sample) {
  const Battery* battery = battery_of(vehicle);
  if (battery == nullptr) return true;
  sample.put(&SampleParts::battery, fold_battery(*battery));
  return is_battery(*battery);
}

/// Numbers of a vehicle's constants and of its state.
struct VehicleSizes {
  int constants = 0, state = 0;
};
VehicleSizes sizes_of(std::type_identity<Multirotor>, const FlightPlan& flights) {
  return {constants_size(flights.multirotor), rigid_body_size + actuators(flights.multirotor)};
}
VehicleSizes sizes_of(std::type_identity<Helicopter>, const FlightPlan&) {
  return {helicopter_constants_size, rigid_body_size + helicopter_actuators};
}
VehicleSizes sizes_of(const FlightPlan& flights) {
  VehicleSizes sizes;
  with_alternative<Vehicle>(flights.vehicle,
                            [&]<class V>() { sizes = sizes_of(std::type_identity<V>(), flights); });
  return sizes;
}

LimitPlan plan_limits(const FlightLimits& limits) {
  LimitPlan plan;
  if (limits.tilt_deg) {
    double cosine;
    sincos_degrees(0.5 * *limits.tilt_deg, plan.sine2_half_tilt, cosine);
    plan.sine2_half_tilt *= plan.sine2_half_tilt;
  }
  if (limits.distance_m) plan.distance2 = *limits.distance_m * *limits.distance_m;
  plan.ground = limits.ground;
  if (limits.geofence) {
    std::copy_n(limits.geofence->low_m.begin(), 3, plan.low);
    std::copy_n(limits.geofence->high_m.begin(), 3, plan.high);
  }
  plan.any = limits.tilt_deg || limits.distance_m || limits.ground || limits.geofence;
  return plan;
}

}  // namespace

PreparedFlights::PreparedFlights(const Plan& plan)
    : dispersed(dispersed_paths(plan)),
      varied(varied_paths(plan)),
      control(plan),
      sensors(plan, varied) {
  const Scenario& scenario = plan.scenario;
  FlightPlan& f = flights;
  f.integrator = integrator_kind(scenario.integrator.type).value();
  f.controls = static_cast<int>(controls(*scenario.vehicle).count);
  f.world = models_of(*scenario.environment);
  f.ground = plan_ground(scenario.environment->ground, contact_points(scenario), plan.time.step_s);
  f.step_s = plan.time.step_s;
  f.steps = plan.time.steps;
  f.noise_every = plan.time.noise_every;
  f.seed = static_cast<std::uint64_t>(scenario.monte_carlo.seed);
  f.noise_stream =
      random_stream(scenario.monte_carlo, StreamPurpose::process, stream_names::process);
  f.control = control.control;
  if (const TimedRows* table = command_rows(*scenario.controller)) {
    for (const auto& row : table->rows) commands.insert(commands.end(), row.begin() + 1, row.end());
  } else if (const SetPointTable* points = set_points(*scenario.controller)) {
    for (const auto& row : points->rows) {
      commands.insert(commands.end(), row.begin() + 1, row.end());
    }
  }
  command_steps = plan.time.command_steps;
  f.commands = commands.data();
  f.command_steps = command_steps.data();
  f.command_rows = static_cast<std::int64_t>(command_steps.size());
  f.output_every = plan.time.output_every;
  const FormulaMetrics formulas(plan);
  const RecordedDepartures departures(plan);
  for (int s = 0; s < signal_count; ++s) {
    f.traced[s] = find_column(plan.layout, signal_list[s].name).has_value() || formulas.needs(s) ||
                  departures.needs(s);
  }
  f.checkpoints = plan.checkpoints.data();
  f.windows.count = static_cast<int>(plan.time.windows.size());
  std::copy(plan.time.windows.begin(), plan.time.windows.end(), f.windows.steps.begin());
  f.sensors = sensors.suite;
  f.estimator = plan_estimator(plan);
  f.winds = plan_winds(scenario, wind_tables);
  f.pulses.count = static_cast<int>(scenario.disturbance.size());
  f.limits = plan_limits(scenario.simulation.limits);
  f.events = plan_events(scenario);
  f.has_battery = battery_of(*scenario.vehicle) != nullptr;
  f = at(scenario);
  f.parts = &parts.emplace(parts_of(f));
}

int PreparedFlights::state_size() const { return sizes_of(flights).state; }

SampleParts parts_of(const FlightPlan& flights) {
  const VehicleSizes vehicle = sizes_of(flights);
  RowDealer row;
  return {
      .vehicle = row.numbers(vehicle.constants),
      .world = row.structs<WorldConstants>(1),
      .contact = row.structs<ContactConstants>(1),
      .initial_state = row.numbers(vehicle.state),
      .control = row.numbers(flights.control.row),
      .sensors = row.numbers(flights.sensors.row),
      .winds = row.numbers(flights.winds.row),
      .pulses = row.structs<PulseConstants>(flights.pulses.count),
      .estimator = row.numbers(flights.estimator.row),
      .events = row.structs<EventConstants>(flights.events.count),
      .battery = row.structs<BatteryConstants>(flights.has_battery ? 1 : 0),
      .size = row.size(),
  };
}

namespace {

/// What a sweep point has of its own. at() sets nothing else, fly_together() compares nothing else.
template <class Flights>
auto of_point(Flights& f) {
  return std::tie(f.winds.active, f.pulses.forces, f.pulses.torques, f.vehicle, f.multirotor,
                  f.helicopter, f.force_noise, f.moment_noise, f.relative_tolerance,
                  f.absolute_tolerance);
}

}  // namespace

FlightPlan PreparedFlights::at(const Scenario& there) const {
  FlightPlan own = flights;
  own.winds.active = active_winds(there, Varies(dispersed));
  take_pulses(there, Varies(dispersed), own.pulses);
  std::visit([&](const auto& vehicle) { take_form(vehicle, *this, own); }, *there.vehicle);
  own.relative_tolerance = there.integrator.relative_tolerance;
  own.absolute_tolerance = there.integrator.absolute_tolerance;
  FlightPlan flights_there = flights;
  of_point(flights_there) = of_point(own);
  return flights_there;
}

bool fly_together(const FlightPlan& a, const FlightPlan& b) { return of_point(a) == of_point(b); }

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
  learn_model(plan_.point_of(row));
  if (!apply_draws(row, inputs)) return false;
  if (!is_valid_environment(*scenario_.environment)) return false;
  const WorldConstants<double> world = fold_world();
  sample.put(&SampleParts::world, world);
  if (prepared_.flights.control.is_closed()) {
    fold_control(scenario_, known_, prepared_.flights.control,
                 sample[&SampleParts::control].data());
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
