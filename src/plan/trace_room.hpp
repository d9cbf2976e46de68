#pragma once
/// What traces take, in the file and in memory, and so which samples are traced where the scenario
/// leaves that to us. make_plan() asks, before the layout is made.

#include <cstdint>
#include <vector>

#include "plan/plan.hpp"
#include "plan/sensor_columns.hpp"

namespace montecopter {

/// When the readings of a column come out.
const SensorTimes& times_of(const Plan& plan, const SensorColumn& column);

/// What the trace of a sample takes in the file. [byte]
double trace_bytes(const Plan& plan);

/// Rows that the scenario asks to trace, ascending.
std::vector<std::int64_t> traced_samples(const Plan& plan);

/// Bytes of one block's traces, stored or wanted by formulas, which a worker holds in memory. Known
/// before anything is allocated. Error(usage) if no thread could have it.
double block_bytes(const Plan& plan);

}  // namespace montecopter
