#include "simulate/flown_validity.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/numerics/elementary.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/grounds/ground_setup.hpp"
#include "dynamics/state.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "plan/outcome.hpp"
#include "scenario/derived/signal_columns.hpp"

namespace montecopter {
namespace {

constexpr std::array needed = {signal_index("position"),   signal_index("velocity"),
                               signal_index("attitude"),   signal_index("body_rate"),
                               signal_index("wind"),       signal_index("rotor_thrust"),
                               signal_index("rotor_speed")};
constexpr int rotor_speed = signal_index("rotor_speed");

Vec3<double> vector_at(const LaneIo& flown, int signal, std::int64_t row) {
  const double* x = flown.traces[signal] + 3 * row;
  return {x[0], x[1], x[2]};
}

double sqrt_of(double x) { return sqrt(max(x, 0.0)); }

/// Limits that the rotors of a sample exceed at a row of its traces.
RotorLimits limits_at(const MonitoredSample& sample, const LaneIo& flown, bool has_speed,
                      std::int64_t row) {
  const Vec3<double> p_W = vector_at(flown, signal_index("position"), row);
  const double* q = flown.traces[signal_index("attitude")] + 4 * row;
  const Rotation<double> R_WB(Quat<double>{q[0], q[1], q[2], q[3]});
  const Vec3<double> v_AB_B = R_WB.inverse(vector_at(flown, signal_index("velocity"), row) -
                                           vector_at(flown, signal_index("wind"), row));
  const Vec3<double> w_WB_B = vector_at(flown, signal_index("body_rate"), row);
  const Air<double> air = sample.world.air(p_W.z);
  const std::size_t rotors = sample.rotors.size();
  const double n = sample.slope.slope_north, e = sample.slope.slope_east;
  const double vertical = 1.0 / sqrt(n * n + e * e + 1.0);
  RotorLimits limits;
  for (std::size_t i = 0; i < rotors; ++i) {
    const MonitoredSample::Rotor& rotor = sample.rotors[i];
    const auto at = static_cast<std::size_t>(row) * rotors + i;
    const Vec3<double> flow = v_AB_B + cross(w_WB_B, rotor.hub);
    const Vec3<double> hub_W = p_W + R_WB * rotor.hub;
    RotorFlight flight;
    flight.thrust_n = flown.traces[signal_index("rotor_thrust")][at];
    if (has_speed) flight.speed_rad_s = flown.traces[rotor_speed][at];
    flight.axial_m_s = dot(rotor.axis, flow);
    flight.edgewise_m_s = sqrt_of(dot(flow, flow) - flight.axial_m_s * flight.axial_m_s);
    if (sample.has_ground) {
      flight.height_m = (sample.ground_z - n * hub_W.x - e * hub_W.y - hub_W.z) * vertical;
    }
    limits |=
        exceeded_limits(rotor.known, flight,
                        {.density_kg_m3 = air.density_kg_m3, .temperature_k = air.temperature_k});
  }
  if (!sample.surface.empty()) {
    const double* speeds =
        has_speed ? flown.traces[rotor_speed] + row * std::ssize(sample.rotors) : nullptr;
    const SurfaceFlight flight = {v_AB_B, w_WB_B, speeds};
    limits.add(RotorLimit::response_surface,
               !std::all_of(sample.surface.begin(), sample.surface.end(),
                            [&](const SurfaceRange& range) { return range.contains(flight); }));
  }
  return limits;
}

}  // namespace

FlownValidity::FlownValidity(const Plan& plan)
    : is_on_(plan.scenario.output.validity &&
             std::holds_alternative<Multirotor>(*plan.scenario.vehicle)),
      has_speed_(!signal_absence("rotor_speed", plan.scenario)),
      most_(plan.scenario.simulation.limits.outside_fraction),
      output_every_(plan.time.output_every) {}

bool FlownValidity::needs(Index signal) const {
  if (!is_on_ || (std::cmp_equal(signal, rotor_speed) && !has_speed_)) return false;
  return std::any_of(needed.begin(), needed.end(),
                     [&](int needed_signal) { return std::cmp_equal(needed_signal, signal); });
}

MonitoredSample FlownValidity::sample(const Scenario& drawn, const WorldConstants<double>& world,
                                      const WorldModels& models) const {
  MonitoredSample sample;
  if (!is_on_) return sample;
  const auto& vehicle = std::get<Multirotor>(*drawn.vehicle);
  const auto signs = frame_signs(vehicle.frame);
  const std::vector<KnownRotor> known = known_rotors(vehicle);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const Rotor& rotor = vehicle.rotors[i];
    const auto r = lever_arm(rotor.position_m, vehicle.centre_of_mass_m);
    const Vec3<double> n = {signs[0] * rotor.axis[0], signs[1] * rotor.axis[1],
                            signs[2] * rotor.axis[2]};
    sample.rotors.push_back({known[i],
                             {signs[0] * r[0], signs[1] * r[1], signs[2] * r[2]},
                             (1.0 / sqrt(dot(n, n))) * n});
  }
  sample.surface = surface_ranges(vehicle);
  const Ground& ground = drawn.environment->ground;
  sample.world = {models, world};
  sample.slope = ground_slope(ground), sample.ground_z = ground_z(ground);
  sample.has_ground = !std::holds_alternative<NoGround>(ground);
  return sample;
}

ValidityFractions FlownValidity::compute(const MonitoredSample& sample, const LaneIo& flown) const {
  ValidityFractions fractions{};
  const std::int64_t rows = flown.steps_flown / output_every_ + 1;
  for (std::int64_t row = 0; row < rows; ++row) {
    const RotorLimits limits = limits_at(sample, flown, has_speed_, row);
    for (int k = 0; k < rotor_limits; ++k) {
      fractions.each[static_cast<std::size_t>(k)] += (limits.bits >> k & 1u) != 0 ? 1 : 0;
    }
    fractions.any += limits.bits != 0 ? 1 : 0;
  }
  const auto count = static_cast<double>(rows);
  RotorLimits unmonitored;
  for (const MonitoredSample::Rotor& rotor : sample.rotors) {
    unmonitored |= unmonitored_limits(rotor.known);
  }
  for (int k = 0; k < rotor_limits; ++k) {
    double& fraction = fractions.each[static_cast<std::size_t>(k)];
    fraction = (unmonitored.bits >> k & 1u) != 0 ? stored_nan : fraction / count;
  }
  fractions.any /= count;
  return fractions;
}

bool FlownValidity::is_invalid(const ValidityFractions& fractions) const {
  return is_on_ && most_ && fractions.any > *most_;
}

}  // namespace montecopter
