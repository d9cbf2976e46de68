#include "results/export/flight_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"

namespace montecopter {
namespace {

constexpr std::int64_t times_at_once = 4096;

/// Whether a signal has a number at any time: readings begin late, and some are dropped.
bool has_number(const LoggedSample& logged, const SignalChoice& choice) {
  for (std::int64_t first = 0; first < choice.signal.times(); first += times_at_once) {
    const std::int64_t count = std::min(times_at_once, choice.signal.times() - first);
    for (const double value :
         record::read_trace(logged.file, choice.signal, logged.trace, first, count)) {
      if (!std::isnan(value)) return true;
    }
  }
  return false;
}

}  // namespace

void require_numbers(const LoggedSample& logged) {
  for (const SignalChoice& choice : logged.signals) {
    if (has_number(logged, choice)) return;
  }
  throw Error(
      ExitCode::refused,
      Problem{logged.file.path(), fmt::format("sample {} has no recorded values", logged.sample),
              "none of the signals has a value", "Choose another sample or other signals"});
}

std::vector<LoggedInput> inputs_of(const LoggedSample& logged) {
  std::vector<LoggedInput> inputs;
  for (const record::Dataset& dataset : logged.file.datasets()) {
    const bool is_input = dataset.is_root() && dataset.name.starts_with(input_prefix) &&
                          dataset.dims == std::vector<std::string>{"sample"};
    if (!is_input) continue;
    const double value = logged.file.read_f64(dataset, logged.sample, 1).front();
    inputs.push_back({dataset.name.substr(3), value});
  }
  return inputs;
}

}  // namespace montecopter
