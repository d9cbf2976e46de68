#pragma once
/// Parameters of the multirotor vehicle: a rigid body with up to 16 rotors in any pose.
/// Source: docs/models.md 1.1-1.3. The set-up that folds them for the kernels is
/// multirotor_setup.hpp.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/boxed.hpp"
#include "core/fields/fields.hpp"
#include "dynamics/rotors/max_rotors.hpp"
#include "dynamics/vehicles/battery.hpp"
#include "dynamics/vehicles/response_surface.hpp"
#include "dynamics/vehicles/rigid_body.hpp"
#include "dynamics/vehicles/rotor_flow_words.hpp"

namespace montecopter {

struct RotorLaw;  // rotors/rotor_laws.hpp
struct Motor;     // motors/motors.hpp

/// One rotor: its position, axis, sense of rotation, law and motor.
struct Rotor {
  std::array<double, 3> position_m = {required, required, required};
  std::array<double, 3> axis = {required, required, required};
  std::int64_t spin = required_integer;
  std::optional<double> radius_m;
  BoxedValue<RotorLaw> law;
  BoxedValue<Motor> motor;

  // In multirotor.cpp, which knows the rotor laws and motors.
  Rotor();
  Rotor(const Rotor& other);
  Rotor(Rotor&& other) noexcept;
  Rotor& operator=(const Rotor& other);
  Rotor& operator=(Rotor&& other) noexcept;
  ~Rotor();

  static constexpr auto fields() {
    return FieldList{
        field("position_m", &Rotor::position_m, "m", any_number, Vary::per_sample,
              "Hub position relative to the centre of mass (see centre_of_mass_m), body axes"),
        field("axis", &Rotor::axis, "1", any_number, Vary::per_sample,
              "Direction of positive thrust, body axes (normalised at set-up)"),
        field("spin", &Rotor::spin, "1", between(-1, 1), Vary::fixed,
              "Sense of rotation. +1: positive speed is right-handed about axis, so its drag turns "
              "the body left-handed; -1: the reverse"),
        field("radius_m", &Rotor::radius_m, "m", positive, Vary::per_sample,
              "Radius of the propeller, where the law does not have it: for ground effect, "
              "interference and the limits of the law; default: unknown"),
        field("law", &Rotor::law, "Thrust and torque from the rotor's speed or signal"),
        field("motor", &Rotor::motor, "Response of the rotor to its command"),
    };
  }
};

struct Multirotor {
  static constexpr std::string_view type_name = "multirotor";
  static constexpr std::string_view doc = "A rigid body with 1 to 16 rotors in any pose";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"rotor.axis", "[0.0, 0.0, -1.0]"},
      {"rotor.law", R"({type = "quadratic", thrust_n_s2 = 2e-6, torque_n_m_s2 = 3e-8})"},
      {"rotor.motor", R"({type = "first_order", time_constant_s = 0.02, max = 2000.0})"},
      {"rotors", R"([
  {position_m = [0.1, 0.1, 0.0], spin = 1},
  {position_m = [-0.1, -0.1, 0.0], spin = 1},
  {position_m = [0.1, -0.1, 0.0], spin = -1},
  {position_m = [-0.1, 0.1, 0.0], spin = -1},
])"},
  });
  static constexpr std::string_view included_as = "vehicle";

  std::string frame = "NED/FRD";
  double mass_kg = required;
  std::array<double, 3> centre_of_mass_m = {0.0, 0.0, 0.0};
  Inertia inertia_kg_m2;
  std::vector<Rotor> rotors;
  double quadratic_drag_n_s2_m2 = 0.0;
  double drag_area_m2 = 0.0;
  double linear_drag_n_s_m = 0.0;
  std::array<double, 3> rotor_drag_1_s = {0.0, 0.0, 0.0};
  double translational_lift_1_m = 0.0;
  std::array<double, 9> quadratic_aero_moment_n_m_s2 = {};
  std::array<double, 9> linear_aero_moment_n_m_s = {};
  std::array<double, 9> velocity_aero_moment_n_s = {};
  std::optional<double> body_rate_limit_rad_s;
  std::string ground_effect = "none";
  double body_lift = 2.0;
  std::string rotor_interference = "none";
  ProcessNoise process_noise;
  std::vector<ContactPoint> contact_points;
  std::optional<Battery> battery;
  std::optional<ResponseSurface> response_surface;

  /// See TypeSchema::says_nothing. Keys that came later change neither text nor hash of scenarios
  /// without them.
  bool says_nothing(std::string_view key) const {
    return is_unsaid_centre(key, centre_of_mass_m) ||
           (key == "ground_effect" && ground_effect == "none") ||
           (key == "body_lift" && ground_effect != "sanchez_cuevas") ||
           (key == "rotor_interference" && rotor_interference == "none");
  }

  static constexpr auto fields() {
    using V = Multirotor;
    return FieldList{
        field("frame", &V::frame, vehicle_frames,
              "Axes of this vehicle's numbers (signs are flipped exactly)"),
        field("mass_kg", &V::mass_kg, "kg", positive, Vary::per_sample,
              "Mass of the whole vehicle"),
        field("centre_of_mass_m", &V::centre_of_mass_m, "m", any_number, Vary::per_sample,
              centre_of_mass_doc),
        field("inertia_kg_m2", &V::inertia_kg_m2,
              "Inertia tensor of the whole vehicle with locked rotors, body axes"),
        field("rotors", &V::rotors, "", between(1, max_rotors), Vary::fixed,
              "Rotors, in command order"),
        field("quadratic_drag_n_s2_m2", &V::quadratic_drag_n_s2_m2, "N s2 m-2", non_negative,
              Vary::per_sample,
              "Body drag c in F = -c |v_AB| v_AB, v_AB the velocity relative to the air"),
        field("drag_area_m2", &V::drag_area_m2, "m2", non_negative, Vary::per_sample,
              "Body drag A (coefficient times area) in F = -1/2 rho A |v_AB| v_AB, v_AB the "
              "velocity relative to the air and rho its density"),
        field("linear_drag_n_s_m", &V::linear_drag_n_s_m, "N s m-1", non_negative, Vary::per_sample,
              "Body drag K in F = -K v_AB, v_AB the velocity relative to the air"),
        field("rotor_drag_1_s", &V::rotor_drag_1_s, "s-1", non_negative, Vary::per_sample,
              "Mass-normalised rotor drag D (diagonal, body axes) in F = -m R D R^T v_AB, v_AB the "
              "velocity relative to the air"),
        field("translational_lift_1_m", &V::translational_lift_1_m, "m-1", non_negative,
              Vary::per_sample,
              "Mass-normalised lift k in F = m k (v_x^2 + v_y^2) along body up, v_x and v_y the "
              "components along body x and y of v_AB, the velocity relative to the air"),
        field("quadratic_aero_moment_n_m_s2", &V::quadratic_aero_moment_n_m_s2, "N m s2",
              any_number, Vary::per_sample,
              "Matrix C (row-major, body axes) in M = -|omega| C omega; one number: C times the "
              "unit matrix, three: the diagonal"),
        field("linear_aero_moment_n_m_s", &V::linear_aero_moment_n_m_s, "N m s", any_number,
              Vary::per_sample,
              "Matrix B (row-major, body axes) in M = -B omega; one number: B times the unit "
              "matrix, three: the diagonal"),
        field("velocity_aero_moment_n_s", &V::velocity_aero_moment_n_s, "N s", any_number,
              Vary::per_sample,
              "Matrix A (row-major, body axes) in M = -A R^T v_AB, v_AB the velocity relative to "
              "the air; one number: A times the unit matrix, three: the diagonal"),
        field("body_rate_limit_rad_s", &V::body_rate_limit_rad_s, "rad s-1", positive,
              Vary::per_sample,
              "Limit of each body rate, positive and negative, applied after every step"),
        field("ground_effect", &V::ground_effect, ground_effects,
              "Gain of thrust over the ground, for each rotor by its own height and tilt"),
        field("body_lift", &V::body_lift, "1", non_negative, Vary::per_sample,
              "Coefficient Kb of the lift that the flow between the rotors gives the body, for "
              "ground_effect = \"sanchez_cuevas\""),
        field("rotor_interference", &V::rotor_interference, rotor_interferences,
              "Loss of thrust of coaxial and overlapping rotors in each other's wakes"),
        field("process_noise", &V::process_noise, "White force and moment"),
        field("contact_points", &V::contact_points, "", between(0, max_contact_points), Vary::fixed,
              "Points at which the vehicle touches a ground that exerts forces"),
        field("battery", &V::battery,
              "Battery that supplies the rotors; default: none, the command limits stay constant"),
        field("response_surface", &V::response_surface,
              "Identified forces and moments as polynomial terms; default: none"),
    };
  }
};

}  // namespace montecopter
