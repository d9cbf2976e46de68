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

/// Creates a file that must not exist; an invalid Fd if it does. Error(io) otherwise, which names
/// `shown`: a file that will get another name is known by that.
Fd create_exclusive(const std::string& path, const std::string& shown);
inline Fd create_exclusive(const std::string& path) { return create_exclusive(path, path); }

/// True if anything has this name, also a dangling symbolic link.
bool exists(const std::string& path);

std::uint64_t file_size(int fd, const std::string& path);

/// True if `path` leads to the file that is open as `fd`.
bool leads_to(const std::string& path, int fd);

/// Names that the open file has; 0 once it was removed.
std::uint64_t link_count(int fd, const std::string& path);

/// Another descriptor of the same open file, with the same locks.
Fd duplicate(int fd, const std::string& path);

/// A disk without room, a quota that is spent, or a limit on the size of files.
bool is_no_space(int error);

/// Both move all bytes or throw Error(io).
void pwrite_all(int fd, std::span<const std::byte> bytes, std::uint64_t offset,
                const std::string& path);
void pread_all(int fd, std::span<std::byte> bytes, std::uint64_t offset, const std::string& path);

/// These bytes will be needed: the system may read them meanwhile. Only a hint.
void will_need(int fd, std::uint64_t offset, std::uint64_t bytes);

/// Data and what is needed to read them back reach the disk.
void sync_data(int fd, const std::string& path);
void sync_all(int fd, const std::string& path);
/// Makes a rename durable: syncs the directory that holds `path`.
void sync_directory_of(const std::string& path);

/// Takes the exclusive open-file-description lock of the whole file; false if another holds it.
/// (`flock` would lock h5py's readers out: HDF5 takes that one.)
bool lock_exclusively(int fd, const std::string& path);

/// The same lock shared among readers: nobody writes as long as one of them has it. False if
/// somebody does; true where the file system knows no locks.
bool lock_shared(int fd, const std::string& path);

/// Bytes that this process may still write to the file system of `fd`, as far as that reports it.
std::uint64_t free_bytes(int fd);

/// Error(io) if the file cannot grow to `size` bytes in what is free. Looks only: nobody else's
/// disk is filled to find that out.
void require_room(int fd, std::uint64_t size, const std::string& path);

/// Reserves `size` bytes on the disk. Error(io) naming needed and free bytes if they are not
/// there. Returns a warning, empty if the file system could promise the space.
std::string reserve(int fd, std::uint64_t size, const std::string& path);

/// The Error(io) of both: `free` is what was free before anything was reserved. [byte]
[[noreturn]] void throw_no_room(const std::string& path, std::uint64_t size, std::uint64_t free,
                                int error);

/// Gives `from` the name `to`; false if `to` already exists (it is never overwritten).
bool rename_without_replacing(const std::string& from, const std::string& to);

/// The path without symbolic links. Error(io) if there is no such file.
std::string real_path(const std::string& path);

/// The directory part of a path, "." if it has none.
std::string directory_of(const std::string& path);

/// What was done and is undone when a file could not be laid out.
inline constexpr const char* nothing_left = "Nothing was computed or left behind";

/// Error(io) "PATH: error: cannot WHAT (reason of errno). advice."; what helps against some errors
/// is said without being given.
[[noreturn]] void throw_errno(const std::string& path, const std::string& what, int error,
                              const std::string& advice = {});

}  // namespace montecopter::record
