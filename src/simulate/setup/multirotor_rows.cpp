#include "simulate/setup/multirotor_rows.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/electric_supply.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"
#include "dynamics/vehicles/multirotor_terms.hpp"
#include "dynamics/vehicles/response_surface_setup.hpp"

namespace montecopter {
namespace {

/// Whether some force of the vehicle depends on the air density.
bool needs_air(const Multirotor& vehicle) {
  return depends_on_density(*vehicle.rotors.front().law) || vehicle.drag_area_m2 != 0 ||
         terms_of(vehicle).rotor_flow();
}

/// Whether an off-diagonal entry of some matrix is dispersed. Such samples fly the equations with
/// products of inertia. If the matrix belongs to the velocity moment or to a sensor, the equations
/// in principal axes would suffice. They round differently, however, and choosing them now would
/// change the bits of such flights.
bool disperses_off_diagonal(const std::vector<std::string>& dispersed) {
  constexpr std::array entries = {".xy", ".xz", ".yz", ".yx", ".zx", ".zy"};
  return std::any_of(dispersed.begin(), dispersed.end(), [&](const std::string& path) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](std::string_view entry) { return path.ends_with(entry); });
  });
}

/// Writes state 0 of every motor, then state 1.
void fill_motor_states(const Multirotor& vehicle, const MultirotorForm& form,
                       const SampleSetting& setting, double* state) {
  std::vector<double> steady;
  if (has_electric_motors(vehicle) && std::ssize(*setting.actuators) < form.rotors)
    steady = steady_speeds(vehicle, setting.first_command, setting.air_density_kg_m3);
  for (int i = 0; i < form.rotors && form.motor_states > 0; ++i) {
    std::array<double, most_motor_states> x =
        settled_motor(vehicle.rotors[i], setting.first_command[i], setting.air_density_kg_m3);
    if (!steady.empty()) x[0] = steady[static_cast<std::size_t>(i)];
    for (int k = 0; k < form.motor_states; ++k) {
      const int at = k * form.rotors + i;
      if (at < static_cast<int>(setting.actuators->size())) x[k] = (*setting.actuators)[at];
    }
    x[0] = limit_motor_state(vehicle.rotors[i], x[0]);
    for (int k = 0; k < form.motor_states; ++k) state[k * form.rotors + i] = x[k];
  }
}

}  // namespace

MultirotorForm form_of(const Multirotor& everywhere, const WorldTerms& world,
                       IntegratorKind integrator) {
  MultirotorForm form;
  const Rotor& first = everywhere.rotors.front();  // all have the same law and motor
  form.law = static_cast<int>(first.law->index());
  form.motor = static_cast<int>(first.motor->index());
  form.motor_states = std::visit([](const auto& motor) { return motor.states; }, *first.motor);
  form.table = performance_table_of(*first.law);
  form.rotors = static_cast<int>(everywhere.rotors.size());
  form.aligned = all_rotors_aligned(everywhere);
  form.terms.gravity_varies = world.gravity_varies;
  form.terms.air_varies =
      world.air_varies && (needs_air(everywhere) || world.parachute || world.wreck_drag);
  form.terms.wreck_drag = world.wreck_drag;
  form.terms.contact = world.contact;
  form.terms.stop = world.stop;
  const MultirotorTerms own = terms_of(everywhere);
  form.terms.interference = own.interference, form.terms.ground_effect = own.ground_effect;
  form.terms.surface = own.surface;
  form.surface = surface_form(everywhere);
  const bool exact_count = form.rotors == 4 || form.rotors == 6 || form.rotors == 8;
  const bool has_form = form.aligned && exact_count &&
                        (AnyTerms::suits(form.terms) || SurfaceTerms::suits(form.terms)) &&
                        info(integrator).stepping == Stepping::lanes;
  form.capacity = has_form ? form.rotors : static_cast<int>(max_rotors);
  return form;
}

void take_terms(const Multirotor& there, const std::vector<std::string>& dispersed,
                MultirotorForm& form) {
  const MultirotorTerms around = form.terms;
  form.terms = terms_of(there);
  form.terms.full_inertia = form.terms.full_inertia || disperses_off_diagonal(dispersed);
  form.terms.gravity_varies = around.gravity_varies;
  form.terms.air_varies = around.air_varies;
  form.terms.contact = around.contact;
  form.terms.stop = around.stop;
  form.terms.wreck_drag = around.wreck_drag;
}

void fold_sample(const Multirotor& vehicle, const MultirotorForm& form,
                 const SampleSetting& setting, double* constants, double* actuators) {
  const bool air_varies = form.terms.air_varies;
  fold_multirotor(vehicle,
                  {.air_density_kg_m3 = air_varies ? 1.0 : setting.air_density_kg_m3,
                   .air_varies = air_varies,
                   .noise_period_s = setting.noise_period_s,
                   .rotor_flow = form.terms.rotor_flow()},
                  form.capacity, constants);
  fill_motor_states(vehicle, form, setting, actuators);
}

}  // namespace montecopter
