#pragma once
/// Other meanings of the columns of an attitude or of body rates: another order, unit or frame.

#include <string>
#include <vector>

#include "core/logs/columns.hpp"

namespace montecopter::logs {

/// A rule with another order, unit, frame or sign, and the line of the file that says so.
struct OtherReading {
  ColumnRule rule;
  std::string line;
};

/// Other readings, with one change each.
std::vector<OtherReading> other_readings(const ColumnRule& rule);

}  // namespace montecopter::logs
