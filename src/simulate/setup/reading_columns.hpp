#pragma once
/// Where the readings of one traced sample go: into columns of a block, or beside it if they are
/// stored in another type.

#include <cstddef>
#include <vector>

#include "plan/plan.hpp"
#include "simulate/setup/sensor_rows.hpp"

namespace montecopter {

/// Stores numbers as float32, one after another.
void narrow_to_float(const std::vector<double>& values, std::byte* out);

/// Of one sample, as a kernel fills them.
struct Readings {
  std::vector<double*> places;            ///< one per dataset
  std::vector<std::vector<double>> wide;  ///< those that are not stored as f64
};

class ReadingColumns {
 public:
  ReadingColumns(const Plan& plan, const PreparedSensors& prepared);

  bool empty() const { return columns_.empty(); }
  /// Gives the kernel places for row `trace_row` among the traced ones of the block. What it does
  /// not read stays NaN.
  void prepare(Readings& readings, Block& block, std::size_t trace_row) const;
  /// Stores what has another type: narrow numbers, bytes of registers. `row` is that of
  /// fold_sensors().
  void finish(const Readings& readings, const double* row, Block& block,
              std::size_t trace_row) const;

 private:
  struct Place {
    std::size_t column;  ///< of the layout
    std::size_t reading;
    int sensor;
    bool registers;
  };

  const Column& column(const Place& place) const { return plan_.layout.columns[place.column]; }
  std::byte* row_in(Block& block, const Place& place, std::size_t trace_row) const;
  void store_registers(const double* readings, const double* row, const Place& place,
                       std::byte* out) const;

  const Plan& plan_;
  const PreparedSensors& prepared_;
  std::vector<Place> columns_;
};

}  // namespace montecopter
