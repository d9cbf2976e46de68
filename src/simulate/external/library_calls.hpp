#pragma once
/// The threads that are in a function of a controller library: memory shared between a process and
/// its waiting parent. A library may end its process by any means, exit(0) included; the running
/// call is still noted here.

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

namespace montecopter {

/// Memory of one flying process and its parent.
class LibraryCalls {
 public:
  /// Throws Error(io) if there is no memory.
  LibraryCalls();
  ~LibraryCalls();
  LibraryCalls(const LibraryCalls&) = delete;
  LibraryCalls& operator=(const LibraryCalls&) = delete;

  /// Notes the calls of this process here from now on. The object must outlive them.
  void note_here();

  /// Whether a library was loaded by the process.
  bool any() const;
  /// How the process whose calls are noted here ended, by its wait status: "the controller library
  /// 'x.so' ended the process (exit code 0, in sample 17)". Empty if it loaded no library, or if
  /// the signal came from outside.
  std::string end_text(int wait_status) const;

  /// Exit code that a process announces before it ends; -1: none yet.
  std::atomic<int>& regular_end() const;
  /// Keeps a text that the parent prints if the library ends the process.
  void keep_text(const std::string& text);
  std::string kept_text() const;

 private:
  struct Memory;
  Memory* memory_;
};

/// Notes that a library is about to be loaded.
void note_library(const std::string& path);

/// Notes, during its lifetime, that this thread is in a function of the library.
class LibraryCall {
 public:
  /// `sample` is the flown sample, or `loading` for none.
  explicit LibraryCall(std::uint64_t sample);
  ~LibraryCall() { slot_.store(0, std::memory_order_relaxed); }
  LibraryCall(const LibraryCall&) = delete;
  LibraryCall& operator=(const LibraryCall&) = delete;

  static constexpr std::uint64_t loading = ~std::uint64_t{0} - 1;

 private:
  std::atomic<std::uint64_t>& slot_;
};

/// Advice for a library that ends its process.
inline constexpr const char* library_end_advice =
    "All functions of a controller library must return; to end a flight, return a nonzero number "
    "from update()";

}  // namespace montecopter
