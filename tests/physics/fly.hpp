#pragma once
/// Flies a scenario in memory and keeps everything that a result file would hold.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.hpp"
#include "simulate/kernel_api.hpp"

namespace montecopter {

class Flown {
 public:
  /// Flies all samples of the scenario text with the kernel of that name. A warning of the loader
  /// is fine, an error throws. Traces can be read where output.traces is "all".
  explicit Flown(const std::string& scenario_text, std::string_view kernel = "auto");
  /// Flies some samples (ascending), or all of them if `rows` is empty.
  Flown(Plan plan, std::string_view kernel, std::vector<std::int64_t> rows = {});

  const Plan& plan() const { return plan_; }
  std::int64_t outputs() const { return plan_.outputs; }
  double time(std::int64_t output) const {
    return static_cast<double>(output * plan_.time.output_every) * plan_.time.step_s;
  }
  /// Components of a signal at one output of one sample.
  std::span<const double> at(std::string_view signal, std::int64_t output,
                             std::int64_t sample = 0) const;
  /// Components of reading `tick` of a sensor's dataset, of one sample.
  std::span<const double> reading(std::string_view name, std::int64_t tick,
                                  std::int64_t sample = 0) const;
  /// How many readings it has.
  std::int64_t readings(std::string_view name) const;
  /// The bytes of a dataset of one traced sample.
  std::span<const std::byte> bytes(std::string_view name, std::int64_t sample = 0) const;
  /// A per-sample number, for example "m_max_speed_m_s" or "t_end_s".
  double number(std::string_view column, std::int64_t sample = 0) const;
  Status status(std::int64_t sample = 0) const;
  /// A per-sample byte of flags.
  int flags(std::string_view column, std::int64_t sample = 0) const;
  /// The digests of the samples flown, one after another.
  std::vector<std::uint64_t> digests() const;

 private:
  const std::byte* row(std::size_t column, std::int64_t sample) const;

  Plan plan_;
  std::vector<Block> blocks_;
};

/// The names of all integrators.
std::vector<std::string> all_integrators();

/// Scenario text -> Plan.
Plan plan_of(const std::string& scenario_text);

}  // namespace montecopter
