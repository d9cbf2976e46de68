#pragma once
/// File system calls of the record: every return code is checked, short transfers are continued,
/// and every failure is one Error with the path and the reason.

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

/// Opens an existing regular file. Throws Error(refused) for a directory, a FIFO, a device, a
/// symbolic link to one of these, or a broken link. Throws Error(io) if the file is missing or not
/// accessible.
Fd open_regular(const std::string& path, bool writable);

/// Creates a file that must not exist; returns an invalid Fd if it does. Throws Error(io)
/// otherwise, which names `shown`, the future name of the file.
Fd create_exclusive(const std::string& path, const std::string& shown);
inline Fd create_exclusive(const std::string& path) { return create_exclusive(path, path); }

/// Whether anything has this name, including a broken symbolic link.
bool exists(const std::string& path);

std::uint64_t file_size(int fd, const std::string& path);

/// Whether `path` leads to the file open as `fd`.
bool leads_to(const std::string& path, int fd);

/// Number of names of the open file; 0 after it was removed.
std::uint64_t link_count(int fd, const std::string& path);

/// Another descriptor of the same open file, with the same locks.
Fd duplicate(int fd, const std::string& path);

/// Both functions transfer all bytes or throw Error(io).
void pwrite_all(int fd, std::span<const std::byte> bytes, std::uint64_t offset,
                const std::string& path);
void pread_all(int fd, std::span<std::byte> bytes, std::uint64_t offset, const std::string& path);

/// Sets the size of the file; bytes that it gains are zeros. Throws Error(io).
void set_size(int fd, std::uint64_t size, const std::string& path);

/// Hints that these bytes will be needed: the system may read them meanwhile.
void will_need(int fd, std::uint64_t offset, std::uint64_t bytes);

/// Syncs the data, and the metadata needed to read them back, to disk.
void sync_data(int fd, const std::string& path);
void sync_all(int fd, const std::string& path);
/// Makes a rename durable: syncs the directory that holds `path`.
void sync_directory_of(const std::string& path);

/// Takes the exclusive open-file-description lock of the whole file; false if another process holds
/// it. (`flock` would lock h5py's readers out, because HDF5 uses it.)
bool lock_exclusively(int fd, const std::string& path);

/// Takes the same lock shared with other readers: nobody writes while one of them holds it. False
/// if somebody writes; true if the file system has no locks.
bool lock_shared(int fd, const std::string& path);

/// Reserves `size` bytes on the disk. If they are not available, throws Error(io) with the needed
/// and the free bytes. Returns a warning, empty if the file system could promise the space.
std::string reserve(int fd, std::uint64_t size, const std::string& path);

/// Gives `from` the name `to`; false if `to` already exists (it is never overwritten).
bool rename_without_replacing(const std::string& from, const std::string& to);

/// The path without symbolic links. Throws Error(io) if there is no such file.
std::string real_path(const std::string& path);

/// The directory part of a path, "." if it has none.
std::string directory_of(const std::string& path);

/// Sentence for a failed layout, which was undone.
inline constexpr const char* nothing_left = "Nothing was computed or left behind";

/// Throws Error(io) "PATH: error: cannot WHAT (reason of errno). advice." It adds its own advice
/// for some errors.
[[noreturn]] void throw_errno(const std::string& path, const std::string& what, int error,
                              const std::string& advice = {});

}  // namespace montecopter::record
