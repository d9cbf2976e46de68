#pragma once
/// Limits of texts in a result file. It stores names, units and texts of a scenario as attributes
/// of HDF5, which end at a zero byte and have less than 64 kB.

#include <cstddef>

#include <toml++/toml.h>

#include "scenario/text/report.hpp"

namespace montecopter {

/// Attributes that are made of a text have some more words; 65535 bytes hold all of it.
inline constexpr std::size_t most_text_bytes = 60'000;
/// Names become parts of names of datasets.
inline constexpr std::size_t most_name_bytes = 1'000;

/// Reports every text and every key of a document that a result file cannot hold.
void report_unstorable_texts(const toml::table& root, Report& report);

}  // namespace montecopter
