#pragma once
/// Hands single samples to a kernel, without the block machinery around it.

#include <array>
#include <memory>
#include <vector>

#include "dynamics/state.hpp"
#include "simulate/setup/reading_columns.hpp"
#include "simulate/setup/sample_builder.hpp"

namespace montecopter {

/// Where one sample's flight starts and ends.
struct LaneMemory {
  std::vector<double> inputs, final_state, checkpoint_states;
  SampleRow row;
  std::array<std::int64_t, checkpoint_count> checkpoint_steps{};
  std::array<std::vector<double>, signal_count> traces;
  Readings readings;
  LaneIo io{};
};

class LaneBench {
 public:
  explicit LaneBench(const Plan& plan)
      : plan_(plan),
        prepared(plan_),
        reading_columns_(plan_, prepared.sensors),
        flight_memory_(static_cast<std::size_t>(prepared.flights.memory()) + 1) {}
  LaneBench(const LaneBench&) = delete;
  LaneBench& operator=(const LaneBench&) = delete;

  /// Builds the samples 0, 1, ... `count` - 1. `prepared.flights` may be changed before.
  void build(int count) {
    lanes.clear();
    prepared.flights.parts = &prepared.parts.emplace(parts_of(prepared.flights));
    SampleBuilder builder(plan_, prepared);
    const auto state = static_cast<std::size_t>(prepared.state_size());
    for (int i = 0; i < count; ++i) {
      auto lane = std::make_unique<LaneMemory>();
      lane->inputs.resize(plan_.dispersions.size());
      lane->row = prepared.make_row();
      lane->final_state.resize(state);
      lane->checkpoint_states.resize(state * checkpoint_count);
      if (builder.build(i, lane->inputs, lane->row) != InvalidReason::none) {
        throw std::runtime_error("a sample of the test is invalid");
      }
      builder.fold_sensors(i, lane->row);
      for (std::size_t s = 0; s < signal_count; ++s) {
        if (!prepared.flights.traced[s]) continue;
        lane->traces[s].resize(static_cast<std::size_t>(plan_.outputs) * 16);
      }
      lanes.push_back(std::move(lane));
    }
    block_.data.resize(plan_.layout.columns.size());
    for (std::size_t c = 0; c < block_.data.size(); ++c) {
      const Column& column = plan_.layout.columns[c];
      if (column.rows != Rows::trace_sample) continue;
      block_.data[c].resize(lanes.size() * plan_.layout.row_bytes(column));
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      reading_columns_.prepare(lanes[i]->readings, block_, i);
    }
  }

  /// For Kernel::fly.
  double* flight_memory() { return flight_memory_[0].pack; }

  /// Flies all built samples. The same lanes can be flown again.
  void fly(const Kernel& kernel) {
    std::vector<LaneIo> ios = start();
    kernel.fly(prepared.flights, ios.data(), static_cast<int>(ios.size()), flight_memory());
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i]->io = ios[i];
  }

  std::vector<LaneIo> start() {
    std::vector<LaneIo> ios;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      LaneMemory& lane = *lanes[i];
      LaneIo io{};
      io.sample = i;
      io.row = lane.row.data();
      io.final_state = lane.final_state.data();
      io.checkpoint_states = lane.checkpoint_states.data();
      io.checkpoint_steps = lane.checkpoint_steps.data();
      for (std::size_t s = 0; s < signal_count; ++s) {
        io.traces[s] = lane.traces[s].empty() ? nullptr : lane.traces[s].data();
      }
      if (!lane.readings.places.empty()) io.readings = lane.readings.places.data();
      ios.push_back(io);
    }
    return ios;
  }

  std::vector<double> final_state(std::size_t lane) const { return lanes[lane]->final_state; }

 private:
  Plan plan_;

 public:
  PreparedFlights prepared;
  std::vector<std::unique_ptr<LaneMemory>> lanes;

 private:
  ReadingColumns reading_columns_;
  std::vector<KernelMemory> flight_memory_;
  Block block_;
};

}  // namespace montecopter
