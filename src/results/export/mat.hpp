#pragma once
/// Arrays as a MAT file of version 5 (.mat), which MATLAB and Octave load.
///
/// Source: "MAT-File Format", The MathWorks, Inc., 2019, chapter 1: uncompressed, little-endian.
/// Dimensions are in reverse order of the result file, as in MATLAB's h5read: the first index is
/// the component, the last index the sample. A list is a column.

#include <span>
#include <string>
#include <vector>

#include "results/export/arrays.hpp"

namespace montecopter {

/// Names of arrays in MATLAB: letters, digits and '_', a letter first, at most 63 characters. Later
/// names that would repeat an earlier one get a number: "_2", "_3".
std::vector<std::string> matlab_names(std::span<const NamedArray> arrays);

/// Error(refused) if a variable would have more than 2 GiB, which the format cannot hold.
void require_mat_sizes(std::span<const NamedArray> arrays);

/// Writes the arrays. Texts become cell arrays of texts; the table "columns" has the MATLAB names
/// as its first column. Error(refused) for a variable above 2 GiB, before anything is written.
void write_mat(std::span<const NamedArray> arrays, const ByteSink& sink);

}  // namespace montecopter
