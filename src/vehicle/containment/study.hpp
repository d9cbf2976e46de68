#pragma once
/// A containment study: the impacts of a campaign whose flights end at a touchdown, beside the
/// volumes by formula.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/statistics/claim.hpp"
#include "simulate/flights_in_memory.hpp"
#include "vehicle/containment/counted_events.hpp"
#include "vehicle/containment/geography.hpp"
#include "vehicle/containment/ground_risk.hpp"
#include "vehicle/containment/sora_volumes.hpp"

namespace montecopter {

/// Metric of the flights of a study: the largest distance from the flight geography at the rows of
/// the traces (excursion_formula()).
inline constexpr const char* excursion_metric = "contain_excursion_m";
/// One impact.
struct Impact {
  std::int64_t sample = 0;
  double north_m = 0, east_m = 0;
  double from_event_m = 0;  ///< from the place where control ended (moment_of())
  double time_s = 0;        ///< after that
  bool is_before = false;   ///< it was down before, so both are 0
  double speed_m_s = 0, angle_deg = 0, energy_j = 0;
  double critical_m2 = 0;  ///< critical area
  double excursion_m = 0;  ///< largest distance from the flight geography, the fall included
  double altitude_m = 0;   ///< largest
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

/// A dispersed input of the flights, beside the distances from the place where control ended.
struct StudyInput {
  std::string column;               ///< "in_" and its path
  std::vector<double> values = {};  ///< one for each impact
  double first_order = 0;  ///< fraction of the distances' variance that it accounts for alone
  bool is_beyond_chance = false;  ///< at 95 %, of all inputs together

  std::string name() const { return column.substr(3); }
};

struct Study {
  SoraOperation operation;
  Geography geography;
  SoraVolumes volumes;
  std::vector<CountedEvent> events;  ///< from which distances count
  std::string since;                 ///< name given with --since; empty: all of them
  bool has_wreck_drag = false;
  double probability = 0, confidence = 0;
  std::int64_t flights = 0;
  std::vector<Impact> impacts;
  std::vector<StudyInput> inputs;        ///< after finish_study() the most important ones first
  std::vector<ImpactNumber> numbers;     ///< the first is the buffer: from_event_m + dimension / 2
  std::optional<ImpactEllipse> ellipse;  ///< of at least 3 impacts
  std::int64_t before = 0;               ///< flights that were down before control ended
  std::int64_t beyond = 0;               ///< flights beyond the ground risk buffer by formula
  double beyond_bound = 0;               ///< upper bound of their probability
  /// Flights that leave the contingency volume, falls included: beyond S_CV from the flight
  /// geography, above H_CV, or without a touchdown.
  std::int64_t left = 0;
  double left_bound = 0;              ///< upper bound of their probability
  std::optional<std::size_t> column;  ///< in risk_columns
  /// Whether the flights ended when they decided, which bounds allow for: whether at least
  /// `probability` of all flights come down within the ground risk buffer by formula.
  bool is_sequential = false;
  statistics::Verdict verdict = statistics::Verdict::undecided;

  const ImpactNumber& buffer() const { return numbers.front(); }
  std::int64_t missing() const { return flights - std::ssize(impacts); }
};

/// Fewest flights whose largest value bounds the quantile.
std::int64_t fewest_flights(double probability, double confidence);

/// A study without flights.
Study begin_study(const SoraOperation& operation, const Geography& geography, double probability,
                  double confidence);
/// Adds a flight, and tests the claim of a sequential study.
void add_flight(const FlightsInMemory& flights, std::int64_t sample, Study& study);
/// Computes numbers, bounds and the ellipse of the flights.
void finish_study(Study& study);
/// A study of all flights.
Study study_impacts(const FlightsInMemory& flights, Study study);

/// Ellipse of places; none for fewer than three.
std::optional<ImpactEllipse> ellipse_of(const std::vector<Impact>& impacts);

}  // namespace montecopter
