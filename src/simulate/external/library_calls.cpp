#include "simulate/external/library_calls.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace montecopter {

constexpr std::size_t most_calling_threads = 256;  // further threads share these places
using SharedText = std::array<char, 1024>;

/// A cache line per thread, so that threads do not wait for each other.
struct alignas(64) CallSlot {
  std::atomic<std::uint64_t> call{0};  ///< the sample + 1; 0: in no call
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
static_assert(std::atomic<int>::is_always_lock_free);

struct LibraryCalls::Memory {
  std::atomic<int> regular_end{-1};
  SharedText library{}, kept{};
  std::array<CallSlot, most_calling_threads> slots{};
};

namespace {

void put(const std::string& from, SharedText& to) {
  const std::size_t size = std::min(from.size(), to.size() - 1);
  std::copy_n(from.begin(), size, to.begin());
  to[size] = '\0';
}

/// Where the calls of this process are noted. The defaults are never read.
struct CallNotes {
  std::array<CallSlot, most_calling_threads>* slots = nullptr;
  SharedText* library = nullptr;
};
std::array<CallSlot, most_calling_threads> unread_slots;
CallNotes noted{&unread_slots, nullptr};

CallSlot& slot_of_thread() {
  static std::atomic<std::size_t> threads{0};
  thread_local const std::size_t own = threads.fetch_add(1) % most_calling_threads;
  return (*noted.slots)[own];
}

/// Whether this signal is the result of a process's own fault.
bool is_crash(int signal) {
  for (const int one : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGTRAP}) {
    if (signal == one) return true;
  }
  return false;
}

}  // namespace

LibraryCalls::LibraryCalls() {
  void* shared =
      ::mmap(nullptr, sizeof(Memory), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    throw Error(ExitCode::io, fmt::format("error: cannot share memory between processes ({}). Free "
                                          "memory and run the same command again.",
                                          std::strerror(errno)));
  }
  memory_ = new (shared) Memory;
}

LibraryCalls::~LibraryCalls() { ::munmap(memory_, sizeof(Memory)); }

void LibraryCalls::note_here() { noted = {&memory_->slots, &memory_->library}; }

bool LibraryCalls::any() const { return memory_->library[0] != '\0'; }

std::atomic<int>& LibraryCalls::regular_end() const { return memory_->regular_end; }

void LibraryCalls::keep_text(const std::string& text) { put(text, memory_->kept); }

std::string LibraryCalls::kept_text() const { return memory_->kept.data(); }

std::string LibraryCalls::end_text(int wait_status) const {
  if (!any()) return {};
  const bool by_signal = WIFSIGNALED(wait_status);
  if (by_signal && !is_crash(WTERMSIG(wait_status))) return {};
  std::vector<std::string> samples;
  bool is_loading = false;
  for (const CallSlot& slot : memory_->slots) {
    const std::uint64_t call = slot.call.load();
    if (call == LibraryCall::loading + 1) is_loading = true;
    if (call == 0 || call == LibraryCall::loading + 1) continue;
    samples.push_back(fmt::format("{}", call - 1));
  }
  std::string text =
      fmt::format("the controller library '{}' ended the process (", memory_->library.data());
  text += by_signal ? fmt::format("signal {}, {}", WTERMSIG(wait_status),
                                  ::strsignal(WTERMSIG(wait_status)))
                    : fmt::format("exit code {}", WEXITSTATUS(wait_status));
  if (is_loading) text += ", while loading";
  if (samples.size() == 1) text += ", in sample " + samples.front();
  if (samples.size() > 1) text += fmt::format(", in one of the samples {}", join(samples));
  return text + ")";
}

void note_library(const std::string& path) {
  if (noted.library != nullptr) put(path, *noted.library);
}

LibraryCall::LibraryCall(std::uint64_t sample) : slot_(slot_of_thread().call) {
  slot_.store(sample + 1, std::memory_order_relaxed);
}

}  // namespace montecopter
