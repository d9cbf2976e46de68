#pragma once
/// Semi-implicit (symplectic) Euler: velocity and body rate from the rates at the old state, then
/// position and attitude with the new ones. The motors are explicit.

#include "dynamics/integrators/stepping.hpp"
#include "dynamics/state.hpp"

namespace montecopter {

template <class Vehicle>
struct SemiImplicitEuler {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;

  /// The state after h seconds with the input held, quaternion normalised. `next` may be `state`.
  static void step(const Vehicle& vehicle, double h, const typename Vehicle::Input& input,
                   const StateType& state, StateType& next) {
    StateType rate;
    vehicle.derivative(state, input, rate);
    const S dt(h);
    const auto advance = [&](int first, int end) {
      for (int i = first; i < end; ++i) next.x[i] = fma(dt, rate.x[i], state.x[i]);
    };
    advance(3, 6);
    advance(10, vehicle.size());
    rate.set_position(next.velocity());
    rate.set_attitude(half_product(state.attitude(), next.body_rate()));
    advance(0, 3);
    advance(6, 10);
    next.normalise_attitude();
  }
};

struct SemiImplicitEulerIntegrator {
  static constexpr std::string_view name = "semi_implicit_euler";
  static constexpr std::string_view doc =
      "Velocities first, then positions and attitude with the new velocities";
  static constexpr Stepping stepping = Stepping::lanes;
  static constexpr int order = 1;
  static constexpr int evaluations = 1;
  static constexpr int steps = 1;
  static constexpr double real_stability = 2.0;
  /// A step of the body: v <- v - h (2 zeta w v + w^2 x), x <- x + h v. Its eigenvalues are those
  /// of u^2 - (2 - c - k) u + 1 - c = 0 with c = 2 zeta h w, k = (h w)^2: both within the unit
  /// circle where k < 4 - 2 c.
  static double stable_angle(double zeta) { return 2.0 * (std::sqrt(1.0 + zeta * zeta) - zeta); }
  static constexpr bool allocates = false;
  template <class Vehicle>
  using Scheme = SemiImplicitEuler<Vehicle>;
};

}  // namespace montecopter
