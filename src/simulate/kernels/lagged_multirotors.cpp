/// Multirotors with other rotor laws and lagging motors. Each pair is a type, with the usual terms,
/// or the usual terms without rotor drag or in air whose density varies. Other terms and other
/// integrators are looked up in every derivative (aligned_multirotors.cpp).

#include "simulate/kernels/multirotor_forms.hpp"

namespace montecopter {

const FlightType* lagged_multirotor_flight(const FlightPlan& plan) {
  using Few = KnownTerms<TermSet{.noise = true}>;
  using Many = KnownTerms<all_in_principal_axes>;
  using InAir = KnownTerms<all_in_varying_air>;
  using Second = KnownPropulsion<SignedQuadraticRotor, SecondOrderMotor>;
  using Asymmetric = KnownPropulsion<SignedQuadraticRotor, AsymmetricFirstOrderMotor>;
  using Slewing = KnownPropulsion<SignedQuadraticRotor, SlewLimitedMotor>;
  using Quadratic = KnownPropulsion<QuadraticRotor, FirstOrderMotor>;
  using Iris = KnownPropulsion<QuadraticRotor, AsymmetricFirstOrderMotor>;
  using X500 = KnownPropulsion<PolynomialRotor, FirstOrderMotor>;
  using Crazyflie = KnownPropulsion<PolynomialRotor, AsymmetricFirstOrderMotor>;
  using Blades = KnownPropulsion<BladeElementRotor, FirstOrderMotor>;
  using Electric = KnownPropulsion<QuadraticRotor, ElectricMotor>;
  using F450 = KnownPropulsion<PerformanceTableRotor, FirstOrderMotor>;
  return first_form_of_rk4<
      Aligned<4, Quadratic, Few>, Aligned<4, Quadratic, Many>, Aligned<6, Quadratic, Many>,
      Aligned<8, Quadratic, Many>, Aligned<4, Second, Few>, Aligned<4, Second, Many>,
      Aligned<4, Asymmetric, Few>, Aligned<4, Asymmetric, Many>, Aligned<4, Slewing, Few>,
      Aligned<4, Slewing, Many>, Aligned<4, Iris, Few>, Aligned<4, Iris, Many>,
      Aligned<4, X500, Few>, Aligned<4, X500, Many>, Aligned<4, Crazyflie, Few>,
      Aligned<4, Electric, Few>, Aligned<4, Electric, Many>, Aligned<4, F450, Few>,
      Aligned<4, Blades, Few>, Aligned<4, Quadratic, SurfaceTerms>, Aligned<4, Quadratic, InAir>,
      Aligned<6, Quadratic, InAir>, Aligned<8, Quadratic, InAir>, Aligned<4, X500, InAir>>(plan);
}

}  // namespace montecopter
