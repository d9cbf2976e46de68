#include "dynamics/vehicles/multirotor_terms.hpp"

#include <algorithm>
#include <type_traits>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"

namespace montecopter {
namespace {

bool has_rotor_inertia(const Multirotor& vehicle) {
  const auto inertia = [](const auto& motor) {
    if constexpr (std::decay_t<decltype(motor)>::states > 0) return motor.rotor_inertia_kg_m2 != 0;
    return false;
  };
  return std::any_of(vehicle.rotors.begin(), vehicle.rotors.end(),
                     [&](const Rotor& rotor) { return std::visit(inertia, *rotor.motor); });
}

/// Has a matrix of three by three entries that are not zero, and does one of these couple axes?
struct Coupling {
  bool any = false, across = false;
  explicit Coupling(const std::array<double, 9>& m) {
    for (int k = 0; k < 9; ++k) {
      any = any || m[k] != 0;
      across = across || (k % 4 != 0 && m[k] != 0);
    }
  }
};

}  // namespace

MultirotorTerms terms_of(const Multirotor& v) {
  const Coupling quadratic(v.quadratic_aero_moment_n_m_s2), linear(v.linear_aero_moment_n_m_s);
  const auto& d = v.rotor_drag_1_s;
  MultirotorTerms terms;
  terms.quadratic_drag = v.quadratic_drag_n_s2_m2 != 0 || v.drag_area_m2 != 0;
  terms.linear_drag = v.linear_drag_n_s_m != 0;
  terms.rotor_drag = d[0] != 0 || d[1] != 0 || d[2] != 0;
  terms.translational_lift = v.translational_lift_1_m != 0;
  terms.quadratic_moment = quadratic.any;
  terms.linear_moment = linear.any;
  terms.velocity_moment = Coupling(v.velocity_aero_moment_n_s).any;
  terms.full_inertia = has_products(v.inertia_kg_m2) || quadratic.across || linear.across;
  terms.rotor_momentum = has_rotor_inertia(v);
  terms.rotor_density = depends_on_density(*v.rotors.front().law);
  terms.force_noise = v.process_noise.force_n2_s != 0;
  terms.moment_noise = v.process_noise.moment_n2_m2_s != 0;
  terms.surface = v.response_surface.has_value();
  terms.rate_limit = v.body_rate_limit_rad_s.has_value();
  terms.interference =
      is_word(rotor_interference_words, v.rotor_interference, RotorInterference::momentum);
  terms.ground_effect = word_row(ground_effect_words, v.ground_effect).value;
  return terms;
}

}  // namespace montecopter
