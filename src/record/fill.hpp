#pragma once
/// The contents of a file before the first sample is flown.

#include <span>
#include <string>
#include <vector>

#include "record/schema.hpp"

namespace montecopter::record {

/// Writes everything that does not depend on any flight: indices, coordinates, texts, NaN for the
/// columns that are laid out as NaN, zeros elsewhere. In a `sparse` file, skips datasets with one
/// row per sample.
void fill_initially(int fd, const std::string& path, const Layout& layout, const Schema& schema,
                    bool sparse = false);

/// Writes indices, coordinates and texts again where the file has other bytes. Returns the names of
/// these datasets.
std::vector<std::string> repair_fixed(int fd, const std::string& path, const Layout& layout,
                                      const Schema& schema);

/// Names of the datasets whose indices, coordinates and texts differ from the layout. Writes
/// nothing.
std::vector<std::string> unlike_fixed(int fd, const std::string& path, const Layout& layout,
                                      const Schema& schema);

/// Writes the initial content (NaN or zeros) of one column's dataset again.
void fill_column(int fd, const std::string& path, const Column& column, const Dataset& dataset);

void write_zeros(int fd, const std::string& path, const Dataset& dataset);

/// Writes text into a byte array, truncated or padded with zeros to its length.
void write_text(int fd, const std::string& path, const Dataset& dataset, const std::string& text);

}  // namespace montecopter::record
