/// A rotor law, and some that are half added. With LACKS_LOAD it says that its thrust and torque
/// are no multiples of one shape and does not give them; with LACKS_CURVE it does not say what
/// closed loops invert; with LACKS_TABLE it looks up a table and does not give it. Compiled by a
/// test, never linked.

#include "dynamics/rotors/rotor_laws.hpp"

namespace montecopter {

struct ToyRotor {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "A constant thrust without torque";
  static constexpr bool proportional = false;
  static constexpr bool quadratic_thrust = false;
  static constexpr bool sees_air = false;

  double thrust_n = required;

  bool takes_speed() const { return true; }
  void fold(double, LawCoefficients<double>& c) const { c = {thrust_n}; }

  template <class S>
  static S ratio(const LawCoefficients<S>&, const S&, const S& axial_m_s, const PerformanceTable&) {
    return axial_m_s;
  }
  template <class S>
  static Load<S> load_at(const LawCoefficients<S>& c, const S&, const Load<S>&) {
    return {c[0], S(0.0)};
  }
#ifndef LACKS_TABLE
  PerformanceTable table() const { return {}; }
#endif
  bool has_table_of(const ToyRotor&) const { return true; }

#ifndef LACKS_CURVE
  std::optional<ThrustCurve> thrust_curve(double) const { return ThrustCurve{thrust_n, 0, 0}; }
#endif
#ifndef LACKS_LOAD
  template <class S>
  static Load<S> load(const LawCoefficients<S>& c, const S&, const S&, const PerformanceTable&) {
    return {c[0], S(0.0)};
  }
#endif
};

static_assert(require_rotor_law<ToyRotor>());

}  // namespace montecopter
