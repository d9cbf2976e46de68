#pragma once
/// File drivers for HDF5: one reads a descriptor of ours, the other writes a file in memory. The
/// first keeps errors of the operating system as errno: HDF5 itself ignores some failed reads, and
/// reports others in texts of many lines with addresses.

#include "record/file_image.hpp"
#include "record/hdf5.hpp"

namespace montecopter::record {

/// File access properties with which H5Fopen reads `fd`. The name given to H5Fopen is for HDF5's
/// messages only.
PropertyHandle access_by_descriptor(int fd, ExitCode code);

/// File access properties with which H5Fcreate writes the image, which must outlive the file.
PropertyHandle access_to_image(FileImage& image, ExitCode code);

/// errno of the first failed access to a descriptor in this process; 0 if none failed.
int transfer_error();

}  // namespace montecopter::record
