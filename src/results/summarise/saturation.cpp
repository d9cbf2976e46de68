#include "results/summarise/saturation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/index.hpp"
#include "plan/vocabulary.hpp"
#include "results/summarise/column_values.hpp"
#include "results/summarise/order_statistics.hpp"

namespace montecopter {
namespace {

/// The saturated fractions of the ok samples of a group. NaN: no command was checked.
struct Fractions {
  std::uint64_t all = 0, saturated = 0;

  bool most_are() const { return 2 * saturated > all; }
};

Fractions fractions_of(const ColumnValues& column) {
  Fractions fractions;
  column.each([&](std::span<const double> values) {
    fractions.all += values.size();
    for (const double fraction : values) fractions.saturated += fraction > saturated_above ? 1 : 0;
  });
  return fractions;
}

double median_of(const ColumnValues& column) {
  const Values values = column.values();
  double median = 0;
  const Extent extent = extent_of(values);
  use_ranks(values, extent, [&](const AtRank& at) { median = at(extent.count / 2); });
  return median;
}

/// What is saturated, by a metric that is the fraction of its time.
struct Saturating {
  std::string_view metric, what, suggestion;
};

std::vector<Problem> warnings_of(const record::ResultFile& file, const Samples& samples,
                                 const Saturating& by) {
  const std::string name = metric_prefix + std::string(by.metric);
  if (file.find(name) == nullptr) return {};
  const std::vector<RowRanges> rows = samples.rows_by_group();
  std::vector<Fractions> groups;
  for (const RowRanges& of : rows) {
    groups.push_back(fractions_of(ColumnValues(file, samples, of, name)));
  }
  const auto is_one = [](const Fractions& fractions) { return fractions.most_are(); };
  const auto first = std::find_if(groups.begin(), groups.end(), is_one);
  if (first == groups.end()) return {};
  Problem p;
  p.where = file.path();
  p.is_warning = true;
  p.what = fmt::format("actuator saturation in {} of {}: {}", first->saturated,
                       counted(first->all, "sample"), by.what);
  const Index group = first_index_if(groups, is_one);
  const ColumnValues column(file, samples, rows[group], name);
  p.why = fmt::format("the median of {} is {:.2g}", by.metric, median_of(column));
  const auto point = samples.groups[group].point;
  if (point) {
    p.what = fmt::format("sweep point {}: {}", *point, p.what);
    p.why +=
        fmt::format("; {} of {} are affected", std::count_if(groups.begin(), groups.end(), is_one),
                    counted(groups.size(), "point"));
  }
  p.suggestion = by.suggestion;
  return {p};
}

}  // namespace

std::vector<Problem> saturation_warnings(const record::ResultFile& file, const Samples& samples) {
  static_assert(saturated_above == 0.2);  // as the texts say
  return warnings_of(
      file, samples,
      {saturated_fraction, "the rotors could not follow more than 20 % of their commands",
       "The loop is in a limit cycle, or the trajectory exceeds the capability of the vehicle. "
       "Lower the gains, shorten delays and the periods of controller and gyroscope, or choose a "
       "slower trajectory"});
}

std::vector<Problem> full_duty_warnings(const record::ResultFile& file, const Samples& samples) {
  return warnings_of(
      file, samples,
      {full_duty_fraction, "speed controllers were at full duty in more than 20 % of the steps",
       "Use a battery of a higher voltage, a motor of a higher Kv or a larger "
       "propeller, or fly slower"});
}

}  // namespace montecopter
