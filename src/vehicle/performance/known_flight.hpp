#pragma once
/// What the rotor laws of a multirotor know of steady flight: the limits that a trim exceeds, and
/// the speed up to which level flight is known.

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "dynamics/linear/helicopter_trim.hpp"
#include "dynamics/linear/multirotor_trim.hpp"
#include "dynamics/vehicles/rotor_validity.hpp"

namespace montecopter {

/// Flow at each rotor in a trim.
std::vector<RotorFlight> rotor_flights(const MultirotorModel& model, const MultirotorTrim& trim);

/// Limits that some rotor exceeds in a trim.
RotorLimits exceeded_limits(const MultirotorModel& model, const MultirotorTrim& trim);

/// Limits that are not monitored for some rotor.
RotorLimits unmonitored_limits(const MultirotorModel& model);

/// Fastest level flight that the rotor laws know on a course.
struct KnownSpeed {
  double m_s = 0;
  bool has_radius = false;          ///< or ranges of a surface; else only hover is known
  bool lacks_ranges = false;        ///< the response surface in place of the rotors
  std::optional<RotorLimit> limit;  ///< exceeded in faster flight; none: none up to the fastest

  /// Whether a flight at this speed is known, to the tolerance of the search.
  bool covers(double speed_m_s) const;
};

/// Searches along a course up to the fastest flight; `towards` is a unit vector.
KnownSpeed known_speed(const MultirotorModel& model, const Eigen::Vector3d& towards,
                       const FastestFlight& fastest);

/// A limit of a model: its name in files, and "edgewise flow: the flow along the disc is outside
/// the rotor law".
struct LimitWords {
  std::string_view name;
  std::string text;
};
std::vector<LimitWords> words_of(RotorLimits limits);
/// Limits that a trim of a helicopter exceeds.
std::vector<LimitWords> exceeded_words(const Helicopter& vehicle, const CalmAir& air,
                                       const HelicopterTrim& trim);

/// "axial flow, tip mach"
std::string limits_text(RotorLimits limits);
/// List of the names of limits.
Json json_limits(RotorLimits limits);
/// "edgewise flow: the flow along the disc is outside the rotor law"
std::string limit_text(RotorLimit limit);
/// Why the speed is known no further.
std::string reason_text(const KnownSpeed& known);

}  // namespace montecopter
