#include "stack.hpp"

#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>
#include <system_error>
#include <thread>

namespace montecopter::cli {
namespace {

constexpr std::size_t ample_bytes = std::size_t{8} << 20;  // the usual limit of Linux

/// Gives new threads a large enough stack. By default they take the limit of the process, or 2 MiB
/// without a limit.
void give_to_threads() {
  pthread_attr_t attributes;
  if (::pthread_getattr_default_np(&attributes) != 0) return;
  std::size_t size = 0;
  if (::pthread_attr_getstacksize(&attributes, &size) == 0 && size < ample_bytes &&
      ::pthread_attr_setstacksize(&attributes, ample_bytes) == 0) {
    ::pthread_setattr_default_np(&attributes);
  }
  ::pthread_attr_destroy(&attributes);
}

}  // namespace

int with_ample_stack(const std::function<int()>& work) {
  give_to_threads();
  struct rlimit limit = {};
  const bool ample = ::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
                     limit.rlim_cur >= ample_bytes;
  if (ample) return work();
  // The limit holds for the first thread only: the stacks of others are ordinary memory.
  int result = 0;
  try {
    std::thread([&] { result = work(); }).join();
  } catch (const std::system_error&) {  // no memory for a thread: it may work without one
    result = work();
  }
  return result;
}

}  // namespace montecopter::cli
