#pragma once
/// Storage to which a PieceTable points.

#include <vector>

#include "dynamics/trajectories/path_form.hpp"

namespace montecopter {

struct PieceArrays {
  std::vector<double> starts, ends, coefficients;

  /// Adds a piece; `coefficients` of all its axes are to follow.
  void add(double start, double end) {
    starts.push_back(start);
    ends.push_back(end);
  }
  /// Holds until the arrays are copied or changed.
  PieceTable table() const {
    return {starts.size(), starts.data(), ends.data(), coefficients.data()};
  }
};

}  // namespace montecopter
