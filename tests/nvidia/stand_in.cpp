/// A stand-in for NVIDIA's driver, libcuda.so.1, for machines without a card: the functions of it
/// that the program calls (src/simulate/nvidia/driver.hpp), over memory of this process. A launch
/// calls fly_thread() of the same source as cards run (threads.cpp), compiled for this processor,
/// for one thread after another. So everything but the card itself is what it is with one.
///
/// Threads see the memory of the card and no other: they run in a child of this process that has
/// given up what the program has allocated. MONTECOPTER_CARD says what the card is like, words with
/// commas between them:
///   none         there is no card
///   old          of a compute capability that is not supported
///   graphics     doubles take 64 times as long as floats
///   small        it has 16 MiB of memory
///   broken       flights end with an error
///   log          launches are written to stderr: form, lanes

#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simulate/border/kernel_api.hpp"
#include "simulate/nvidia/forms_list.hpp"

namespace {

using montecopter::FlightPlan;
using montecopter::LaneIo;
using Thread = void (*)(int, const FlightPlan*, LaneIo*, int, double*, std::int64_t);

}  // namespace

#define DECLARE(NAME) \
  extern "C" void fly_thread_##NAME(int, const FlightPlan*, LaneIo*, int, double*, std::int64_t);
MONTECOPTER_FORMS(DECLARE)

namespace {

constexpr int success = 0, invalid_value = 1, out_of_memory = 2, no_device = 100, invalid_ptx = 218,
              launch_failed = 719;

bool card_is(std::string_view word) {
  const char* given = std::getenv("MONTECOPTER_CARD");
  for (std::string_view rest = given == nullptr ? "" : given; !rest.empty();) {
    const auto end = rest.find(',');
    if (rest.substr(0, end) == word) return true;
    rest = end == rest.npos ? "" : rest.substr(end + 1);
  }
  return false;
}

/// The memory of the card. Freed places are not used again: what is read there would be seen.
class CardMemory {
 public:
  static CardMemory& get() {
    static CardMemory memory;
    return memory;
  }

  int allocate(std::uint64_t* address, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const std::size_t room = card_is("small") ? std::size_t{16} << 20 : capacity;
    const std::size_t whole = (bytes + 255) / 256 * 256;
    if (used_ + whole > room) return out_of_memory;
    *address = begin() + next_;
    // What nobody has written is no number.
    std::memset(base_ + next_, 0xff, whole);
    sizes_[*address] = whole;
    next_ += whole, used_ += whole;
    return success;
  }
  int free(std::uint64_t address) {
    const std::lock_guard lock(mutex_);
    const auto found = sizes_.find(address);
    if (found == sizes_.end()) return invalid_value;
    used_ -= found->second;
    sizes_.erase(found);
    return success;
  }
  std::uint64_t begin() const { return reinterpret_cast<std::uint64_t>(base_); }

 private:
  static constexpr std::size_t capacity = std::size_t{8} << 30, reserved = std::size_t{1} << 40;

  CardMemory()
      : base_(static_cast<std::byte*>(mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
                                           MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {}

  std::byte* base_;
  std::mutex mutex_;
  std::size_t next_ = 0, used_ = 0;
  std::map<std::uint64_t, std::size_t> sizes_;
};

/// What this process has allocated: the heap and mappings without a file or a name, but for the
/// stack and the thread's own block.
class OwnMemory {
 public:
  OwnMemory() {
    const auto here = reinterpret_cast<std::uint64_t>(this), self = std::uint64_t{pthread_self()};
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
      unsigned long long first = 0, end = 0, inode = 0;
      char name[16] = "";
      if (std::sscanf(line.c_str(), "%llx-%llx rw-p %*s %*s %llu %15s", &first, &end, &inode,
                      name) < 3) {
        continue;
      }
      const auto holds = [&](std::uint64_t address) { return first <= address && address < end; };
      const bool is_own = inode == 0 && (name[0] == 0 || std::string_view(name) == "[heap]");
      if (is_own && !holds(here) && !holds(self)) ranges_.emplace_back(first, end);
    }
    used_ = ranges_.size();
    for (std::size_t i = 0; i < used_ && i < most; ++i) fixed_[i] = ranges_[i];
    if (used_ > most) used_ = most;
  }
  /// From now on whoever reads or writes it dies.
  void give_up() const {
    for (std::size_t i = 0; i < used_; ++i) {
      const auto [first, end] = fixed_[i];
      (void)mprotect(reinterpret_cast<void*>(first), end - first, PROT_NONE);
    }
  }

 private:
  static constexpr std::size_t most = 512;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges_;
  std::pair<std::uint64_t, std::uint64_t> fixed_[most];  ///< they, not in what is given up
  std::size_t used_ = 0;
};

struct Form {
  std::string_view name;
  Thread thread;
};
#define PLACE(NAME) {#NAME, fly_thread_##NAME},
constexpr Form forms[] = {MONTECOPTER_FORMS(PLACE)};

const Form* form_of(std::string_view ptx) {
  constexpr std::string_view mark = "// form ";
  const auto at = ptx.find(mark);
  if (at == ptx.npos) return nullptr;
  const auto begin = at + mark.size();
  const std::string_view name = ptx.substr(begin, ptx.find('\n', begin) - begin);
  for (const Form& form : forms) {
    if (form.name == name) return &form;
  }
  return nullptr;
}

}  // namespace

extern "C" {

int cuInit(unsigned) { return card_is("none") ? no_device : success; }
int cuDeviceGetCount(int* count) { return *count = 1, success; }
int cuDeviceGet(int* device, int ordinal) { return *device = ordinal, success; }
int cuDeviceGetName(char* name, int bytes, int) {
  std::snprintf(name, static_cast<std::size_t>(bytes), "stand-in");
  return success;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  constexpr int compute_capability_major = 75;
  if (attribute == compute_capability_major) return *value = card_is("old") ? 3 : 9, success;
  return *value = card_is("graphics") ? 64 : 2, success;
}
int cuDevicePrimaryCtxRetain(const void** context, int) { return *context = &forms, success; }
int cuCtxSetCurrent(void*) { return success; }
int cuModuleLoadDataEx(const void** module, const void* image, unsigned, int*, void**) {
  *module = form_of(static_cast<const char*>(image));
  return *module == nullptr ? invalid_ptx : success;
}
int cuModuleGetFunction(const void** function, const void* module, const char* name) {
  *function = module;
  return std::string_view(name) == "fly" ? success : invalid_value;
}
int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  return CardMemory::get().allocate(address, bytes);
}
int cuMemFree_v2(std::uint64_t address) { return CardMemory::get().free(address); }
int cuMemHostAlloc(void** memory, std::size_t bytes, unsigned) {
  return *memory = std::malloc(bytes), *memory == nullptr ? out_of_memory : success;
}
int cuMemFreeHost(void* memory) { return std::free(memory), success; }
int cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t bytes, void*) {
  return std::memcpy(reinterpret_cast<void*>(to), from, bytes), success;
}
int cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t bytes, void*) {
  return std::memcpy(to, reinterpret_cast<const void*>(from), bytes), success;
}
int cuStreamCreate(void** stream, unsigned) { return *stream = nullptr, success; }
int cuStreamDestroy_v2(void*) { return success; }
int cuDevicePrimaryCtxSetFlags_v2(int, unsigned) { return success; }
int cuStreamSynchronize(void*) { return card_is("broken") ? launch_failed : success; }
int cuLaunchKernel(const void* function, unsigned blocks, unsigned, unsigned, unsigned threads,
                   unsigned, unsigned, unsigned, void*, void** arguments, void**) {
  const auto& form = *static_cast<const Form*>(function);
  const auto address = [&](int i) { return *static_cast<const std::uint64_t*>(arguments[i]); };
  const auto* plan = reinterpret_cast<const FlightPlan*>(address(0));
  auto* lanes = reinterpret_cast<LaneIo*>(address(1));
  const int count = *static_cast<const int*>(arguments[2]);
  auto* memory = reinterpret_cast<double*>(address(3));
  const auto numbers = static_cast<std::int64_t>(address(4));
  if (card_is("log")) {
    std::fprintf(stderr, "stand-in: %s flies %d (memory %lld)\n", std::string(form.name).c_str(),
                 count, static_cast<long long>(numbers));
  }
  const OwnMemory own;
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    own.give_up();
    for (unsigned i = 0; i < blocks * threads; ++i) {
      form.thread(static_cast<int>(i), plan, lanes, count, memory, numbers);
    }
    syscall(SYS_exit_group, 0);  // and no function that others may have put before it
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status == 0) {
    return child < 0 ? launch_failed : success;
  }
  std::fprintf(stderr, "stand-in: a thread has touched what is no memory of the card\n");
  return launch_failed;
}
int cuGetErrorString(int result, const char** text) {
  *text = result == no_device       ? "no CUDA-capable device is detected"
          : result == out_of_memory ? "out of memory"
          : result == launch_failed ? "unspecified launch failure"
                                    : "invalid argument";
  return success;
}
}
