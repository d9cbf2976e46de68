#pragma once
/// HDF5 runs in a child process only: a damaged or hostile file that crashes or hangs the library
/// (1.10.8 does both) is one clear error here, and the library never holds state of ours.

#include <functional>
#include <string>

namespace montecopter::record {

/// Runs `work` in a forked child with limits on memory (2 GiB more than now) and processor time
/// (10 s) and returns the bytes it returned. Throws what `work` threw if that was an Error;
/// Error(refused) naming `path` if the child crashed or ran into a limit.
std::string run_isolated(const std::string& path, const std::function<std::string()>& work);

}  // namespace montecopter::record
