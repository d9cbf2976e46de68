#include "scenario/checks/shared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dynamics/vehicles/principal_moments.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {

/// Checks that some mass distribution has the tensor: it is positive definite, and no principal
/// moment is larger than the sum of the other two.
void check_inertia(const Inertia& j, Report& report) {
  const std::string path = "vehicle.inertia_kg_m2";
  if (!report.clean(path)) return;
  const std::array<double, 3> moments = principal_moments(j);
  const std::string found = fmt::format("its principal moments are {:.6g}, {:.6g} and {:.6g} kg m2",
                                        moments[0], moments[1], moments[2]);
  if (!is_positive_definite(j)) {
    // A moment that is below 0 by rounding is none.
    const bool singular = moments[0] > -1e-12 * moments[2];
    report.error(
        path,
        singular ? "the inertia tensor is singular" : "the inertia tensor is not positive definite",
        found, "Check the size and the sign of xy, xz and yz");
  } else if (!obeys_triangle_inequality(j)) {
    report.error(path, "the inertia tensor breaks the triangle inequality",
                 found + "; no moment of a body exceeds the sum of the other two");
  }
}

void check_contact_points(const std::vector<ContactPoint>& points, Report& report) {
  if (points.size() <= max_contact_points || !report.clean_above("vehicle.contact_points")) return;
  report.error("vehicle.contact_points",
               fmt::format("the vehicle has {} contact points", points.size()),
               fmt::format("at most {} are possible", max_contact_points));
}

void check_limits(const std::string& at, const std::string& low, double min,
                  const std::string& high, double max, Report& report) {
  if (min < max) return;
  report.error(report.newest({at + "." + high, at + "." + low}),
               fmt::format("'{}' has {} {} and {} {}", at, low, min, high, max),
               fmt::format("{} must be below {}", low, high));
}

std::optional<double> known_step_s(const Integrator& integrator, const Report& report) {
  if (!report.clean("integrator")) return std::nullopt;
  if (integrator.step_s.has_value() == integrator.rate_hz.has_value()) return std::nullopt;
  return integrator.step_s ? *integrator.step_s : integrator.rate_hz.value_or(Rate{}).period_s();
}

bool check_lag(const SteppedLag& lag, double step_s, const std::string& path, Report& report) {
  if (!(step_s > lag.time_constant_s) && !(step_s >= lag.stable_step_s)) return false;
  const std::string why =
      fmt::format("a step of {:.6g} s, a time constant of {:.6g} s", step_s, lag.time_constant_s);
  const std::string suggestion = fmt::format("Use a step of {:.6g} s or less",
                                             std::min(lag.time_constant_s, lag.stable_step_s) / 2);
  if (step_s >= lag.stable_step_s) {
    report.error(path, fmt::format("{} is unstable for the {} lag", lag.method, lag.of), why,
                 suggestion);
  } else {
    report.warning(path, fmt::format("{} is inaccurate for the {} lag", lag.method, lag.of), why,
                   suggestion);
  }
  return true;
}

}  // namespace montecopter
