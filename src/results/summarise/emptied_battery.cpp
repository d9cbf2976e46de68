#include "results/summarise/emptied_battery.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"

namespace montecopter {

namespace {

/// Flights whose battery was empty, by one of its metrics.
struct Emptied {
  std::int64_t flights = 0, first = -1, flown = 0;
};

template <class IsEmpty>
Emptied count_emptied(const record::ResultFile& file, const Samples& samples,
                      const std::string& metric, IsEmpty is_empty) {
  const record::Dataset& column = sample_column(file, metric);
  Emptied emptied;
  constexpr std::int64_t piece = 1 << 16;
  for (std::int64_t from = 0; from < column.rows(); from += piece) {
    const auto values = file.read_f64(column, from, std::min(piece, column.rows() - from));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::int64_t sample = from + static_cast<std::int64_t>(i);
      const Status status = samples.at_row(sample);
      if (status == Status::not_run || status == Status::invalid_input) continue;
      ++emptied.flown;
      if (!is_empty(values[i])) continue;
      if (emptied.flights++ == 0) emptied.first = sample;
    }
  }
  return emptied;
}

}  // namespace

std::vector<Problem> emptied_battery_warnings(const record::ResultFile& file,
                                              const Samples& samples) {
  const std::string prefix(metric_prefix), charge = prefix + "final_state_of_charge",
                                           time = prefix + "battery_emptied_s";
  if (file.find(charge) == nullptr) return {};
  const bool has_time = file.find(time) != nullptr;
  const Emptied emptied =
      has_time ? count_emptied(file, samples, time, [](double at_s) { return at_s >= 0; })
               : count_emptied(file, samples, charge, [](double left) { return left <= 0; });
  if (emptied.flights == 0) return {};
  const std::string first = fmt::format("the first is sample {}", emptied.first);
  const toml::table root = toml::parse(file.resolved_text());
  const bool stops = root.at_path("vehicle.battery.when_empty").value_or(std::string()) == "stops";
  return {
      {.where = file.path(),
       .what = fmt::format("{} of {} emptied the battery", emptied.flights,
                           counted(emptied.flown, "sample")),
       .why =
           first + (has_time ? "; battery_emptied_s has the times" : "") +
           (stops ? "" : "; unlike a real vehicle, the model flies on: set when_empty = \"stops\""),
       .suggestion = has_time ? "Shorten the flight, or give the battery more charge"
                              : "Shorten the flight, give the battery more charge, or add a "
                                "requirement on final_state_of_charge",
       .is_warning = true}};
}

}  // namespace montecopter
