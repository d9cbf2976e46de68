#pragma once
/// A containment study: the impacts of a campaign whose flights end at a touchdown, beside the
/// volumes by formula.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulate/flights_in_memory.hpp"
#include "vehicle/containment/ground_risk.hpp"
#include "vehicle/containment/sora_volumes.hpp"

namespace montecopter {

/// One impact.
struct Impact {
  std::int64_t sample = 0;
  double north_m = 0, east_m = 0;
  double from_event_m = 0;  ///< from the place of the first event; of the start without events
  double time_s = 0;        ///< after it
  bool is_before = false;   ///< it was down before the event, so both are 0
  double speed_m_s = 0, angle_deg = 0, energy_j = 0;
  double critical_m2 = 0;  ///< critical area
};

/// A number of the impacts: mean, observed quantile, and the upper bound of the quantile, which is
/// infinite if it is not known. Flights without an impact count as infinite.
struct ImpactNumber {
  std::string name, unit;
  double mean = 0, quantile = 0, bound = 0;
};

/// Covariance ellipse of the places of impact, with a given probability if they are normal.
struct ImpactEllipse {
  double north_m = 0, east_m = 0;   ///< centre
  double major_m = 0, minor_m = 0;  ///< half axes
  double bearing_deg = 0;           ///< of the major axis, from north to east, in [0, 180)
  double inside = 0;                ///< fraction of the impacts that it contains
};
inline constexpr double ellipse_probability = 0.95;

struct Study {
  SoraOperation operation;
  SoraVolumes volumes;
  double probability = 0, confidence = 0;
  std::int64_t flights = 0;
  std::vector<Impact> impacts;
  std::vector<ImpactNumber> numbers;     ///< the first is the buffer: from_event_m + dimension / 2
  std::optional<ImpactEllipse> ellipse;  ///< of at least 3 impacts
  std::int64_t before = 0;               ///< flights that were down before the first event
  std::int64_t beyond = 0;               ///< flights beyond the ground risk buffer by formula
  double beyond_bound = 0;               ///< upper bound of their probability
  std::optional<std::size_t> column;     ///< in risk_columns

  const ImpactNumber& buffer() const { return numbers.front(); }
  std::int64_t missing() const { return flights - std::ssize(impacts); }
};

/// Fewest flights whose largest value bounds the quantile.
std::int64_t fewest_flights(double probability, double confidence);

Study study_impacts(const FlightsInMemory& flights, const SoraOperation& operation,
                    double probability, double confidence);

/// Ellipse of places; none for fewer than three.
std::optional<ImpactEllipse> ellipse_of(const std::vector<Impact>& impacts);

}  // namespace montecopter
