#pragma once
/// Force and torque pulses: constant for start_s <= t < start_s + duration_s, 0 before and after.
/// Set-up folds them into PulseConstants (fold_pulses()); simulate/lanes/pulses.hpp sums them.

#include <array>
#include <string_view>
#include <variant>

#include "core/fields/fields.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

/// Pulses of one flight.
inline constexpr int max_pulses = 8;

struct ForcePulse {
  static constexpr std::string_view type_name = "force_pulse";
  static constexpr std::string_view doc = "Force at the centre of mass during an interval";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"force_n", "[1.0, 0.0, 0.0]"},
  });

  std::array<double, 3> force_n = {required, required, required};
  double start_s = required;
  double duration_s = required;

  static constexpr auto fields() {
    using P = ForcePulse;
    return FieldList{
        field("force_n", &P::force_n, "N", any_number, Vary::per_sample, "Force, NED"),
        field("start_s", &P::start_s, "s", any_number, Vary::per_sample, "Start time"),
        field("duration_s", &P::duration_s, "s", positive, Vary::per_sample, "Duration"),
    };
  }

  static constexpr bool is_force = true;
  static constexpr const char* strength = "force_n";
  const std::array<double, 3>& push() const { return force_n; }
};

struct TorquePulse {
  static constexpr std::string_view type_name = "torque_pulse";
  static constexpr std::string_view doc = "Torque on the body during an interval";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"torque_n_m", "[0.01, 0.0, 0.0]"},
  });

  std::array<double, 3> torque_n_m = {required, required, required};
  double start_s = required;
  double duration_s = required;

  static constexpr auto fields() {
    using P = TorquePulse;
    return FieldList{
        field("torque_n_m", &P::torque_n_m, "N m", any_number, Vary::per_sample,
              "Torque, body axes FRD"),
        field("start_s", &P::start_s, "s", any_number, Vary::per_sample, "Start time"),
        field("duration_s", &P::duration_s, "s", positive, Vary::per_sample, "Duration"),
    };
  }

  static constexpr bool is_force = false;  ///< a torque
  static constexpr const char* strength = "torque_n_m";
  const std::array<double, 3>& push() const { return torque_n_m; }
};

struct Disturbance : std::variant<ForcePulse, TorquePulse> {
  using variant::variant;
};

/// Constants of one pulse and sample. All members are S.
template <class S>
struct PulseConstants {
  S start, end;
  Vec3<S> push;  ///< force / mass [m/s2], world axes; or torque [N m], body axes
};

/// Force per mass or torque of a pulse at time t [s].
template <class S>
Vec3<S> push_at(const PulseConstants<S>& c, const S& t) {
  const auto before = t < c.start, during = t < c.end;
  const auto on = [&](const S& x) { return select(before, S(0.0), select(during, x, S(0.0))); };
  return {on(c.push.x), on(c.push.y), on(c.push.z)};
}

}  // namespace montecopter
