#include "simulate/setup/prepared_flights.hpp"

#include <algorithm>
#include <tuple>
#include <type_traits>

#include "dynamics/alternatives.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/grounds/ground_setup.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/state.hpp"
#include "dynamics/tilt.hpp"
#include "dynamics/vehicles/helicopter_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/derived/random_streams.hpp"
#include "scenario/derived/unknown_numbers.hpp"
#include "simulate/flown_validity.hpp"
#include "simulate/formula_metrics.hpp"
#include "simulate/recorded_departures.hpp"
#include "simulate/setup/event_rows.hpp"
#include "simulate/setup/helicopter_rows.hpp"
#include "simulate/setup/multirotor_rows.hpp"

namespace montecopter {
namespace {

/// Paths of the numbers that differ between samples.
std::vector<std::string> dispersed_paths(const Plan& plan) {
  Scenario probe = plan.scenario;
  std::vector<std::string> paths;
  for (const Dispersion& dispersion : plan.dispersions) {
    for (const NumberRef& ref : find_numbers(probe, dispersion.path)) paths.push_back(ref.path);
  }
  return paths;
}

/// Paths of the numbers that differ between samples or between points of a sweep.
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

/// The table of a vehicle's rotors in the nominal air at the start.
std::shared_ptr<const InflowTable> rotor_table(const Scenario& scenario) {
  const auto* multirotor = std::get_if<Multirotor>(&*scenario.vehicle);
  if (multirotor == nullptr) return nullptr;
  const World<double> world{models_of(*scenario.environment),
                            fold_world(*scenario.environment, {0, 0, 0})};
  return inflow_table_of(*multirotor->rotors.front().law,
                         world.air(scenario.simulation.initial.position_m[2]));
}

/// Takes the type of vehicle, at all sweep points. `everywhere` lacks the numbers that differ
/// between flights.
void take_type(const Multirotor& everywhere, FlightPlan& flights) {
  flights.vehicle = index_of<Multirotor, Vehicle>();
  WorldTerms world = world_terms(flights);
  world.parachute = flights.events.add_drag;
  world.wreck_drag = flights.events.has_wreck_drag();
  flights.multirotor = form_of(everywhere, world, flights.integrator);
  flights.events.air_varies = flights.multirotor.terms.air_varies;
  if (flights.control.continuous) flights.multirotor.capacity = static_cast<int>(max_rotors);
}
void take_type(const Helicopter& everywhere, FlightPlan& flights) {
  flights.vehicle = index_of<Helicopter, Vehicle>();
  flights.helicopter.flapping = everywhere.main_rotor.flapping.has_value();
}

/// Takes the form at one point. `there` lacks the numbers that differ between samples.
void take_form(const Multirotor& there, const PreparedFlights& prepared, FlightPlan& flights) {
  take_terms(there, prepared.dispersed, flights.multirotor);
  MultirotorTerms& terms = flights.multirotor.terms;
  flights.force_noise = terms.force_noise;
  flights.moment_noise = terms.moment_noise;
  terms.force_noise = terms.force_noise || flights.pulses.forces != 0;
  terms.moment_noise = terms.moment_noise || flights.pulses.torques != 0;
  terms.quadratic_drag = terms.quadratic_drag || flights.events.add_drag;
}
void take_form(const Helicopter& there, const PreparedFlights&, FlightPlan& flights) {
  flights.helicopter = form_of(there, world_terms(flights));
  flights.force_noise = flights.helicopter.force_noise;
  flights.moment_noise = flights.helicopter.moment_noise;
}

std::size_t contact_points(const Scenario& scenario) {
  return std::visit([](const auto& vehicle) { return vehicle.contact_points.size(); },
                    *scenario.vehicle);
}

/// Sizes of a vehicle's constants and of its state, in numbers.
struct VehicleSizes {
  int constants = 0, state = 0;
};
VehicleSizes sizes_of(std::type_identity<Multirotor>, const FlightPlan& flights) {
  return {constants_size(flights.multirotor), rigid_body_size + actuators(flights.multirotor)};
}
VehicleSizes sizes_of(std::type_identity<Helicopter>, const FlightPlan& flights) {
  return {helicopter_constants_size, rigid_body_size + actuators_of(flights.helicopter.flapping)};
}
VehicleSizes sizes_of(const FlightPlan& flights) {
  VehicleSizes sizes;
  with_alternative<Vehicle>(flights.vehicle,
                            [&]<class V>() { sizes = sizes_of(std::type_identity<V>(), flights); });
  return sizes;
}

LimitPlan plan_limits(const Scenario& scenario) {
  const Simulation& simulation = scenario.simulation;
  const FlightLimits& limits = simulation.limits;
  LimitPlan plan;
  plan.touchdown = simulation.ends_at_touchdown();
  plan.planned_end = scenario.may_end_early();
  if (plan.touchdown) plan.late = Status::no_touchdown;
  if (simulation.ends_by_event()) plan.late = Status::no_end;
  if (limits.tilt_deg) plan.sine2_half_tilt = sine2_half_tilt_of_degrees(*limits.tilt_deg);
  if (limits.distance_m) plan.distance2 = *limits.distance_m * *limits.distance_m;
  plan.ground = limits.ground;
  if (limits.geofence) {
    std::copy_n(limits.geofence->low_m.begin(), 3, plan.low);
    std::copy_n(limits.geofence->high_m.begin(), 3, plan.high);
  }
  plan.any = limits.tilt_deg || limits.distance_m || limits.ground || limits.geofence ||
             scenario.has_end_event();
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
  if (scenario.trajectory) control.plan_path(*scenario.trajectory);
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
  f.command_rows = std::ssize(command_steps);
  f.output_every = plan.time.output_every;
  const FormulaMetrics traced(plan, FormulaWay::from_traces), flown(plan, FormulaWay::in_flight);
  const RecordedDepartures departures(plan);
  const FlownValidity validity(plan);
  for (int s = 0; s < signal_count; ++s) {
    f.traced[s] = find_column(plan.layout, signal_list[s].name).has_value() || traced.needs(s) ||
                  departures.needs(s) || validity.needs(s);
  }
  f.formulas.has_moments = flown.plan().has_moments;
  f.checkpoints = plan.checkpoints.data();
  f.windows.count = static_cast<int>(plan.time.windows.size());
  std::copy(plan.time.windows.begin(), plan.time.windows.end(), f.windows.steps.begin());
  f.sensors = sensors.suite;
  f.estimator = plan_estimator(plan);
  f.winds = plan_winds(scenario, wind_tables);
  f.pulses.count = static_cast<int>(scenario.disturbance.size());
  f.limits = plan_limits(scenario);
  f.events = plan_events(scenario, area_edges);
  const Battery* battery = battery_of(*scenario.vehicle);
  f.has_battery = battery != nullptr;
  if (battery != nullptr) f.battery = form_of(*battery);
  f.electric = motors_are_electric(*scenario.vehicle);
  std::visit([&](const auto& everywhere) { take_type(everywhere, f); },
             with_unknown_numbers(*scenario.vehicle, varied));
  inflow_table = rotor_table(scenario);
  f.multirotor.inflow_table = inflow_table.get();
  f = at(with_unknown_numbers(scenario, dispersed));
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
      .surface = row.structs<SurfaceConstants>(flights.multirotor.surface.columns > 0 ? 1 : 0),
      .size = row.size(),
  };
}

namespace {

/// Fields that depend on the sweep point. at() sets nothing else, and fly_together() compares
/// nothing else.
template <class Flights>
auto of_point(Flights& f) {
  return std::tie(f.winds.active, f.pulses.forces, f.pulses.torques, f.multirotor.terms,
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

}  // namespace montecopter
