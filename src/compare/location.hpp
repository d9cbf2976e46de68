#pragma once
/// From the number of an element to words.

#include "compare/compare.hpp"

namespace montecopter::compare {

/// Sample, time and further axes of an element of a dataset.
Place place_of(const record::ResultFile& file, const record::Dataset& dataset, std::int64_t index);

/// A value as text; of codes (CF's `flag_values`, as of `status`) what they mean: "diverged".
std::string value_text(const record::Dataset& dataset, double value);

/// When a step ends [s], by the rate of the integrator in the resolved scenario; nothing if that is
/// no scenario of ours.
std::optional<double> step_time_s(const record::ResultFile& file, double step);

/// "step 500 (0.5 s)".
std::string step_text(const record::ResultFile& file, double step);

/// "time 0.5 s", "axis y", "step 500 (0.5 s)": a position on an axis, by its coordinate or name.
std::string position_text(const record::ResultFile& file, const std::string& dim,
                          std::int64_t position);

}  // namespace montecopter::compare
