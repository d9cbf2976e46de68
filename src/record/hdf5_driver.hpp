#pragma once
/// A file driver for HDF5 that works on a descriptor of ours. It keeps errors of the operating
/// system as errno: HDF5 itself ignores some failed reads, and reports others in texts of many
/// lines with addresses. Included by the sources that run in the child process of run_isolated().

#include <string>

#include "record/hdf5.hpp"

namespace montecopter::record {

/// File access properties with which H5Fopen and H5Fcreate use `fd`. The name given to these
/// functions is for HDF5's messages only.
PropertyHandle access_by_descriptor(int fd, ExitCode code);

/// errno of the first transfer that failed in this process; 0 if none did.
int transfer_error();

}  // namespace montecopter::record
