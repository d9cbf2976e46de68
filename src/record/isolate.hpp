#pragma once
/// HDF5 reads files only in a child process. Damaged or hostile files can crash or hang the library
/// (1.10.8 does both): here this gives one clear error.
///
/// describe.cpp calls run_isolated(). It makes a pipe and forks. The child takes default signal
/// handlers, no standard streams, and limits on memory and processor time. It runs `work`, writes
/// the answer into the pipe and leaves by _exit(). The parent reads until the pipe is closed, waits
/// for the child, and judges how it ended.

#include <functional>
#include <mutex>
#include <string>

namespace montecopter::record {

/// Runs `work` in a forked child with limits on memory (2 GiB more than now) and processor time (10
/// s), and returns its bytes. Throws the exception of `work` if it was an Error.
///
/// If the child ends without an answer, the reason decides. If the machine ended it (an external
/// signal, or no memory below our limit), the result is an Error(io). After a crash, or at one of
/// our limits, it is tried once more, and then gives an Error(refused): HDF5 cannot cope with the
/// file.
std::string run_isolated(const std::string& path, const std::function<std::string()>& work);

/// Held while this process is in HDF5, or forks: a child would wait for ever for a lock of HDF5
/// that another thread holds.
std::mutex& in_hdf5();

}  // namespace montecopter::record
