#include "simulate/dispatch.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "simulate/nvidia/kernel.hpp"
#include "simulate/setup/prepared_flights.hpp"

namespace montecopter {
namespace {

struct Candidate {
  const Kernel* kernel;
  bool (*runs_here)();
};

/// The kernels of this build for its processor (MONTECOPTER_KERNELS in cmake/kernels.cmake), the
/// best last.
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
#if defined(MONTECOPTER_HAS_KERNEL_NVIDIA)
  names.emplace_back(montecopter_kernel_nvidia.name);
#endif
  return names;
}

const Kernel& processor_kernel() { return *available_kernels().back(); }

const Kernel& choose_kernel(std::string_view name) {
  if (name == "auto") return processor_kernel();
  for (const Candidate& candidate : candidates()) {
    if (candidate.kernel->name != name) continue;
    if (candidate.runs_here()) return *candidate.kernel;
    throw Error(ExitCode::usage,
                fmt::format("--lanes: error: this CPU has no {}. Use \"auto\".", name));
  }
#if defined(MONTECOPTER_HAS_KERNEL_NVIDIA)
  if (name == montecopter_kernel_nvidia.name) {
    return nvidia::trouble_with_cards().empty() ? montecopter_kernel_nvidia : processor_kernel();
  }
#endif
  std::vector<std::string> names = kernel_names();
  names.insert(names.begin(), "auto");
  throw Error(ExitCode::usage,
              fmt::format("--lanes: error: unknown instruction set '{}'. Use one of {}.", name,
                          join(names, " or ")));
}

#if defined(MONTECOPTER_HAS_KERNEL_NVIDIA)
namespace {

/// Whether a card flies all samples of a plan, and whether some; whether it gains in all.
struct OnCard {
  bool all = true, some = false, gains = true;
};
OnCard on_card(const Plan& plan) {
  OnCard on;
  const auto ask = [&](const Plan& one) {
    const PreparedFlights prepared(one);
    const bool flies = nvidia::flies_on_card(prepared.flights);
    on = {on.all && flies, on.some || flies, on.gains && nvidia::gains_on_card(prepared.flights)};
  };
  if (plan.variants.empty()) ask(plan);
  for (const Plan& one : plan.variants) ask(one);
  return on;
}

/// Steps of a run, of each thread, that take a processor half a minute: the driver of a card takes
/// that long where it compiles flights for the first time (docs/cards.md).
constexpr double steps_worth_a_card = 1e9;

}  // namespace

const Kernel& choose_kernel(std::string_view name, const Plan& plan, int threads) {
  if (name != "auto") return choose_kernel(name);
  const double steps =
      static_cast<double>(plan.layout.samples) * static_cast<double>(plan.time.steps);
  const bool is_worth_it = steps >= steps_worth_a_card * threads && on_card(plan).gains &&
                           nvidia::trouble_with_cards().empty() && nvidia::cards_are_fast();
  return is_worth_it ? montecopter_kernel_nvidia : processor_kernel();
}

std::optional<std::string> remark_on_kernel(std::string_view name, const Plan& plan) {
  if (name != montecopter_kernel_nvidia.name) return std::nullopt;
  if (const std::string trouble = nvidia::trouble_with_cards(); !trouble.empty()) {
    return fmt::format("--lanes nvidia: the processor flies, for {}; the bits are the same",
                       trouble);
  }
  const OnCard on = on_card(plan);
  if (on.all) return std::nullopt;
  return fmt::format(
      "--lanes nvidia: the processor flies {}, for cards fly multirotors with the integrators "
      "euler, "
      "semi_implicit_euler, euler_exp and rk4, and no programs and no controller that is evaluated "
      "at every stage; the bits are the same",
      on.some ? "some of the combinations" : "all samples");
}
#else
const Kernel& choose_kernel(std::string_view name, const Plan&, int) { return choose_kernel(name); }

std::optional<std::string> remark_on_kernel(std::string_view, const Plan&) { return std::nullopt; }
#endif

}  // namespace montecopter
