#pragma once
/// The file system as the record uses it: every return code checked, short transfers continued,
/// every failure one Error with the path and the reason.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace montecopter::record {

/// An owned file descriptor.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  ~Fd() { close(); }
  Fd(Fd&& other) noexcept : fd_(other.release()) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      close();
      fd_ = other.release();
    }
    return *this;
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void close();

 private:
  int release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }
  int fd_ = -1;
};

/// Opens an existing regular file. Error(refused) if it is a directory, a FIFO, a device or a
/// symbolic link to one of them or to nothing; Error(io) if it is missing or not accessible.
Fd open_regular(const std::string& path, bool writable);

/// Creates a file that must not exist; an invalid Fd if it does. Error(io) otherwise.
Fd create_exclusive(const std::string& path);

/// True if anything has this name, also a dangling symbolic link.
bool exists(const std::string& path);

std::uint64_t file_size(int fd, const std::string& path);

/// Both move all bytes or throw Error(io); a full disk is told as such, with how to resume.
void pwrite_all(int fd, std::span<const std::byte> bytes, std::uint64_t offset,
                const std::string& path);
void pread_all(int fd, std::span<std::byte> bytes, std::uint64_t offset, const std::string& path);

/// Data and what is needed to read them back reach the disk.
void sync_data(int fd, const std::string& path);
void sync_all(int fd, const std::string& path);
/// Makes a rename durable: syncs the directory that holds `path`.
void sync_directory_of(const std::string& path);

/// Takes the exclusive open-file-description lock of the whole file; false if another holds it.
/// (`flock` would lock h5py's readers out: HDF5 takes that one.)
bool lock_exclusively(int fd, const std::string& path);

/// Reserves `size` bytes on the disk. Error(io) naming needed and free bytes if they are not
/// there. Returns a warning, empty if the file system could promise the space.
std::string reserve(int fd, std::uint64_t size, const std::string& path);

/// Error(io) if the file system as a whole is smaller than `size` bytes.
void require_possible(int fd, std::uint64_t size, const std::string& path);

/// Gives `from` the name `to`; false if `to` already exists (it is never overwritten).
bool rename_without_replacing(const std::string& from, const std::string& to);

/// The directory part of a path, "." if it has none.
std::string directory_of(const std::string& path);

/// Error(io) "PATH: cannot WHAT (reason of errno). advice"
[[noreturn]] void throw_errno(const std::string& path, const std::string& what, int error,
                              const std::string& advice = {});

}  // namespace montecopter::record
