#pragma once
/// The integrators that Boost.Odeint has. Their uses stand here, without Boost, because every unit
/// that reads a scenario knows the list. The methods are defined where they are compiled: methods
/// with fixed steps in odeint_fixed.hpp, pairs with step control in odeint_controlled.hpp.

#include <cstddef>

#include "dynamics/integrators/stepping.hpp"

namespace montecopter {

struct Dopri5FixedIntegrator {
  static constexpr std::string_view name = "dopri5_fixed";
  static constexpr std::string_view doc = "Dormand-Prince 5(4) without step control";
  static constexpr Stepping stepping = Stepping::odeint;
  static constexpr int order = 5;
  static constexpr int evaluations = 7;
  static constexpr int steps = 1;
  static constexpr double real_stability = 3.306;
  static double stable_angle(double zeta) {
    return StableAngles{{1.379, 1.898, 2.226, 2.686, 3.217, 3.4, 3.301, 3.304}}.at(zeta);
  }
  static constexpr bool allocates = false;
  template <class S, std::size_t n>
  struct Method;
};

struct CashKarp54FixedIntegrator {
  static constexpr std::string_view name = "cash_karp54_fixed";
  static constexpr std::string_view doc = "Cash-Karp 5(4) without step control";
  static constexpr Stepping stepping = Stepping::odeint;
  static constexpr int order = 5;
  static constexpr int evaluations = 6;
  static constexpr int steps = 1;
  static constexpr double real_stability = 3.734;
  static double stable_angle(double zeta) {
    return StableAngles{{1.3, 2.006, 2.429, 2.888, 3.347, 3.644, 3.667, 3.732}}.at(zeta);
  }
  static constexpr bool allocates = false;
  template <class S, std::size_t n>
  struct Method;
};

struct Fehlberg78FixedIntegrator {
  static constexpr std::string_view name = "fehlberg78_fixed";
  static constexpr std::string_view doc = "Fehlberg 7(8) without step control";
  static constexpr Stepping stepping = Stepping::odeint;
  static constexpr int order = 8;
  static constexpr int evaluations = 13;
  static constexpr int steps = 1;
  static constexpr double real_stability = 5.007;
  static double stable_angle(double zeta) {
    return StableAngles{{2.828, 3.47, 3.804, 4.089, 4.5, 4.448, 4.515, 5.007}}.at(zeta);
  }
  static constexpr bool allocates = false;
  template <class S, std::size_t n>
  struct Method;
};

struct AdamsBashforthMoultonIntegrator {
  static constexpr std::string_view name = "adams_bashforth_moulton";
  static constexpr std::string_view doc =
      "Four-step predictor and corrector, started by Runge-Kutta 4";
  static constexpr Stepping stepping = Stepping::odeint;
  static constexpr int order = 4;
  static constexpr int evaluations = 2;
  static constexpr int steps = 4;
  static constexpr double real_stability = 1.284;
  static double stable_angle(double zeta) {
    return StableAngles{{0.381, 0.925, 0.922, 0.911, 0.896, 0.901, 0.93, 1.284}}.at(zeta);
  }
  static constexpr bool allocates = false;
  template <class S, std::size_t n>
  struct Method;
};

struct Dopri5Integrator {
  static constexpr std::string_view name = "dopri5";
  static constexpr std::string_view doc = "Dormand-Prince 5(4) with step control";
  static constexpr Stepping stepping = Stepping::controlled;
  static constexpr int order = 5;
  static constexpr int evaluations = 6;
  static constexpr int steps = 1;
  static constexpr double real_stability = always_stable;
  static double stable_angle(double) { return always_stable; }
  static constexpr bool allocates = false;
  template <class S, std::size_t n>
  struct Method;
};

struct CashKarp54Integrator {
  static constexpr std::string_view name = "cash_karp54";
  static constexpr std::string_view doc = "Cash-Karp 5(4) with step control";
  static constexpr Stepping stepping = Stepping::controlled;
  static constexpr int order = 5;
  static constexpr int evaluations = 6;
  static constexpr int steps = 1;
  static constexpr double real_stability = always_stable;
  static double stable_angle(double) { return always_stable; }
  static constexpr bool allocates = false;
  template <class S, std::size_t n>
  struct Method;
};

template <class S, std::size_t n>
class BulirschStoer;  // bulirsch_stoer.hpp

struct BulirschStoerIntegrator {
  static constexpr std::string_view name = "bulirsch_stoer";
  static constexpr std::string_view doc = "Extrapolated midpoint rule, variable order and step";
  static constexpr Stepping stepping = Stepping::controlled;
  static constexpr int order = 0;
  static constexpr int evaluations = 0;
  static constexpr int steps = 1;
  static constexpr double real_stability = always_stable;
  static double stable_angle(double) { return always_stable; }
  static constexpr bool allocates = true;
  template <class S, std::size_t n>
  using Method = BulirschStoer<S, n>;
};

}  // namespace montecopter
