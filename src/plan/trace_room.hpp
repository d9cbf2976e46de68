#pragma once
/// Size of traces in the file and in memory, which decides the traced samples of traces = "auto".
/// make_plan() asks before it makes the layout.

#include <cstdint>
#include <vector>

#include "plan/plan.hpp"
#include "plan/sensor_columns.hpp"

namespace montecopter {

/// Output times of the readings of a column.
const SensorTimes& times_of(const Plan& plan, const SensorColumn& column);

/// Size of the trace of a sample in the file. [byte]
double trace_bytes(const Plan& plan);

/// Rows that the scenario asks to trace, ascending.
std::vector<std::int64_t> traced_samples(const Plan& plan);

/// Bytes of one block's traces, stored or needed by formulas, which a worker holds in memory. Known
/// before anything is allocated. Throws Error(usage) if it is too much for a thread.
double block_bytes(const Plan& plan);

}  // namespace montecopter
