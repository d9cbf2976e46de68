#pragma once
/// Places of the readings of one traced sample: columns of a block, or separate memory if they are
/// stored in another type or thinned.

#include <cstddef>
#include <vector>

#include "plan/plan.hpp"
#include "simulate/setup/sensor_rows.hpp"

namespace montecopter {

/// Stores numbers as float32, one after another.
void narrow_to_float(const std::vector<double>& values, std::byte* out);

/// Readings of one sample, as a kernel fills them.
struct Readings {
  std::vector<double*> places;            ///< one per dataset; null: not stored
  std::vector<std::vector<double>> wide;  ///< readings that are not stored as they are
};

class ReadingColumns {
 public:
  ReadingColumns(const Plan& plan, const PreparedSensors& prepared);

  bool empty() const { return columns_.empty(); }
  /// Gives the kernel places for row `trace_row` among the traced rows of the block. Readings that
  /// it skips stay NaN.
  void prepare(Readings& readings, Block& block, std::size_t trace_row) const;
  /// Stores readings in their final form: thinned readings, narrow numbers, bytes of registers.
  /// `row` comes from fold_sensors().
  void finish(const Readings& readings, const double* row, Block& block,
              std::size_t trace_row) const;

 private:
  struct Place {
    std::size_t column;  ///< of the layout
    std::size_t reading;
    int sensor;
    bool registers;
    std::size_t width, count;  ///< numbers of a reading; readings of a flight
    std::int64_t recorded;     ///< one in this many readings is stored
  };

  const Column& column(const Place& place) const { return plan_.layout.columns[place.column]; }
  static std::vector<double> thinned(const double* readings, const Place& place);
  /// Whether the kernel stores them directly in the block.
  bool is_in_block(const Place& place) const;
  std::byte* row_in(Block& block, const Place& place, std::size_t trace_row) const;
  void store_registers(const double* readings, const double* row, const Place& place,
                       std::byte* out) const;

  const Plan& plan_;
  const PreparedSensors& prepared_;
  std::vector<Place> columns_;
  std::size_t readings_ = 0;  ///< datasets that a kernel fills if it has places for them
};

}  // namespace montecopter
