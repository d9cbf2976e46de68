#include "logged_sample.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "result_request.hpp"
#include "results/summarise/selection.hpp"
#include "sample_numbers.hpp"
#include "scenario/derived/motor_ranges.hpp"

namespace montecopter::cli {
namespace {

/// Adds name and motors of the flown scenario. This program need not be able to read the scenario
/// of an earlier build.
void add_scenario(LoggedSample& logged, Remarks& remarks) {
  const auto warn = [&](const std::string& why) {
    remarks.warn_of_run(
        fmt::format("{}: warning: the flight log has no topic actuator_motors ({}); the commands "
                    "are in montecopter_command.",
                    logged.file.path(), why));
  };
  try {
    const Scenario scenario = scenario_of(logged.file, logged.file.path(), ".").scenario;
    logged.scenario = scenario.name;
    if (const auto ranges = common_motor_ranges(scenario)) {
      logged.motors = *ranges;
    } else {
      warn("the limits of the motors differ between samples");
    }
  } catch (const Error&) {
    warn("this program cannot read the scenario of the file");
  }
}

/// Position of the requested sample in `traced`.
std::int64_t chosen_trace(const record::ResultFile& file, const std::vector<std::int64_t>& traced,
                          const std::vector<std::string>& numbers) {
  const auto chosen = sample_numbers("--sample", numbers, file.samples() - 1);
  if (chosen.size() > 1 || (chosen.empty() && traced.size() > 1)) {
    throw Error(ExitCode::usage,
                Problem{"--sample",
                        fmt::format("a flight log holds one sample, not {}",
                                    chosen.empty() ? traced.size() : chosen.size()),
                        "", fmt::format("Name one, such as --sample {}", traced.front())});
  }
  const std::int64_t sample = chosen.empty() ? traced.front() : chosen.front();
  const auto at = std::lower_bound(traced.begin(), traced.end(), sample);
  if (at == traced.end() || *at != sample) {
    throw Error(
        ExitCode::usage,
        Problem{
            "--sample", fmt::format("sample {} has no trace", sample), "",
            fmt::format(
                "Name a sample with a trace, such as {}, or fly it again with `montecopter replay`",
                traced.front())});
  }
  return at - traced.begin();
}

}  // namespace

LoggedSample logged_sample(const record::ResultFile& file, const Samples& samples,
                           const std::vector<std::string>& numbers,
                           const std::vector<std::string>& signals, Remarks& remarks) {
  LoggedSample logged{file, 0, 0, choose_recorded(file, signals), "", {}};
  const std::vector<std::int64_t> traced = file.trace_samples();
  logged.trace = chosen_trace(file, traced, numbers);
  logged.sample = traced[static_cast<std::size_t>(logged.trace)];
  if (!samples.flown_at_row(logged.sample)) {
    throw Error(ExitCode::usage,
                Problem{"--sample", fmt::format("sample {} is not flown yet", logged.sample)});
  }
  require_numbers(logged);
  add_scenario(logged, remarks);
  return logged;
}

}  // namespace montecopter::cli
