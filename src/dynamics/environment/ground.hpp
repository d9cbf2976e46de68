#pragma once
/// What happens where a vehicle meets the ground. The list of grounds: kernels know of them what
/// GroundPlan says.

#include <concepts>
#include <string_view>
#include <variant>

#include "dynamics/alternatives.hpp"
#include "dynamics/environment/ground_height.hpp"
#include "dynamics/state.hpp"
#include "fields/fields.hpp"

namespace montecopter {

struct NoGround {
  static constexpr std::string_view type_name = "none";
  static constexpr bool is_default = true;  ///< where no type is given
  static constexpr std::string_view doc = "There is none: vehicles fly through";
  static constexpr bool pushes = false;          ///< at contact points
  static constexpr bool stops_vehicles = false;  ///< that are below it

  static constexpr auto fields() { return FieldList{}; }
};

/// Source: romain-chiap/PX4_SIH_QuadX 70585ef: if p_z > 0 and (a_z > 0 or v_z > 0), velocity, body
/// rate and acceleration are 0, and position and attitude do not advance.
struct Sih2019Ground : GroundHeight {
  static constexpr std::string_view type_name = "sih2019";
  static constexpr std::string_view doc =
      "Stops a vehicle that is below it and sinks, as PX4's SIH of 2019: at once; the "
      "accelerometer then reads as at rest (v' = 0)";
  static constexpr bool pushes = false, stops_vehicles = true;

  static double measured_stop_1_s(double) { return 0.0; }
};

/// Source: PX4/PX4-Autopilot 04052ce4c7, src/modules/sih: the same, but the acceleration is -v /
/// step.
struct Sih2022Ground : GroundHeight {
  static constexpr std::string_view type_name = "sih2022";
  static constexpr std::string_view doc =
      "Stops a vehicle that is below it and sinks, as PX4's SIH of 2022: at once; the "
      "accelerometer reads the deceleration -v / step";
  static constexpr bool pushes = false, stops_vehicles = true;

  static double measured_stop_1_s(double step_s) { return -1.0 / step_s; }
};

/// A spring and a damper under every contact point, never pulling, and Coulomb friction that is
/// smooth around rest: F = -mu N v / sqrt(v^2 + slip^2).
struct SpringDamperGround : GroundHeight {
  static constexpr std::string_view type_name = "spring_damper";
  static constexpr std::string_view doc =
      "Springs, dampers and friction at the vehicle's contact points";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"stiffness_n_m", "1000.0"},
      {"damping_n_s_m", "20.0"},
  });
  static constexpr bool pushes = true, stops_vehicles = false;

  double stiffness_n_m = required;
  double damping_n_s_m = required;
  double friction = 0.6;
  double slip_speed_m_s = 0.01;

  static constexpr auto fields() {
    using G = SpringDamperGround;
    return join(GroundHeight::fields(),
                FieldList{
                    field("stiffness_n_m", &G::stiffness_n_m, "N m-1", positive, Vary::per_sample,
                          "Stiffness of the spring under each contact point"),
                    field("damping_n_s_m", &G::damping_n_s_m, "N s m-1", non_negative,
                          Vary::per_sample, "Damping under each contact point"),
                    field("friction", &G::friction, "1", non_negative, Vary::per_sample,
                          "Coefficient of friction"),
                    field("slip_speed_m_s", &G::slip_speed_m_s, "m s-1", positive, Vary::per_sample,
                          "Speed at which the friction has 0.71 of its full force"),
                });
  }
};

using Ground = std::variant<NoGround, Sih2019Ground, Sih2022Ground, SpringDamperGround>;

/// What the list of grounds may hold. Of one that stops vehicles measured_stop_1_s(step_s)
/// is the acceleration per velocity that accelerometers measure while the vehicle is held.
template <class G>
concept GroundModel = requires(double step_s) {
  { G::type_name } -> std::convertible_to<std::string_view>;
  { G::doc } -> std::convertible_to<std::string_view>;
  G::fields();
  { G::pushes } -> std::convertible_to<bool>;
  // One that has a height is there, and does something.
  requires !std::derived_from<G, GroundHeight> || G::pushes || G::stops_vehicles;
  requires !G::stops_vehicles || requires {
    { G::measured_stop_1_s(step_s) } -> std::same_as<double>;
  };
};

template <class G>
constexpr bool require_ground() {
  static_assert(GroundModel<G>, "this type of the list is no GroundModel");
  return true;
}
static_assert(holds_for_all<Ground>([]<class G>() { return require_ground<G>(); }));

/// Calls use(ground) if it is one that pushes. What such a ground lacks does not compile.
template <class Use>
void if_it_pushes(const Ground& any, Use use) {
  std::visit(
      [&]<class G>(const G& ground) {
        if constexpr (G::pushes) use(ground);
      },
      any);
}

/// What the kernels know of the ground: plain data.
struct GroundPlan {
  int contact_points = 0;          ///< at which it pushes
  bool stops_vehicles = false;     ///< is_held() says which
  double measured_stop_1_s = 0.0;  ///< acceleration per velocity that is measured then [1/s]
};

/// Where the SIH holds a vehicle: below the ground, and sinking or about to.
template <class S, int actuators>
auto is_held(const State<S, actuators>& state, const State<S, actuators>& rate, const S& ground_z) {
  return (ground_z < state.x[2]) & (S(0.0) < max(rate.x[5], state.x[5]));
}

}  // namespace montecopter
