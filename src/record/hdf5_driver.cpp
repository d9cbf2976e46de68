#include "record/hdf5_driver.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>

namespace montecopter::record {
namespace {

int first_error = 0;

herr_t fail() {
  if (first_error == 0) first_error = errno;
  return -1;
}

struct Access {
  int fd;
};

/// The file of this driver. HDF5 knows only its first member.
struct DescriptorFile {
  H5FD_t common;
  int fd;
  haddr_t allocated;  ///< end of the space that HDF5 has allocated
  haddr_t end;        ///< end of the file
};

DescriptorFile& file_of(H5FD_t* file) { return *reinterpret_cast<DescriptorFile*>(file); }
const DescriptorFile& file_of(const H5FD_t* file) {
  return *reinterpret_cast<const DescriptorFile*>(file);
}

H5FD_t* open_file(const char*, unsigned flags, hid_t access, haddr_t) {
  const auto* info = static_cast<const Access*>(H5Pget_driver_info(access));
  if (!info) return nullptr;
  if ((flags & H5F_ACC_TRUNC) != 0 && ::ftruncate(info->fd, 0) != 0) return fail(), nullptr;
  struct stat status = {};
  if (::fstat(info->fd, &status) != 0) return fail(), nullptr;
  auto file = std::make_unique<DescriptorFile>();
  file->fd = info->fd;
  file->end = static_cast<haddr_t>(status.st_size);
  return reinterpret_cast<H5FD_t*>(file.release());
}

herr_t close_file(H5FD_t* file) {
  delete &file_of(file);  // the descriptor stays the caller's
  return 0;
}

/// Flags of HDF5's own driver that affect the layout of files.
herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t) { return file_of(file).allocated; }
haddr_t get_end(const H5FD_t* file, H5FD_mem_t) { return file_of(file).end; }

herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  file_of(file).allocated = address;
  return 0;
}

/// Reads bytes. Beyond the end of the file it returns zeros, as HDF5 requires.
herr_t read_bytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, void* buffer) {
  auto* to = static_cast<char*>(buffer);
  while (size > 0) {
    const ssize_t count = ::pread(file_of(file).fd, to, size, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EINVAL) return -1;  // no file has such an offset: damaged metadata
    if (count < 0) return fail();
    if (count == 0) break;
    to += count;
    size -= static_cast<size_t>(count);
    at += static_cast<haddr_t>(count);
  }
  std::memset(to, 0, size);
  return 0;
}

herr_t write_bytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, const void* buffer) {
  const auto* from = static_cast<const char*>(buffer);
  while (size > 0) {
    const ssize_t count = ::pwrite(file_of(file).fd, from, size, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail();
    from += count;
    size -= static_cast<size_t>(count);
    at += static_cast<haddr_t>(count);
  }
  if (at > file_of(file).end) file_of(file).end = at;
  return 0;
}

herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
  DescriptorFile& ours = file_of(file);
  if (ours.allocated == ours.end) return 0;
  while (::ftruncate(ours.fd, static_cast<off_t>(ours.allocated)) != 0) {
    if (errno != EINTR) return fail();
  }
  ours.end = ours.allocated;
  return 0;
}

H5FD_class_t descriptor_class() {
  H5FD_class_t driver = {};
  driver.name = "descriptor";
  driver.maxaddr = static_cast<haddr_t>(INT64_MAX);
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(Access);
  driver.open = open_file;
  driver.close = close_file;
  driver.query = query;
  driver.get_eoa = get_allocated;
  driver.set_eoa = set_allocated;
  driver.get_eof = get_end;
  driver.read = read_bytes;
  driver.write = write_bytes;
  driver.truncate = truncate;
  const H5FD_mem_t dichotomy[] = H5FD_FLMAP_DICHOTOMY;
  std::memcpy(driver.fl_map, dichotomy, sizeof dichotomy);
  return driver;
}

}  // namespace

PropertyHandle access_by_descriptor(int fd, ExitCode code) {
  static const H5FD_class_t driver = descriptor_class();
  static const hid_t id = checked(H5FDregister(&driver), "set up the file", code);
  PropertyHandle access(H5Pcreate(H5P_FILE_ACCESS), "set up the file", code);
  const Access info = {fd};
  checked(H5Pset_driver(access, id, &info), "set up the file", code);
  return access;
}

int transfer_error() { return first_error; }

}  // namespace montecopter::record
