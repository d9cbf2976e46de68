#pragma once
/// The few functions of NVIDIA's driver that fly samples, found at run time. The build needs
/// nothing of NVIDIA's, nor does a machine without a card. Names, numbers and types are those of
/// the CUDA Driver API (CUDA Toolkit Documentation, "CUDA Driver API"), whose binary interface is
/// stable across versions. The suffix of a function is its version.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace montecopter::nvidia {

using Address = std::uint64_t;  ///< CUdeviceptr, in the memory of a card
using Device = int;             ///< CUdevice
using Result = int;             ///< CUresult; 0: success
struct ContextOf;
struct ModuleOf;
struct FunctionOf;
struct StreamOf;
using Context = ContextOf*;
using Module = ModuleOf*;
using Function = FunctionOf*;
using Stream = StreamOf*;

inline constexpr Result out_of_memory = 2;
/// Values of CUdevice_attribute.
inline constexpr int compute_capability_major = 75, single_to_double_ratio = 87;

/// The driver, or the reason why it cannot be used.
class Driver {
 public:
  /// Opened once for a process.
  static const Driver& get();

  /// The reason why no card can be used; empty if the driver has one.
  const std::string& trouble() const { return trouble_; }
  int cards() const { return cards_; }

  Result (*cuInit)(unsigned flags) = nullptr;
  Result (*cuDeviceGetCount)(int* count) = nullptr;
  Result (*cuDeviceGet)(Device* device, int ordinal) = nullptr;
  Result (*cuDeviceGetName)(char* name, int bytes, Device device) = nullptr;
  Result (*cuDeviceGetAttribute)(int* value, int attribute, Device device) = nullptr;
  Result (*cuDevicePrimaryCtxRetain)(Context* context, Device device) = nullptr;
  Result (*cuCtxSetCurrent)(Context context) = nullptr;
  Result (*cuModuleLoadDataEx)(Module* module, const void* image, unsigned options, int* option,
                               void** value) = nullptr;
  Result (*cuModuleGetFunction)(Function* function, Module module, const char* name) = nullptr;
  Result (*cuMemAlloc_v2)(Address* address, std::size_t bytes) = nullptr;
  Result (*cuMemFree_v2)(Address address) = nullptr;
  Result (*cuMemHostAlloc)(void** memory, std::size_t bytes, unsigned flags) = nullptr;
  Result (*cuMemFreeHost)(void* memory) = nullptr;
  Result (*cuMemcpyHtoDAsync_v2)(Address to, const void* from, std::size_t bytes,
                                 Stream stream) = nullptr;
  Result (*cuMemcpyDtoHAsync_v2)(void* to, Address from, std::size_t bytes,
                                 Stream stream) = nullptr;
  Result (*cuDevicePrimaryCtxSetFlags_v2)(Device device, unsigned flags) = nullptr;
  Result (*cuStreamCreate)(Stream* stream, unsigned flags) = nullptr;
  Result (*cuStreamSynchronize)(Stream stream) = nullptr;
  Result (*cuStreamDestroy_v2)(Stream stream) = nullptr;
  Result (*cuLaunchKernel)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                           unsigned block_x, unsigned block_y, unsigned block_z,
                           unsigned shared_bytes, Stream stream, void** arguments,
                           void** extra) = nullptr;
  Result (*cuGetErrorString)(Result result, const char** text) = nullptr;

  /// Throws Error(io) if a function has failed. `what` is the action of the card, as in "fly".
  void require(Result result, std::string_view what) const;
  std::string text(Result result) const;

 private:
  Driver();

  std::string trouble_;
  int cards_ = 0;
};

}  // namespace montecopter::nvidia
