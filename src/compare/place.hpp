#pragma once
/// From the number of an element to words.

#include "compare/compare.hpp"

namespace montecopter::compare {

/// Sample, time and further axes of an element of a dataset.
Place place_of(const record::ResultFile& file, const record::Dataset& dataset, std::int64_t index);

/// "checkpoint 4 (0.5 s)": a position on an axis, with its coordinate if it has one.
std::string position_text(const record::ResultFile& file, const std::string& dim,
                          std::int64_t position);

}  // namespace montecopter::compare
