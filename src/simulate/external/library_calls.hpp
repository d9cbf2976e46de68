#pragma once
/// The threads that are in a function of a controller library: memory that a process shares with
/// the one that waits for it. A library may end its process by any means, exit(0) among them; what
/// it was asked then is still here.

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

namespace montecopter {

/// Memory of one process that flies, and of its parent.
class LibraryCalls {
 public:
  /// Error(io) if there is no memory.
  LibraryCalls();
  ~LibraryCalls();
  LibraryCalls(const LibraryCalls&) = delete;
  LibraryCalls& operator=(const LibraryCalls&) = delete;

  /// From now on the calls of this process are noted here. The object must outlive them.
  void note_here();

  /// True if a library was loaded there.
  bool any() const;
  /// How the process ended that noted its calls here, by its wait status: "the controller library
  /// 'x.so' ended the process (exit code 0, in sample 17)". Empty if it loaded no library, or if a
  /// signal ended it that programs do not give themselves.
  std::string end_text(int wait_status) const;

  /// What a process ended with that says so before it ends; -1: it has not.
  std::atomic<int>& regular_end() const;
  /// A text that the parent prints if the process is ended by the library.
  void keep_text(const std::string& text);
  std::string kept_text() const;

 private:
  struct Memory;
  Memory* memory_;
};

/// Notes that a library is about to be loaded.
void note_library(const std::string& path);

/// Notes, as long as it lives, that this thread is in a function of the library.
class LibraryCall {
 public:
  /// `sample`: the one that is flown; `loading`: none is.
  explicit LibraryCall(std::uint64_t sample);
  ~LibraryCall() { slot_.store(0, std::memory_order_relaxed); }
  LibraryCall(const LibraryCall&) = delete;
  LibraryCall& operator=(const LibraryCall&) = delete;

  static constexpr std::uint64_t loading = ~std::uint64_t{0} - 1;

 private:
  std::atomic<std::uint64_t>& slot_;
};

/// What the advice is when a library ends its process.
inline constexpr const char* library_end_advice =
    "All functions of a controller library must return; to end a flight, return a nonzero number "
    "from update()";

}  // namespace montecopter
