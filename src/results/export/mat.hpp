#pragma once
/// Arrays as a MAT file of version 5 (.mat), which MATLAB and Octave load.
///
/// Source: "MAT-File Format", The MathWorks, Inc., 2019, chapter 1: uncompressed, little-endian.
/// Dimensions are those of the result file in reverse, as MATLAB's h5read gives them: the first
/// index is the component, the last one the sample. A list is a column.

#include <span>
#include <string>
#include <vector>

#include "results/export/arrays.hpp"

namespace montecopter {

/// Names by which MATLAB knows arrays: letters, digits and '_', a letter first, 63 at most, none
/// twice (of the later ones the end is counted: "_2", "_3").
std::vector<std::string> matlab_names(std::span<const NamedArray> arrays);

/// Error(refused) where a variable would have more than 2 GiB, which the format cannot hold.
void require_mat_sizes(std::span<const NamedArray> arrays);

/// Texts are cell arrays of texts; the table "columns" has the names of MATLAB as its first column.
/// Error(refused) as above, before anything is written.
void write_mat(std::span<const NamedArray> arrays, const ByteSink& sink);

}  // namespace montecopter
