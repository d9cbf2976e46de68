#include "record/hdf5_driver.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace montecopter::record {
namespace {

int first_error = 0;

herr_t fail() {
  if (first_error == 0) first_error = errno;
  return -1;
}

/// Properties of an open file: a descriptor to read, or an image to write.
struct Access {
  int fd;
  FileImage* image;
};

/// The file of a driver. HDF5 knows only its first member.
struct OurFile {
  H5FD_t common;
  Access access;
  haddr_t allocated;  ///< end of the space that HDF5 has allocated
  haddr_t end;        ///< end of a file that is read
};

OurFile& file_of(H5FD_t* file) { return *reinterpret_cast<OurFile*>(file); }
const OurFile& file_of(const H5FD_t* file) { return *reinterpret_cast<const OurFile*>(file); }
FileImage& image_of(H5FD_t* file) { return *file_of(file).access.image; }

H5FD_t* open_file(const char*, unsigned, hid_t access, haddr_t) {
  const auto* info = static_cast<const Access*>(H5Pget_driver_info(access));
  if (!info) return nullptr;
  std::unique_ptr<OurFile> file(new (std::nothrow) OurFile());
  if (!file) return nullptr;
  file->access = *info;
  if (info->image == nullptr) {
    struct stat status = {};
    if (::fstat(info->fd, &status) != 0) return fail(), nullptr;
    file->end = static_cast<haddr_t>(status.st_size);
  }
  return reinterpret_cast<H5FD_t*>(file.release());
}

herr_t close_file(H5FD_t* file) {
  delete &file_of(file);  // descriptor and image stay the caller's
  return 0;
}

/// Flags of HDF5's own driver. They affect the layout of files.
herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t) { return file_of(file).allocated; }
haddr_t get_end(const H5FD_t* file, H5FD_mem_t) {
  const OurFile& ours = file_of(file);
  return ours.access.image == nullptr ? ours.end : ours.access.image->size();
}

herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  file_of(file).allocated = address;
  return 0;
}

/// Reads bytes. Beyond the end of the file it returns zeros, as HDF5 requires.
herr_t read_bytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, void* buffer) {
  auto* to = static_cast<char*>(buffer);
  while (size > 0) {
    const ssize_t count = ::pread(file_of(file).access.fd, to, size, static_cast<off_t>(at));
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

herr_t write_nothing(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, size_t, const void*) { return -1; }

herr_t read_image(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, void* buffer) {
  image_of(file).read(at, {static_cast<std::byte*>(buffer), size});
  return 0;
}

herr_t write_image(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, const void* buffer) {
  try {
    image_of(file).write(at, {static_cast<const std::byte*>(buffer), size});
    return 0;
  } catch (const std::bad_alloc&) {  // no exception may pass through HDF5
    return -1;
  }
}

herr_t truncate_image(H5FD_t* file, hid_t, hbool_t) {
  image_of(file).resize(file_of(file).allocated);
  return 0;
}

H5FD_class_t driver_class(const char* name) {
  H5FD_class_t driver = {};
  driver.name = name;
  driver.maxaddr = static_cast<haddr_t>(INT64_MAX);
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(Access);
  driver.open = open_file;
  driver.close = close_file;
  driver.query = query;
  driver.get_eoa = get_allocated;
  driver.set_eoa = set_allocated;
  driver.get_eof = get_end;
  const H5FD_mem_t dichotomy[] = H5FD_FLMAP_DICHOTOMY;
  std::memcpy(driver.fl_map, dichotomy, sizeof dichotomy);
  return driver;
}

H5FD_class_t reading_class() {
  H5FD_class_t driver = driver_class("descriptor");
  driver.read = read_bytes;
  driver.write = write_nothing;
  return driver;
}

H5FD_class_t writing_class() {
  H5FD_class_t driver = driver_class("image");
  driver.read = read_image;
  driver.write = write_image;
  driver.truncate = truncate_image;
  return driver;
}

/// Registers the driver once, and again if a program that links this one has closed HDF5. It stays
/// registered: H5Fclose needs it to the end.
PropertyHandle access_by(const H5FD_class_t& driver, hid_t& id, const Access& info, ExitCode code) {
  if (id < 0 || H5Iget_type(id) != H5I_VFL) {
    id = checked(H5FDregister(&driver), "set up the file", code);
  }
  PropertyHandle access(H5Pcreate(H5P_FILE_ACCESS), "set up the file", code);
  checked(H5Pset_driver(access, id, &info), "set up the file", code);
  return access;
}

}  // namespace

PropertyHandle access_by_descriptor(int fd, ExitCode code) {
  static hid_t id = -1;
  return access_by(reading_class(), id, {.fd = fd, .image = nullptr}, code);
}

PropertyHandle access_to_image(FileImage& image, ExitCode code) {
  static hid_t id = -1;
  return access_by(writing_class(), id, {.fd = -1, .image = &image}, code);
}

int transfer_error() { return first_error; }

}  // namespace montecopter::record
