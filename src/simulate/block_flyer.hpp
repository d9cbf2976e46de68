#pragma once
/// Flies one block of samples and puts the results into columns; one per thread.

#include <array>
#include <span>
#include <vector>

#include "simulate/flight_plan.hpp"

namespace montecopter {

class BlockFlyer {
 public:
  BlockFlyer(const Plan& plan, const PreparedFlights& prepared, const Kernel& kernel);

  /// `rows` ascending, all of one block. The returned block is valid until the next call.
  const Block& fly(std::span<const std::int64_t> rows);
  std::int64_t failed() const { return failed_; }  ///< rows of the last block that are not ok
  std::int64_t steps() const { return steps_; }    ///< steps flown in the last block

 private:
  /// Memory of one sample's flight.
  struct Slot {
    std::vector<double> inputs, constants, initial, final_state, checkpoint_states;
    std::array<std::int64_t, checkpoint_count> checkpoint_steps{};
    std::array<std::vector<double>, signal_count> traces;
    bool valid = false;
    LaneIo io{};
  };

  void prepare(Slot& slot, std::int64_t row, bool traced);
  void collect(const Slot& slot, std::size_t index, std::size_t trace_index, bool traced);
  void collect_digest(const Slot& slot, std::byte* out) const;
  void put(std::size_t column, std::size_t index, double value);

  const Plan& plan_;
  const PreparedFlights& prepared_;
  const Kernel& kernel_;
  SampleBuilder builder_;
  std::vector<Slot> slots_;
  Block block_;
  std::array<int, signal_count> trace_columns_;
  std::size_t status_, t_end_, first_input_, first_metric_, digest_;
  std::int64_t failed_ = 0, steps_ = 0;
};

}  // namespace montecopter
