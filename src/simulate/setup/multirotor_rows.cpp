#include "simulate/setup/multirotor_rows.hpp"

#include <cstddef>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"
#include "dynamics/vehicles/multirotor_terms.hpp"

namespace montecopter {
namespace {

/// Whether some force of the vehicle depends on the density of the air. The same at all sweep
/// points: samples are folded for one form.
bool needs_air(const Multirotor& vehicle, const Varies& varied) {
  const bool law =
      std::visit([](const auto& l) { return l.sees_air; }, *vehicle.rotors.front().law);
  return law || vehicle.drag_area_m2 != 0 || varied("vehicle.drag_area_m2");
}

MultirotorTerms find_terms(const Multirotor& vehicle, const Varies& dispersed) {
  MultirotorTerms terms = terms_of(vehicle);
  const auto also = [&](bool MultirotorTerms::*term, bool varied) {
    terms.*term = terms.*term || varied;
  };
  using T = MultirotorTerms;
  also(&T::quadratic_drag, dispersed("vehicle.quadratic_drag_n_s2_m2"));
  also(&T::quadratic_drag, dispersed("vehicle.drag_area_m2"));
  also(&T::linear_drag, dispersed("vehicle.linear_drag_n_s_m"));
  also(&T::rotor_drag, dispersed("vehicle.rotor_drag_1_s"));
  also(&T::translational_lift, dispersed("vehicle.translational_lift_1_m"));
  also(&T::quadratic_moment, dispersed("vehicle.quadratic_aero_moment_n_m_s2"));
  also(&T::linear_moment, dispersed("vehicle.linear_aero_moment_n_m_s"));
  also(&T::velocity_moment, dispersed("vehicle.velocity_aero_moment_n_s"));
  also(&T::full_inertia, dispersed("vehicle.inertia_kg_m2.turn_rad"));
  for (const char* entry : {".xy", ".xz", ".yz", ".yx", ".zx", ".zy"}) {
    also(&T::full_inertia, dispersed.any_ends_with(entry));
  }
  also(&T::rotor_momentum, dispersed.any_ends_with(".motor.rotor_inertia_kg_m2"));
  also(&T::force_noise, dispersed("vehicle.process_noise.force_n2_s"));
  also(&T::moment_noise, dispersed("vehicle.process_noise.moment_n2_m2_s"));
  return terms;
}

/// State 0 of every motor, then state 1.
void fill_motor_states(const Multirotor& vehicle, const MultirotorForm& form,
                       const SampleSetting& setting, double* state) {
  for (int i = 0; i < form.rotors && form.motor_states > 0; ++i) {
    std::array<double, most_motor_states> x =
        settled_motor(vehicle.rotors[i], setting.first_command[i], setting.air_density_kg_m3);
    for (int k = 0; k < form.motor_states; ++k) {
      const int at = k * form.rotors + i;
      if (at < static_cast<int>(setting.actuators->size())) x[k] = (*setting.actuators)[at];
    }
    x[0] = limit_motor_state(vehicle.rotors[i], x[0]);
    for (int k = 0; k < form.motor_states; ++k) state[k * form.rotors + i] = x[k];
  }
}

}  // namespace

MultirotorForm form_of(const Multirotor& vehicle, const Varies& dispersed, const Varies& varied,
                       const WorldTerms& world, IntegratorKind integrator) {
  MultirotorForm form;
  const Rotor& first = vehicle.rotors.front();  // all have the same law and motor
  form.law = static_cast<int>(first.law->index());
  form.motor = static_cast<int>(first.motor->index());
  form.motor_states = std::visit([](const auto& motor) { return motor.states; }, *first.motor);
  form.table = performance_table_of(*first.law);
  form.rotors = static_cast<int>(vehicle.rotors.size());
  form.aligned = all_rotors_aligned(vehicle) && !varied.any_ends_with(".axis.x") &&
                 !varied.any_ends_with(".axis.y");
  form.terms = find_terms(vehicle, dispersed);
  form.terms.gravity_varies = world.gravity_varies;
  form.terms.air_varies = world.air_varies && needs_air(vehicle, varied);
  form.terms.contact = world.contact;
  form.terms.stop = world.stop;
  const bool exact_count = form.rotors == 4 || form.rotors == 6 || form.rotors == 8;
  const bool has_form = form.aligned && exact_count && AnyTerms::suits(form.terms) &&
                        info(integrator).stepping == Stepping::lanes;
  form.capacity = has_form ? form.rotors : static_cast<int>(max_rotors);
  return form;
}

bool fold_sample(const Multirotor& vehicle, const MultirotorForm& form,
                 const SampleSetting& setting, double* constants, double* actuators) {
  if (!is_flyable(vehicle, setting.integrator, setting.step_s)) return false;
  const bool air_varies = form.terms.air_varies;
  fold_multirotor(vehicle,
                  {.air_density_kg_m3 = air_varies ? 1.0 : setting.air_density_kg_m3,
                   .air_varies = air_varies,
                   .noise_period_s = setting.noise_period_s},
                  form.capacity, constants);
  fill_motor_states(vehicle, form, setting, actuators);
  return true;
}

}  // namespace montecopter
