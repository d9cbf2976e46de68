#pragma once
/// HDF5 runs in a child process only: a damaged or hostile file that crashes or hangs the library
/// (1.10.8 does both) is one clear error here, and the library never holds state of ours.
///
/// run_isolated() is called by describe.cpp (what is in a file) and lay_out.cpp (a new file). It
/// makes a pipe and forks; the child takes default signal handlers, no standard streams and limits
/// of memory and processor time, runs `work`, writes the answer into the pipe and leaves by
/// _exit(). The parent reads until the pipe is closed, waits for the child, and judges how it
/// ended.

#include <functional>
#include <string>

namespace montecopter::record {

/// Runs `work` in a forked child with limits on memory (2 GiB more than now) and processor time
/// (10 s) and returns the bytes it returned. Throws what `work` threw if that was an Error. `what`
/// completes "HDF5 cannot ...".
///
/// If the child ends without an answer, the reason decides. What the machine did (a signal that
/// programs do not give themselves, no memory below our limit) is an Error(io). A crash, or one of
/// our limits, is tried once more, and then an Error(refused): HDF5 cannot cope with the file.
std::string run_isolated(const std::string& path, const std::string& what,
                         const std::function<std::string()>& work);

}  // namespace montecopter::record
