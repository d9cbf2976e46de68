#pragma once
/// The points of a sweep, as a result file names them.

#include <cstdint>
#include <string>
#include <vector>

#include "record/reader.hpp"

namespace montecopter {

/// Without a sweep there is one point without values, to which all samples belong.
struct SweepPoints {
  std::vector<std::string> names;           ///< of the swept inputs: "vehicle.mass_kg"
  std::vector<std::vector<double>> values;  ///< [point][input]
  std::vector<std::int64_t> of_sample;      ///< empty: all belong to point 0

  std::size_t size() const { return values.size(); }
  bool is_sweep() const { return !names.empty(); }
  std::size_t of(std::size_t sample) const {
    return of_sample.empty() ? 0 : static_cast<std::size_t>(of_sample[sample]);
  }
  /// "vehicle.mass_kg = 0.8".
  std::string describe(std::size_t point) const;
};

/// Error(refused) if the file contradicts itself.
SweepPoints read_points(const record::ResultFile& file);

}  // namespace montecopter
