#include "simulate/nvidia/driver.hpp"

#include <dlfcn.h>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "simulate/dispatch.hpp"

namespace montecopter::nvidia {
namespace {

/// Finds functions in the library of the driver.
class Finder {
 public:
  explicit Finder(void* library) : library_(library) {}

  template <class F>
  void find(const char* name, F& function) {
    function = reinterpret_cast<F>(dlsym(library_, name));
    if (function == nullptr && missing_ == nullptr) missing_ = name;
  }
  const char* missing() const { return missing_; }

 private:
  void* library_;
  const char* missing_ = nullptr;
};

}  // namespace

const Driver& Driver::get() {
  static const Driver driver;
  return driver;
}

Driver::Driver() {
  // Never closed: threads of the driver may outlive what asks for it.
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    trouble_ = "NVIDIA's driver (libcuda.so.1) is not installed";
    return;
  }
  Finder functions(library);
#define MONTECOPTER_FIND(NAME) functions.find(#NAME, NAME)
  MONTECOPTER_FIND(cuInit);
  MONTECOPTER_FIND(cuDeviceGetCount);
  MONTECOPTER_FIND(cuDeviceGet);
  MONTECOPTER_FIND(cuDeviceGetName);
  MONTECOPTER_FIND(cuDeviceGetAttribute);
  MONTECOPTER_FIND(cuDevicePrimaryCtxRetain);
  MONTECOPTER_FIND(cuCtxSetCurrent);
  MONTECOPTER_FIND(cuModuleLoadDataEx);
  MONTECOPTER_FIND(cuModuleGetFunction);
  MONTECOPTER_FIND(cuMemAlloc_v2);
  MONTECOPTER_FIND(cuMemFree_v2);
  MONTECOPTER_FIND(cuMemHostAlloc);
  MONTECOPTER_FIND(cuMemFreeHost);
  MONTECOPTER_FIND(cuMemcpyHtoDAsync_v2);
  MONTECOPTER_FIND(cuMemcpyDtoHAsync_v2);
  MONTECOPTER_FIND(cuStreamCreate);
  MONTECOPTER_FIND(cuStreamSynchronize);
  MONTECOPTER_FIND(cuStreamDestroy_v2);
  MONTECOPTER_FIND(cuDevicePrimaryCtxSetFlags_v2);
  MONTECOPTER_FIND(cuLaunchKernel);
  MONTECOPTER_FIND(cuGetErrorString);
#undef MONTECOPTER_FIND
  if (functions.missing() != nullptr) {
    trouble_ = fmt::format("NVIDIA's driver is too old: {} is missing", functions.missing());
    return;
  }
  Result result = cuInit(0);
  if (result == 0) result = cuDeviceGetCount(&cards_);
  if (result != 0) trouble_ = fmt::format("NVIDIA's driver reports: {}", text(result));
  if (result == 0 && cards_ == 0) trouble_ = "there is no NVIDIA card";
}

std::string Driver::text(Result result) const {
  const char* text = nullptr;
  if (cuGetErrorString(result, &text) != 0 || text == nullptr) {
    return fmt::format("error {}", result);
  }
  return text;
}

void Driver::require(Result result, std::string_view what) const {
  if (result == 0) return;
  throw Error(ExitCode::io,
              fmt::format("error: the card cannot {}: {}. Use --lanes {} to fly on the processor; "
                          "the results are the same bits.",
                          what, text(result), processor_kernel().name));
}

}  // namespace montecopter::nvidia
