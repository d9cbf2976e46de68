#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/checks/validate.hpp"

namespace montecopter {
namespace {

/// Ten thousand times gravity, about the launch acceleration of artillery shells.
constexpr double hardest_push_m_s2 = 1e5;
/// From rest to a thousand turns per second within a millisecond.
constexpr double hardest_twist_rad_s2 = 1e7;

using Push = std::array<double, 3>;

double length(double x, double y, double z) { return std::hypot(x, y, z); }

double acceleration_of(const Push& force_n, double mass_kg) {
  return length(force_n[0], force_n[1], force_n[2]) / mass_kg;
}
double angular_acceleration_of(const Push& t, const Inertia& inertia) {
  const Vec3<double> a =
      inverse(inertia_tensor(inertia, {1, 1, 1})) * Vec3<double>{t[0], t[1], t[2]};
  return length(a.x, a.y, a.z);
}

/// A pulse acts in the steps that begin within it.
template <class Pulse>
void warn_of_duration(const Pulse& pulse, double step_s, const std::string& path, Report& report) {
  constexpr double rounding = 1e-6;  // of a step: as the pulses are timed
  if (pulse.duration_s >= (1 - rounding) * step_s) return;
  report.warning(path + ".duration_s",
                 fmt::format("the pulse lasts {:.6g} s, less than a step", pulse.duration_s),
                 fmt::format("it acts over one step of {:.6g} s, or not at all", step_s),
                 "Lengthen the pulse, or shorten the step");
}

/// `strength` is the key of the force or torque of the pulse at `path`.
void warn_of_force(const Push& force_n, std::string_view strength, const Scenario& scenario,
                   const std::string& path, Report& report) {
  if (!report.clean("vehicle.mass_kg")) return;
  const double mass = std::visit([](const auto& v) { return v.mass_kg; }, *scenario.vehicle);
  const double acceleration = acceleration_of(force_n, mass);
  if (acceleration <= hardest_push_m_s2) return;
  report.warning(fmt::format("{}.{}", path, strength),
                 fmt::format("the pulse accelerates the vehicle by {:.3g} m/s2", acceleration),
                 "this is more than ten thousand times gravity",
                 fmt::format("Check {} and the mass", strength));
}
void warn_of_torque(const Push& torque_n_m, std::string_view strength, const Scenario& scenario,
                    const std::string& path, Report& report) {
  if (!report.clean("vehicle.inertia_kg_m2")) return;
  const Inertia inertia =
      std::visit([](const auto& v) { return v.inertia_kg_m2; }, *scenario.vehicle);
  const double acceleration = angular_acceleration_of(torque_n_m, inertia);
  if (acceleration <= hardest_twist_rad_s2) return;
  report.warning(fmt::format("{}.{}", path, strength),
                 fmt::format("the pulse gives the vehicle an angular acceleration of {:.3g} rad/s2",
                             acceleration),
                 fmt::format("more than {:.3g} rad/s2 is implausible", hardest_twist_rad_s2),
                 fmt::format("Check {} and the inertia", strength));
}

}  // namespace

void validate_disturbance_numbers(const Scenario& scenario, Report& report) {
  const auto step_s = known_step_s(scenario.integrator, report);
  for (std::size_t i = 0; i < scenario.disturbance.size(); ++i) {
    const std::string path = "disturbance." + std::to_string(i);
    if (!report.clean(path)) continue;
    std::visit(
        [&]<class P>(const P& pulse) {
          const auto warn = P::is_force ? warn_of_force : warn_of_torque;
          warn(pulse.push(), P::strength, scenario, path, report);
          if (step_s) warn_of_duration(pulse, *step_s, path, report);
        },
        scenario.disturbance[i]);
  }
}

}  // namespace montecopter
