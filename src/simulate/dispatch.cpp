#include "simulate/dispatch.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"

namespace montecopter {
namespace {

struct Candidate {
  const Kernel* kernel;
  bool (*runs_here)();
};

/// The kernels of this build (MONTECOPTER_KERNELS in cmake/kernels.cmake), the best last.
const std::vector<Candidate>& candidates() {
  static const std::vector<Candidate> all = {
    {&montecopter_kernel_baseline, [] { return true; }},
#if defined(MONTECOPTER_HAS_KERNEL_SCALAR)
    {&montecopter_kernel_scalar, [] { return bool(__builtin_cpu_supports("fma")); }},
#endif
#if defined(MONTECOPTER_HAS_KERNEL_AVX2)
    {&montecopter_kernel_avx2,
     [] { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }},
#endif
#if defined(MONTECOPTER_HAS_KERNEL_AVX512)
    {&montecopter_kernel_avx512,
     [] {
       return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
              __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma");
     }},
#endif
#if defined(MONTECOPTER_HAS_KERNEL_NEON)
    {&montecopter_kernel_neon, [] { return true; }},
#endif
  };
  return all;
}

}  // namespace

std::vector<const Kernel*> available_kernels() {
  std::vector<const Kernel*> kernels;
  for (const Candidate& candidate : candidates()) {
    if (candidate.runs_here()) kernels.push_back(candidate.kernel);
  }
  return kernels;
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const Candidate& candidate : candidates()) names.emplace_back(candidate.kernel->name);
  return names;
}

const Kernel& choose_kernel(std::string_view name) {
  if (name == "auto") return *available_kernels().back();
  for (const Candidate& candidate : candidates()) {
    if (candidate.kernel->name != name) continue;
    if (candidate.runs_here()) return *candidate.kernel;
    throw Error(ExitCode::usage,
                fmt::format("--lanes: error: this CPU has no {}. Use \"auto\".", name));
  }
  std::vector<std::string> names = kernel_names();
  names.insert(names.begin(), "auto");
  throw Error(ExitCode::usage,
              fmt::format("--lanes: error: unknown instruction set '{}'. Use one of {}.", name,
                          join(names, " or ")));
}

}  // namespace montecopter
