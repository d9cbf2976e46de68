#pragma once
/// What this build of the program is made of.

#include <string>

namespace montecopter::cli {

/// The compiler, as results store it: "g++ 12.2.0".
std::string compiler_name();

/// The answer of `--version --json`: version, commit, compiler, kernels of this build, HDF5, and
/// the version of each format.
std::string build_json();

}  // namespace montecopter::cli
