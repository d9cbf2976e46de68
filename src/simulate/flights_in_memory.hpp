#pragma once
/// Flies a plan in memory and keeps everything that a result file would hold: the blocks of
/// simulate(), by rows. The tests and the commands that write no result (converge, edge, plan,
/// sensors, verify) fly with it. Numbers are found by the column names of the plan's layout.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.hpp"
#include "simulate/border/kernel.hpp"

namespace montecopter {

class FlightsInMemory {
 public:
  /// Flies the rows given (ascending), or all rows if `rows` is empty.
  FlightsInMemory(Plan plan, const Kernel& kernel, std::vector<std::int64_t> rows = {},
                  int threads = 1);

  const Plan& plan() const { return plan_; }
  std::int64_t samples() const { return plan_.layout.samples; }
  std::int64_t outputs() const { return plan_.outputs; }
  double time(std::int64_t output) const {
    return static_cast<double>(output * plan_.time.output_every) * plan_.time.step_s;
  }
  /// Components of a signal at one output of one sample. All samples must be traced.
  std::span<const double> at(std::string_view signal, std::int64_t output,
                             std::int64_t sample = 0) const;
  /// Components of reading `tick` of a sensor's dataset, of one sample. Needs output.traces "all"
  /// and output.dtype "f64".
  std::span<const double> reading(std::string_view name, std::int64_t tick,
                                  std::int64_t sample = 0) const;
  /// Number of readings in a sensor's dataset.
  std::int64_t readings(std::string_view name) const;
  /// Bytes of a dataset of one traced sample.
  std::span<const std::byte> bytes(std::string_view name, std::int64_t sample = 0) const;
  /// A number per sample, for example "m_max_speed_m_s" or "t_end_s".
  double number(std::string_view column, std::int64_t sample = 0) const;
  Status status(std::int64_t sample = 0) const;
  /// A byte of flags per sample.
  int flags(std::string_view column, std::int64_t sample = 0) const;
  /// Digests of the samples flown, one after another.
  std::vector<std::uint64_t> digests() const;
  /// Blocks in the order of their rows, for any number of threads.
  const std::vector<Block>& blocks() const { return blocks_; }

 private:
  /// Column and size of a sample's row, which every access needs.
  struct Place {
    std::size_t column = 0, bytes = 0;
    std::int64_t elements = 0, ticks = 1;  // ticks: its first dimension
  };
  const Place& place(std::string_view name) const;
  const std::byte* row(const Place& place, std::int64_t sample) const;

  Plan plan_;
  std::map<std::string, Place, std::less<>> places_;
  std::vector<Block> blocks_;
};

/// Plan of a scenario text that the program itself has written. Error(internal) if the text is not
/// a scenario.
Plan plan_of_text(const std::string& toml);

}  // namespace montecopter
