#pragma once
/// Bands over the points of a sweep: the range of the requirements' results and of the quantiles of
/// metrics. For the axis of epistemic inputs these are a requirement table with bands, and p-boxes.

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/statistics/claim.hpp"
#include "results/requirements/judge.hpp"
#include "results/summarise/chosen_quantiles.hpp"
#include "results/summarise/summary.hpp"

namespace montecopter {

/// A number at the point of a sweep.
struct AtPoint {
  double value = 0;
  std::size_t point = 0;
};

/// Smallest and largest number at the points of a band.
struct PointRange {
  AtPoint low, high;
};

struct RequirementBand {
  std::string name, statement, unit;
  PointRange observed;
  double lower_bound = 0, upper_bound = 0;           ///< smallest and largest bound of any point
  std::size_t met = 0, violated = 0, undecided = 0;  ///< points

  /// Met at all points, violated at one at least, or undecided.
  statistics::Verdict verdict() const;
};

struct MetricBand {
  std::string name, unit;
  std::vector<PointRange> quantiles;  ///< of each percentage; empty without values
};

/// The points that differ by the axis of the band alone.
struct Band {
  std::string other_axes;  ///< "controller = stiff"; empty if there are none
  std::vector<std::size_t> points;
  std::vector<RequirementBand> requirements;
  std::vector<MetricBand> metrics;
};

struct Bands {
  std::vector<double> percent;
  std::vector<Band> bands;

  ExitCode exit_code() const;
};

/// The bands over an axis of the sweep, or over all points if `axis` is empty. Error(usage) if the
/// sweep has no such axis.
Bands bands_of(const Summary& summary, const ChosenQuantiles& quantiles,
               const Judgements& judgements, const std::string& axis);

std::string bands_text(const Bands& bands, std::size_t width);
Json band_json(const Band& band, const std::vector<double>& percent);

}  // namespace montecopter
