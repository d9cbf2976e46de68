#pragma once
/// Parameters of the helicopter: a main and a tail rotor on one drive, moved by five servos.
/// Source: C. Deeg, Description of Algorithms for Simulation of the Autonomous Model Helicopter
/// MARVIN, TU Berlin, 17 November 2003, as corrected in docs/models.md 1.6. The set-up that folds
/// them for the kernels is helicopter_setup.hpp.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "dynamics/vehicles/battery.hpp"
#include "dynamics/vehicles/rigid_body.hpp"

namespace montecopter {

/// Names of the commands, in command order. Pitch and throttle have whatever unit their servos
/// count in, the same in commands, states, limits and operating points.
inline constexpr std::array<std::string_view, 5> helicopter_controls = {
    "collective", "cyclic_x", "cyclic_y", "tail", "throttle"};

/// Blades that flap, in an inflow of their own: docs/models.md 1.6.
struct Flapping {
  double lock_number = required;
  double hinge_offset = 0.0;
  double hub_stiffness_n_m_rad = 0.0;

  static constexpr auto fields() {
    using F = Flapping;
    return FieldList{
        field("lock_number", &F::lock_number, "1", positive, Vary::per_sample,
              "Lock number rho a c (R2^4 - R1^4) / I of a blade from R1 to R2, in the air of the "
              "operating points. With inertia_kg_m2 it gives the lift per angle of attack"),
        field("hinge_offset", &F::hinge_offset, "1", between(0, 0.5), Vary::per_sample,
              "Distance of the flapping hinges from the shaft, as a fraction of outer_radius_m; 0 "
              "for a teetering rotor"),
        field("hub_stiffness_n_m_rad", &F::hub_stiffness_n_m_rad, "N m rad-1", non_negative,
              Vary::per_sample,
              "Hub moment per flapping angle of all springs at the blade roots: half the number of "
              "blades times the stiffness of one"),
    };
  }
};

struct MainRotor {
  std::array<double, 3> position_m = {required, required, required};
  double inner_radius_m = required;
  double outer_radius_m = required;
  double inertia_kg_m2 = required;
  std::optional<Flapping> flapping;

  static constexpr auto example = std::to_array<ExampleKey>({
      {"position_m", "[0.019, 0.013, 0.0]"},
      {"inner_radius_m", "0.1"},
      {"outer_radius_m", "0.92"},
      {"inertia_kg_m2", "0.184"},
  });

  static constexpr auto fields() {
    using R = MainRotor;
    return FieldList{
        field("position_m", &R::position_m, "m", any_number, Vary::per_sample,
              "Hub position relative to the centre of mass (see centre_of_mass_m), body axes. Its "
              "height has no effect unless the blades flap: the thrust of a rigid disc acts along "
              "the shaft"),
        field("inner_radius_m", &R::inner_radius_m, "m", non_negative, Vary::per_sample,
              "Radius at which the blades begin"),
        field("outer_radius_m", &R::outer_radius_m, "m", positive, Vary::per_sample,
              "Radius at which the blades end"),
        field("inertia_kg_m2", &R::inertia_kg_m2, "kg m2", positive, Vary::per_sample,
              "Moment of inertia about the shaft"),
        field("flapping", &R::flapping,
              "Flapping blades and dynamic inflow; default: a rigid disc without inflow"),
    };
  }
};

struct TailRotor {
  double arm_m = required;
  double gear_ratio = required;
  double inner_radius_m = required;
  double outer_radius_m = required;
  double inertia_kg_m2 = required;
  double profile_fraction = 0.5;

  static constexpr std::array retired_keys = {
      RetiredKey{"profile_share", "vehicle.tail_rotor.profile_fraction"}};

  static constexpr auto example = std::to_array<ExampleKey>({
      {"arm_m", "1.045"},
      {"gear_ratio", "5.667"},
      {"inner_radius_m", "0.05"},
      {"outer_radius_m", "0.17"},
      {"inertia_kg_m2", "0.00029"},
  });

  static constexpr auto fields() {
    using R = TailRotor;
    return FieldList{
        field("arm_m", &R::arm_m, "m", positive, Vary::per_sample,
              "Distance of its side force behind the main shaft"),
        field("gear_ratio", &R::gear_ratio, "1", positive, Vary::per_sample,
              "Ratio of its speed to the main rotor's speed"),
        field("inner_radius_m", &R::inner_radius_m, "m", non_negative, Vary::per_sample,
              "Radius at which the blades begin"),
        field("outer_radius_m", &R::outer_radius_m, "m", positive, Vary::per_sample,
              "Radius at which the blades end"),
        field("inertia_kg_m2", &R::inertia_kg_m2, "kg m2", non_negative, Vary::per_sample,
              "Moment of inertia about its shaft"),
        field("profile_fraction", &R::profile_fraction, "1", between(0, 1), Vary::per_sample,
              "Fraction of its drag torque at the first operating point that remains at zero "
              "pitch; the rest grows with the square of the pitch"),
    };
  }
};

/// A hover in calm air. There the tail rotor balances the torque of the main rotor, so its side
/// force follows from the bank angle and gives that torque.
struct OperatingPoint {
  double rotor_speed_rad_s = required;
  double roll_rad = required;
  double collective = required;
  double tail = required;
  double throttle = required;
  double tail_torque_n_m = required;
  double friction_torque_n_m = required;

  static constexpr Range bank{.low = 0.0, .high = 1.5};
  static constexpr std::string_view speed_doc = "Speed of the main rotor";
  static constexpr std::string_view roll_doc =
      "Bank angle to the right at which the main rotor's thrust balances the side force of the "
      "tail rotor";

  static constexpr auto example = std::to_array<ExampleKey>({
      {"rotor_speed_rad_s", "120.0"},
      {"roll_rad", "0.092"},
      {"collective", "1030.0"},
      {"tail", "-205.0"},
      {"throttle", "730.0"},
      {"tail_torque_n_m", "0.2"},
      {"friction_torque_n_m", "0.7"},
  });

  static constexpr auto fields() {
    using P = OperatingPoint;
    return FieldList{
        field("rotor_speed_rad_s", &P::rotor_speed_rad_s, "rad s-1", positive, Vary::per_sample,
              speed_doc),
        field("roll_rad", &P::roll_rad, "rad", bank, Vary::per_sample, roll_doc),
        field("collective", &P::collective, "1", any_number, Vary::per_sample,
              "Collective pitch of the main rotor, from zero pitch"),
        field("tail", &P::tail, "1", any_number, Vary::per_sample,
              "Pitch of the tail rotor, from zero pitch"),
        field("throttle", &P::throttle, "1", positive, Vary::per_sample, "Throttle, from idle"),
        field("tail_torque_n_m", &P::tail_torque_n_m, "N m", non_negative, Vary::per_sample,
              "Drag torque of the tail rotor about its own shaft"),
        field("friction_torque_n_m", &P::friction_torque_n_m, "N m", non_negative, Vary::per_sample,
              "Friction of the gear, at the main shaft; it grows with the speed"),
    };
  }
};

/// A hover at another speed, and so at another collective pitch.
struct SecondOperatingPoint {
  double rotor_speed_rad_s = required;
  double roll_rad = required;
  double collective = required;
  std::optional<double> tail;

  static constexpr auto example = std::to_array<ExampleKey>({
      {"rotor_speed_rad_s", "130.0"},
      {"roll_rad", "0.0998"},
      {"collective", "839.0"},
  });

  static constexpr auto fields() {
    using P = SecondOperatingPoint;
    return FieldList{
        field("rotor_speed_rad_s", &P::rotor_speed_rad_s, "rad s-1", positive, Vary::per_sample,
              OperatingPoint::speed_doc),
        field("roll_rad", &P::roll_rad, "rad", OperatingPoint::bank, Vary::per_sample,
              OperatingPoint::roll_doc),
        field("collective", &P::collective, "1", any_number, Vary::per_sample,
              "Collective pitch of the main rotor, from zero pitch"),
        field("tail", &P::tail, "1", any_number, Vary::per_sample,
              "Pitch of the tail rotor, from zero pitch; default: derived from symmetric blades, "
              "which give zero thrust at zero pitch"),
    };
  }
};

/// Two hovers, from which lift and drag of the rotors and the strength of the engine follow. They
/// have a mass, gravity and density of their own, for a sample that is heavier or flies in thinner
/// air has the same rotors.
struct OperatingPoints {
  double mass_kg = required;
  double gravity_m_s2 = 9.81;
  double air_density_kg_m3 = 1.225;
  OperatingPoint first_hover;
  SecondOperatingPoint second_hover;

  static constexpr auto example = std::to_array<ExampleKey>({
      {"mass_kg", "11.0"},
  });

  static constexpr auto fields() {
    using P = OperatingPoints;
    return FieldList{
        field("mass_kg", &P::mass_kg, "kg", positive, Vary::per_sample,
              "Mass of the whole vehicle in both hovers"),
        field("gravity_m_s2", &P::gravity_m_s2, "m s-2", positive, Vary::per_sample,
              "Gravity in both hovers"),
        field("air_density_kg_m3", &P::air_density_kg_m3, "kg m-3", positive, Vary::per_sample,
              "Density of the air in both hovers"),
        field("first_hover", &P::first_hover, "Hover at which all quantities are known"),
        field("second_hover", &P::second_hover, "Hover at another rotor speed"),
    };
  }
};

inline constexpr std::array<Choice, 2> servo_advances = {{
    {"continuous", "p' = (target - p) / time_constant_s"},
    {"per_step", "held over a step, then p += (target - p) step / time_constant_s"},
}};

struct Servos {
  double time_constant_s = required;
  std::string advance = "continuous";
  std::optional<double> collective_min, collective_max;
  std::optional<double> cyclic_x_min, cyclic_x_max;
  std::optional<double> cyclic_y_min, cyclic_y_max;
  std::optional<double> tail_min, tail_max;
  std::optional<double> throttle_min, throttle_max;

  /// Lowest values in command order.
  std::array<std::optional<double>, helicopter_controls.size()> lowest() const {
    return {collective_min, cyclic_x_min, cyclic_y_min, tail_min, throttle_min};
  }
  std::array<std::optional<double>, helicopter_controls.size()> highest() const {
    return {collective_max, cyclic_x_max, cyclic_y_max, tail_max, throttle_max};
  }

  static constexpr auto example = std::to_array<ExampleKey>({
      {"time_constant_s", "0.4"},
  });

  static constexpr auto fields() {
    using S = Servos;
    const auto limit = [](std::string_view key, std::optional<double> S::*member,
                          std::string_view doc) {
      return field(key, member, "1", any_number, Vary::per_sample, doc);
    };
    return FieldList{
        field("time_constant_s", &S::time_constant_s, "s", positive, Vary::per_sample,
              "Lag of all servos"),
        field("advance", &S::advance, servo_advances, "Response of the servos to their targets"),
        limit("collective_min", &S::collective_min, "Lowest collective pitch; default: no limit"),
        limit("collective_max", &S::collective_max, "Highest collective pitch; default: no limit"),
        limit("cyclic_x_min", &S::cyclic_x_min,
              "Lowest cyclic pitch x, which rolls to the right if positive; default: no limit"),
        limit("cyclic_x_max", &S::cyclic_x_max,
              "Highest cyclic pitch x, which rolls to the right if positive; default: no limit"),
        limit("cyclic_y_min", &S::cyclic_y_min,
              "Lowest cyclic pitch y, which takes the nose down if positive; default: no limit"),
        limit("cyclic_y_max", &S::cyclic_y_max,
              "Highest cyclic pitch y, which takes the nose down if positive; default: no limit"),
        limit("tail_min", &S::tail_min, "Lowest pitch of the tail rotor; default: no limit"),
        limit("tail_max", &S::tail_max, "Highest pitch of the tail rotor; default: no limit"),
        limit("throttle_min", &S::throttle_min,
              "Lowest throttle; the engine does not brake below 0; default: no limit"),
        limit("throttle_max", &S::throttle_max, "Highest throttle; default: no limit"),
    };
  }
};

struct Helicopter {
  static constexpr std::string_view type_name = "helicopter";
  static constexpr std::string_view doc =
      "Helicopter with a main rotor that turns clockwise seen from above, a tail rotor, one engine "
      "and five servos";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"frame", R"("NWU/FLU")"},
      {"mass_kg", "11.0"},
      {"inertia_kg_m2", "{xx = 0.6, yy = 1.0, zz = 1.0}"},
  });

  std::string frame = "NED/FRD";
  double mass_kg = required;
  std::array<double, 3> centre_of_mass_m = {0.0, 0.0, 0.0};
  Inertia inertia_kg_m2;
  MainRotor main_rotor;
  TailRotor tail_rotor;
  double drive_inertia_kg_m2 = 0.0;
  std::array<double, 3> body_drag_kg_m = {0.0, 0.0, 0.0};
  double tail_drag_kg_m = 0.0;
  OperatingPoints operating_points;
  Servos servos;
  std::optional<double> body_rate_limit_rad_s;
  ProcessNoise process_noise;
  std::vector<ContactPoint> contact_points;
  std::optional<Battery> battery;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const { return is_unsaid_centre(key, centre_of_mass_m); }

  static constexpr auto fields() {
    using V = Helicopter;
    return FieldList{
        field("frame", &V::frame, vehicle_frames,
              "Axes of this vehicle's numbers (signs are flipped exactly)"),
        field("mass_kg", &V::mass_kg, "kg", positive, Vary::per_sample,
              "Mass of the whole vehicle"),
        field("centre_of_mass_m", &V::centre_of_mass_m, "m", any_number, Vary::per_sample,
              centre_of_mass_doc),
        field("inertia_kg_m2", &V::inertia_kg_m2,
              "Inertia tensor of the whole vehicle with locked rotors, body axes"),
        field("main_rotor", &V::main_rotor, "Main rotor"),
        field("tail_rotor", &V::tail_rotor,
              "Tail rotor, which balances the torque of the main rotor"),
        field("drive_inertia_kg_m2", &V::drive_inertia_kg_m2, "kg m2", non_negative,
              Vary::per_sample, "Moment of inertia of engine and gear, at the main shaft"),
        field("body_drag_kg_m", &V::body_drag_kg_m, "kg m-1", non_negative, Vary::per_sample,
              "Drag f along each body axis in F = -f |v_AB| v_AB, v_AB the velocity relative to "
              "the air along that axis"),
        field("tail_drag_kg_m", &V::tail_drag_kg_m, "kg m-1", non_negative, Vary::per_sample,
              "Sideways drag f of the tail, at the tail rotor, in F = -f |v_AB| v_AB, v_AB the "
              "sideways velocity of the tail relative to the air"),
        field("operating_points", &V::operating_points,
              "Two hovers, which determine lift, drag and engine"),
        field("servos", &V::servos, "Response of pitch and throttle to their commands"),
        field("body_rate_limit_rad_s", &V::body_rate_limit_rad_s, "rad s-1", positive,
              Vary::per_sample,
              "Limit of each body rate, positive and negative, applied after every step"),
        field("process_noise", &V::process_noise, "White force and moment"),
        field("contact_points", &V::contact_points, "", between(0, max_contact_points), Vary::fixed,
              "Points at which the vehicle touches a ground that exerts forces"),
        field("battery", &V::battery,
              "Battery of an electric engine, which limits the throttle; default: none"),
    };
  }
};

}  // namespace montecopter
