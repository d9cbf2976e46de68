#include "results/compare/pairing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "core/base/error.hpp"
#include "plan/dispersion.hpp"
#include "results/summarise/report.hpp"
#include "scenario/derived/drawn_inputs.hpp"

namespace montecopter::compare {
namespace {

bool is_sweep(const Campaign& campaign) {
  return campaign.samples.groups.front().point.has_value();
}

bool same_values(const Group& a, const Group& b) {
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(),
                    [](const SweepValue& x, const SweepValue& y) {
                      return x.path == y.path && x.text == y.text;
                    });
}

/// How the points differ; empty if they do not.
std::string points_apart(const Campaign& a, const Campaign& b) {
  const std::vector<Group>&in_a = a.samples.groups, &in_b = b.samples.groups;
  if (is_sweep(a) != is_sweep(b)) {
    return fmt::format("only {} is a sweep", (is_sweep(a) ? a : b).file.path());
  }
  if (in_a.size() != in_b.size()) {
    return fmt::format("{} and {} points", in_a.size(), in_b.size());
  }
  for (std::size_t g = 0; g < in_a.size(); ++g) {
    if (same_values(in_a[g], in_b[g])) continue;
    return fmt::format("'{}' against '{}'", group_text(in_a[g]), group_text(in_b[g]));
  }
  return "";
}

std::size_t chosen_group(const Campaign& campaign, std::int64_t point) {
  if (!is_sweep(campaign)) return 0;
  const std::size_t count = campaign.samples.groups.size();
  if (point < static_cast<std::int64_t>(count)) return static_cast<std::size_t>(point);
  throw Error(ExitCode::usage,
              Problem{"--point", fmt::format("{} has no point {}", campaign.file.path(), point),
                      fmt::format("its points are 0 to {}", count - 1)});
}

std::map<std::string, Dispersion> dispersions_by_column(const Scenario& scenario) {
  std::map<std::string, Dispersion> all;
  for (const Dispersion& dispersion : plan_dispersions(scenario)) {
    all.emplace(dispersion.column_name(), dispersion);
  }
  return all;
}

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Whether two distributions map the same draws to the same values, tested with `samples` draws of
/// each campaign. A difference outside these draws shows in the columns only.
bool same_distribution(const Dispersion& a, const Dispersion& b, std::size_t samples) {
  constexpr std::size_t most = 256;
  DesignRow row;
  row.samples = samples;
  for (std::size_t i = 0; i < std::min(samples, most); ++i) {
    row.counter = row.sample = i;
    if (bits(a.draw(row)) != bits(b.draw(row))) return false;
  }
  return true;
}

/// The first sample, by its number in its point, whose values in a column differ; nullopt if
/// there is none.
std::optional<std::int64_t> first_unlike(const Campaign& a, const Campaign& b,
                                         const std::vector<PointPair>& points,
                                         const std::string& column) {
  const std::vector<double> in_a = read_sample_column(a.file, column);
  const std::vector<double> in_b = read_sample_column(b.file, column);
  for (const PointPair& point : points) {
    for (const RowPair& rows : common_rows(a, b, point)) {
      if (bits(in_a[rows.a]) != bits(in_b[rows.b])) return rows.number;
    }
  }
  return std::nullopt;
}

/// The reason against pairing that needs no look at the samples; empty if there is none.
std::string scenarios_apart(const Campaign& a, const Campaign& b,
                            const std::vector<PointPair>& points) {
  const auto &in_a = a.scenario.monte_carlo, &in_b = b.scenario.monte_carlo;
  if (in_a.seed != in_b.seed) {
    return fmt::format("the seeds are {} and {}", in_a.seed, in_b.seed);
  }
  if (in_a.design != in_b.design) {
    return fmt::format("the designs are {} and {}", in_a.design, in_b.design);
  }
  if (in_a.freeze != in_b.freeze) return "the frozen random streams differ";
  const std::uint64_t together_a = comparison_of(a.scenario).samples;
  const std::uint64_t together_b = comparison_of(b.scenario).samples;
  if (together_a != together_b) {
    return fmt::format("{} and {} consecutive samples share their noise", together_a, together_b);
  }
  if (!is_sweep(a) && !is_sweep(b)) return "";
  const bool independent = in_a.independent_points || in_b.independent_points;
  const bool same_rows = is_sweep(a) == is_sweep(b) && points.front().a == points.front().b &&
                         in_a.independent_points == in_b.independent_points &&
                         in_a.samples == in_b.samples;
  return independent && !same_rows ? "with independent_points the draws depend on the sweep" : "";
}

/// The number of pairs that reports state: the first samples of each point. For chosen samples,
/// whose number differs between points, it is the largest number.
std::size_t samples_of_points(const Campaign& a, const Campaign& b,
                              const std::vector<PointPair>& points, bool are_chosen) {
  if (!are_chosen) {
    return std::min(a.samples.size() / a.samples.groups.size(),
                    b.samples.size() / b.samples.groups.size());
  }
  std::size_t most = 0;
  for (const PointPair& point : points) most = std::max(most, common_rows(a, b, point).size());
  return most;
}

}  // namespace

std::vector<PointPair> match_points(const Campaign& a, const Campaign& b,
                                    std::optional<AskedPoints> asked) {
  if (asked) {
    if (!is_sweep(a) && !is_sweep(b)) {
      throw Error(ExitCode::usage, Problem{"--point", "neither file is a sweep"});
    }
    return {{chosen_group(a, asked->a), chosen_group(b, asked->b)}};
  }
  if (const std::string apart = points_apart(a, b); !apart.empty()) {
    throw Error(ExitCode::refused,
                Problem{b.file.path(), fmt::format("not comparable with {}", a.file.path()),
                        fmt::format("different sweep points: {}", apart),
                        "Compare one point of each with --point N"});
  }
  std::vector<PointPair> points;
  for (std::size_t g = 0; g < a.samples.groups.size(); ++g) points.push_back({g, g});
  return points;
}

Campaign::Campaign(const record::ResultFile& file_, const Scenario& scenario_,
                   const Samples& samples_)
    : file(file_), scenario(scenario_), samples(samples_), flown(samples_.groups.size()) {
  const std::vector<std::int64_t> numbers = read_sample_numbers(file, samples);
  for (std::size_t row = 0; row < samples.size(); ++row) {
    if (samples.flown(row)) flown[samples.group_of(row)].push_back({numbers[row], row});
  }
  for (std::vector<NumberedRow>& rows : flown) {
    std::stable_sort(rows.begin(), rows.end(), [](const NumberedRow& x, const NumberedRow& y) {
      return x.number < y.number;
    });
  }
}

std::vector<RowPair> common_rows(const Campaign& a, const Campaign& b, PointPair point) {
  const std::vector<NumberedRow>&in_a = a.flown[point.a], &in_b = b.flown[point.b];
  std::vector<RowPair> pairs;
  for (std::size_t i = 0, k = 0; i < in_a.size() && k < in_b.size();) {
    if (in_a[i].number == in_b[k].number) {
      pairs.push_back({in_a[i].number, in_a[i].row, in_b[k].row});
      ++i, ++k;
    } else {
      in_a[i].number < in_b[k].number ? ++i : ++k;
    }
  }
  return pairs;
}

Pairing find_pairing(const Campaign& a, const Campaign& b, const std::vector<PointPair>& points) {
  Pairing pairing;
  pairing.are_chosen = a.has_chosen_samples() || b.has_chosen_samples();
  pairing.samples = samples_of_points(a, b, points, pairing.are_chosen);
  pairing.why_not = scenarios_apart(a, b, points);
  if (pairing.why_not.empty() && pairing.samples == 0) pairing.why_not = "no sample in common";
  if (!pairing.why_not.empty()) return pairing;
  const auto samples = static_cast<std::size_t>(
      std::min(a.scenario.monte_carlo.samples, b.scenario.monte_carlo.samples));
  const auto drawn_by_b = dispersions_by_column(b.scenario);
  for (const auto& [column, drawn] : dispersions_by_column(a.scenario)) {
    const auto other = drawn_by_b.find(column);
    if (other == drawn_by_b.end()) continue;
    if (!same_distribution(drawn, other->second, samples)) {
      pairing.unlike.push_back(column);
    } else if (const auto sample = first_unlike(a, b, points, column)) {
      pairing.why_not = fmt::format("'{}' differs in sample {}", column, *sample);
      return pairing;
    } else {
      ++pairing.same_inputs;
    }
  }
  pairing.is_paired = true;
  return pairing;
}

}  // namespace montecopter::compare
