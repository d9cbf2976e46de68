#include "vehicle/containment/study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/degrees.hpp"
#include "core/statistics/input_effects.hpp"
#include "core/statistics/proportion_bounds.hpp"
#include "core/statistics/quantile_ranks.hpp"
#include "core/statistics/sequential_proportion.hpp"
#include "plan/outcome.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// A path that is flatter has no critical area in Annex F; it counts as this flat.
constexpr double flattest_deg = 1;

Impact impact_of(const FlightsInMemory& flights, std::int64_t sample, const Study& study) {
  const double dimension_m = study.operation.dimension_m;
  const auto number = [&](const char* name) {
    return flights.number(std::string("m_touchdown_") + name, sample);
  };
  Impact impact{.sample = sample, .north_m = number("north_m"), .east_m = number("east_m")};
  const EventMoment end = moment_of(study.events, flights, sample);
  impact.is_before = std::isinf(end.time_s);
  if (!impact.is_before) {
    impact.from_event_m = std::hypot(impact.north_m - end.north_m, impact.east_m - end.east_m);
    impact.time_s = flights.number("t_end_s", sample) - end.time_s;
  }
  impact.speed_m_s = std::hypot(number("horizontal_speed_m_s"), number("vertical_speed_m_s"));
  impact.angle_deg = number("angle_deg");
  impact.energy_j = number("energy_j");
  const double square = impact.speed_m_s * impact.speed_m_s;
  impact.critical_m2 =
      critical_area({.dimension_m = dimension_m,
                     .mass_kg = square > 0 ? 2 * impact.energy_j / square : 0,  // that is left
                     .speed_m_s = impact.speed_m_s,
                     .angle_deg = std::max(impact.angle_deg, flattest_deg)})
          .total_m2();
  impact.excursion_m = std::max(flights.number(std::string("m_") + excursion_metric, sample),
                                study.geography.distance_m(impact.north_m, impact.east_m));
  impact.altitude_m = flights.number("m_max_altitude_m", sample);
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
  const double miss = 1 - study.confidence;
  const std::size_t bound =
      study.is_sequential
          ? statistics::sequential_quantile_ranks(values.size(), study.probability, miss).high
          : statistics::upper_bound_rank(values.size(), study.probability, study.confidence);
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
  add("impact angle from vertical", "deg", [](const Impact& i) { return 90 - i.angle_deg; });
  add("impact energy", "J", [](const Impact& i) { return i.energy_j; });
  add("distance from geography", "m", [](const Impact& i) { return i.excursion_m; });
  add("critical area", "m2", [](const Impact& i) { return i.critical_m2; });
}

/// Fewer impacts show no effect of an input.
constexpr std::size_t fewest_for_effects = 20;

void rank_inputs(Study& study) {
  std::vector<double> distances;
  for (const Impact& impact : study.impacts) distances.push_back(impact.from_event_m);
  if (distances.size() < fewest_for_effects || study.inputs.empty()) return study.inputs.clear();
  std::vector<std::vector<double>> values;
  for (StudyInput& input : study.inputs) values.push_back(std::move(input.values));
  const auto effects = statistics::effects_of(values, {distances}, {.resamples = 2}).front().inputs;
  const auto count = static_cast<double>(effects.size());
  for (std::size_t i = 0; i < effects.size(); ++i) {
    StudyInput& input = study.inputs[i];
    input.first_order = effects[i].first_order.value;
    input.is_beyond_chance = count * statistics::p_of_effect(effects[i], distances.size()) < 0.05;
  }
  std::erase_if(study.inputs, [](const StudyInput& i) { return !std::isfinite(i.first_order); });
  std::stable_sort(
      study.inputs.begin(), study.inputs.end(),
      [](const StudyInput& a, const StudyInput& b) { return a.first_order > b.first_order; });
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

Study begin_study(const SoraOperation& operation, const Geography& geography, double probability,
                  double confidence) {
  Study study;
  study.operation = operation;
  study.geography = geography;
  study.volumes = sora_volumes(operation);
  study.probability = probability;
  study.confidence = confidence;
  study.column = risk_column(operation.dimension_m, operation.speed_m_s);
  return study;
}

void add_flight(const FlightsInMemory& flights, std::int64_t sample, Study& study) {
  ++study.flights;
  const double half = study.operation.dimension_m / 2;
  bool is_within = false, stays = false;
  if (flights.status(sample) == Status::ok) {
    study.impacts.push_back(impact_of(flights, sample, study));
    const Impact& impact = study.impacts.back();
    for (StudyInput& input : study.inputs)
      input.values.push_back(flights.number(input.column, sample));
    study.before += impact.is_before ? 1 : 0;
    is_within = impact.from_event_m + half <= study.volumes.buffer;
    stays = impact.excursion_m <= study.volumes.contingency &&
            impact.altitude_m <= study.volumes.contingency_height;
  }
  study.left += stays ? 0 : 1;
  study.beyond += is_within ? 0 : 1;
  if (!study.is_sequential || study.verdict != statistics::Verdict::undecided) return;
  study.verdict = statistics::look({.side = statistics::Side::at_least,
                                    .bound = study.probability,
                                    .confidence = study.confidence},
                                   static_cast<std::size_t>(study.flights - study.beyond),
                                   static_cast<std::size_t>(study.flights))
                      .verdict;
}

void finish_study(Study& study) {
  add_numbers(study);
  study.ellipse = ellipse_of(study.impacts);
  rank_inputs(study);
  const auto flights = static_cast<std::size_t>(study.flights);
  const auto bound = [&](std::int64_t count) {
    const auto events = static_cast<std::size_t>(count);
    return study.is_sequential
               ? statistics::sequential_upper_bound(events, flights, study.confidence)
               : statistics::proportion_upper_bound(events, flights, study.confidence);
  };
  study.beyond_bound = bound(study.beyond);
  study.left_bound = bound(study.left);
}

Study study_impacts(const FlightsInMemory& flights, Study study) {
  for (std::int64_t sample = 0; sample < flights.samples(); ++sample) {
    add_flight(flights, sample, study);
  }
  finish_study(study);
  return study;
}

}  // namespace montecopter
