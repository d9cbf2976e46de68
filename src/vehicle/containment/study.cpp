#include "vehicle/containment/study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/degrees.hpp"
#include "core/statistics/proportion_bounds.hpp"
#include "core/statistics/quantile_ranks.hpp"
#include "plan/outcome.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// A path that is flatter has no critical area in Annex F; it counts as this flat.
constexpr double flattest_deg = 1;

Impact impact_of(const FlightsInMemory& flights, std::int64_t sample, double dimension_m) {
  const auto number = [&](const char* name) {
    return flights.number(std::string("m_touchdown_") + name, sample);
  };
  Impact impact{.sample = sample, .north_m = number("north_m"), .east_m = number("east_m")};
  impact.from_event_m = number("distance_m");
  impact.time_s = flights.number("t_end_s", sample);
  if (!flights.plan().scenario.event.empty()) {
    const double distance = number("distance_from_event_m");
    impact.is_before = std::isnan(distance);
    impact.from_event_m = impact.is_before ? 0 : distance;
    impact.time_s = impact.is_before ? 0 : number("time_after_event_s");
  }
  impact.speed_m_s = std::hypot(number("horizontal_speed_m_s"), number("vertical_speed_m_s"));
  impact.angle_deg = number("angle_deg");
  impact.energy_j = number("energy_j");
  const double square = impact.speed_m_s * impact.speed_m_s;
  impact.critical_m2 = critical_area({.dimension_m = dimension_m,
                                      .mass_kg = 2 * impact.energy_j / square,  // that is left
                                      .speed_m_s = impact.speed_m_s,
                                      .angle_deg = std::max(impact.angle_deg, flattest_deg)})
                           .total_m2();
  return impact;
}

/// Mean, quantile and bound over all flights of the study.
template <class Value>
ImpactNumber summarise(const Study& study, std::string name, std::string unit, Value value) {
  ImpactNumber number{std::move(name), std::move(unit)};
  std::vector<double> values;
  for (const Impact& impact : study.impacts) {
    values.push_back(value(impact));
    number.mean += values.back() / static_cast<double>(study.impacts.size());
  }
  values.resize(static_cast<std::size_t>(study.flights), infinite);
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  const double rank = std::clamp(std::ceil(study.probability * n), 1.0, n);
  number.quantile = values[static_cast<std::size_t>(rank) - 1];
  const std::size_t bound =
      statistics::upper_bound_rank(values.size(), study.probability, study.confidence);
  number.bound = bound == 0 ? infinite : values[bound - 1];
  return number;
}

void add_numbers(Study& study) {
  const auto add = [&](const char* name, const char* unit, auto value) {
    study.numbers.push_back(summarise(study, name, unit, value));
  };
  const double half = study.operation.dimension_m / 2;
  add("ground risk buffer", "m", [&](const Impact& i) { return i.from_event_m + half; });
  add("time to impact", "s", [](const Impact& i) { return i.time_s; });
  add("impact speed", "m/s", [](const Impact& i) { return i.speed_m_s; });
  add("impact energy", "J", [](const Impact& i) { return i.energy_j; });
  add("critical area", "m2", [](const Impact& i) { return i.critical_m2; });
}

}  // namespace

std::int64_t fewest_flights(double probability, double confidence) {
  auto flights = static_cast<std::int64_t>(std::log1p(-confidence) / std::log(probability));
  while (statistics::upper_bound_rank(static_cast<std::size_t>(flights), probability, confidence) ==
         0)
    ++flights;
  return flights;
}

std::optional<ImpactEllipse> ellipse_of(const std::vector<Impact>& impacts) {
  if (impacts.size() < 3) return std::nullopt;
  const auto n = static_cast<double>(impacts.size());
  ImpactEllipse ellipse;
  for (const Impact& i : impacts) {
    ellipse.north_m += i.north_m / n;
    ellipse.east_m += i.east_m / n;
  }
  double nn = 0, ne = 0, ee = 0;
  for (const Impact& i : impacts) {
    const double north = i.north_m - ellipse.north_m, east = i.east_m - ellipse.east_m;
    nn += north * north / (n - 1), ne += north * east / (n - 1), ee += east * east / (n - 1);
  }
  const double mean = (nn + ee) / 2, apart = std::hypot((nn - ee) / 2, ne);
  const double scale = -2 * std::log1p(-ellipse_probability);  // chi-square, 2 degrees of freedom
  ellipse.major_m = std::sqrt(scale * (mean + apart));
  ellipse.minor_m = std::sqrt(scale * std::max(0.0, mean - apart));
  const double angle_rad = 0.5 * std::atan2(2 * ne, nn - ee);
  ellipse.bearing_deg = std::fmod(angle_rad * deg_per_rad + 180, 180);
  const double c = std::cos(angle_rad), s = std::sin(angle_rad);
  for (const Impact& i : impacts) {
    const double north = i.north_m - ellipse.north_m, east = i.east_m - ellipse.east_m;
    const double along = (c * north + s * east) * ellipse.minor_m;
    const double across = (c * east - s * north) * ellipse.major_m;
    const double edge = ellipse.major_m * ellipse.minor_m;
    ellipse.inside += along * along + across * across <= edge * edge ? 1 / n : 0;
  }
  return ellipse;
}

Study study_impacts(const FlightsInMemory& flights, const SoraOperation& operation,
                    double probability, double confidence) {
  Study study;
  study.operation = operation;
  study.volumes = sora_volumes(operation);
  study.probability = probability;
  study.confidence = confidence;
  study.flights = flights.samples();
  for (std::int64_t sample = 0; sample < study.flights; ++sample) {
    if (flights.status(sample) != Status::ok) continue;
    study.impacts.push_back(impact_of(flights, sample, operation.dimension_m));
  }
  add_numbers(study);
  study.ellipse = ellipse_of(study.impacts);
  study.beyond = study.missing();
  for (const Impact& i : study.impacts) {
    study.before += i.is_before ? 1 : 0;
    study.beyond += i.from_event_m + operation.dimension_m / 2 > study.volumes.buffer ? 1 : 0;
  }
  study.beyond_bound = statistics::proportion_upper_bound(
      static_cast<std::size_t>(study.beyond), static_cast<std::size_t>(study.flights), confidence);
  study.column = risk_column(operation.dimension_m, operation.speed_m_s);
  return study;
}

}  // namespace montecopter
