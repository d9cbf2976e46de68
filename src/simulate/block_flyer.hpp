#pragma once
/// Flies one block of samples and puts the results into columns; one per thread (simulate.cpp). The
/// head of block_flyer.cpp lists the steps in order.
///
/// Memory: `slots_` has room for 64 samples. Each slot has the sample's row of numbers (SampleRow),
/// its final state, its states at checkpoints, and traces that the file does not hold as they are
/// flown. `block_` is the result, one array of bytes per column of the layout; the kernel itself
/// writes traces stored as f64 there. `flight_memory_` is the memory of the sensors and the
/// estimator of one pack. All memory is allocated once and reused for the next block.

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plan/requirement_columns.hpp"
#include "simulate/finite_rows.hpp"
#include "simulate/flown_validity.hpp"
#include "simulate/formula_metrics.hpp"
#include "simulate/recorded_departures.hpp"
#include "simulate/setup/reading_columns.hpp"
#include "simulate/setup/sample_builder.hpp"

namespace montecopter {

/// Samples of a block whose sweep points have the same flight plan.
struct FlightGroup {
  FlightPlan plan;
  std::vector<LaneIo> lanes;       ///< the valid samples of the group
  std::vector<std::size_t> slots;  ///< their slots
};

class BlockFlyer {
 public:
  /// Throws Error(refused) if a required program has not been loaded. `time_limit` is the time
  /// limit of plans with programs. If it is null, flights wait as long as each program may take.
  BlockFlyer(const Plan& plan, const PreparedFlights& prepared, const Kernel& kernel,
             AnswerTimeLimit* time_limit = nullptr);

  /// Flies `rows`, ascending and all of one block. The returned block is valid until the next call.
  const Block& fly(std::span<const std::int64_t> rows);
  /// Three steps of fly(), so that the samples of several blocks can be flown at once. The function
  /// begin() sets the samples up. A kernel then flies groups() with this memory, and finish()
  /// collects the results.
  void begin(std::span<const std::int64_t> rows);
  std::span<FlightGroup> groups() { return std::span(groups_).first(group_count_); }
  double* memory() { return flight_memory_.empty() ? nullptr : flight_memory_[0].pack; }
  const Block& finish();
  /// Memory taken by the traces of the current block. [byte]
  std::size_t trace_bytes() const;
  /// Exchanges the flown block for another one, whose memory the next block uses.
  void exchange(Block& other) { std::swap(block_, other); }
  std::int64_t failed() const {
    return failed_;
  }                                              ///< rows of the last block whose status is not ok
  std::int64_t steps() const { return steps_; }  ///< steps flown in the last block

 private:
  /// Memory of one sample's flight.
  struct Slot {
    std::vector<double> inputs, final_state, checkpoint_states, formula_sums;
    SampleRow row;
    std::array<std::int64_t, checkpoint_count> checkpoint_steps{};
    std::array<std::vector<double>, signal_count> wide;  ///< traces not stored as f64
    Readings readings;
    SampleMargins margins;
    MonitoredSample monitored;
    InvalidReason reason = InvalidReason::none;  ///< why it is not flown
    std::optional<Index> trace_row;  ///< among the traced rows of the block, if it is traced
    LaneIo io{};

    bool valid() const { return reason == InvalidReason::none; }
  };

  /// Place and computation of a metric of these flights.
  struct MetricColumn {
    std::size_t column;
    FlightMetric::Value value;
    int window;  ///< -1: the whole flight
  };

  void find_traces();
  void find_numbers();
  std::size_t make_room(std::span<const std::int64_t> rows);
  FlightGroup& group_of(std::int64_t row, std::int64_t row_before);
  FlightGroup& add_group(const FlightPlan& plan);
  void prepare(Slot& slot, std::int64_t row, std::optional<Index> trace_row);
  bool needs(Index signal) const;
  double* trace_memory(Slot& slot, Index signal);
  char* room_for_last_words(std::size_t index);
  void finish_traces(std::size_t rows);
  void collect(const Slot& slot, std::size_t index);
  void collect_metrics(const Slot& slot, const ValidityFractions& validity, std::size_t index);
  double flown_s(const LaneIo& io) const;
  double value_in_window(const MetricColumn& metric, const FlownSample& flown,
                         const std::vector<Departures>& departures) const;
  void collect_digest(const Slot& slot, std::byte* out) const;
  MonitoredSample monitored(Slot& slot) const;
  std::byte validity_bits(const Slot& slot, const ValidityFractions& fractions) const;
  void collect_point(std::int64_t row, std::size_t index);
  void put_whole(std::size_t column, std::size_t index, std::int64_t value);
  void put(std::size_t column, std::size_t index, double value);

  const Plan& plan_;
  const PreparedFlights& prepared_;
  const Kernel& kernel_;
  AnswerTimeLimit* time_limit_;
  SampleBuilder builder_;
  std::vector<Slot> slots_;
  std::vector<FlightGroup> groups_;  ///< the first group_count_ belong to this block
  std::size_t group_count_ = 0, traced_ = 0;
  Block block_;
  KnownFinite known_finite_;  ///< traces that the kernel stores directly in the block
  FormulaMetrics formulas_;
  RecordedDepartures departures_;
  FlownValidity rotor_validity_;
  RequirementColumns requirements_;
  ReadingColumns reading_columns_;
  std::vector<KernelMemory> flight_memory_;
  // Places in the layout, all found by name.
  std::array<std::optional<Index>, signal_count> trace_columns_;  ///< of signals that are stored
  std::size_t status_, t_end_, digest_;
  std::optional<std::size_t> sweep_point_, sample_in_point_, campaign_sample_, validity_,
      invalid_reason_, last_words_;
  std::vector<std::size_t> input_columns_;  ///< in the order of Plan::input_columns()
  std::vector<MetricColumn> metric_columns_;
  std::vector<std::size_t> formula_columns_;  ///< in the order of the formulas
  std::int64_t failed_ = 0, steps_ = 0;
};

}  // namespace montecopter
