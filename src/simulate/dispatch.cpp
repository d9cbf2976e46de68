#include "simulate/dispatch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "dynamics/integrators/kinds.hpp"
#include "simulate/nvidia/kernel.hpp"
#include "simulate/programs.hpp"
#include "simulate/setup/prepared_flights.hpp"

namespace montecopter {
namespace {

struct Candidate {
  const Kernel* kernel;
  bool (*runs_here)();
};

/// The kernels of this build for its processor (MONTECOPTER_KERNELS in cmake/kernels.cmake), the
/// fastest last.
const std::vector<Candidate>& candidates() {
  static const std::vector<Candidate> all = {
#if defined(MONTECOPTER_HAS_KERNEL_BASELINE)
    {&montecopter_kernel_baseline, [] { return true; }},
#endif
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
    throw Error(
        ExitCode::usage,
        Problem{"--lanes", fmt::format("this CPU does not support {}", name), "", "Use \"auto\""});
  }
#if defined(MONTECOPTER_HAS_KERNEL_NVIDIA)
  if (name == montecopter_kernel_nvidia.name) {
    const std::string trouble = nvidia::trouble_with_cards();
    if (trouble.empty()) return montecopter_kernel_nvidia;
    throw Error(ExitCode::usage, Problem{"--lanes", trouble, "", "Use \"auto\""});
  }
#endif
  std::vector<std::string> names = kernel_names();
  names.insert(names.begin(), "auto");
  throw Error(ExitCode::usage, Problem{"--lanes", fmt::format("unknown instruction set '{}'", name),
                                       "", fmt::format("Use one of {}", join(names, " or "))});
}

#if defined(MONTECOPTER_HAS_KERNEL_NVIDIA)
namespace {

/// Whether a condition holds for the flights of each combination of sets.
template <class Holds>
bool for_all_flights(const Plan& plan, Holds holds) {
  if (plan.variants.empty()) return holds(PreparedFlights(plan).flights);
  return std::all_of(plan.variants.begin(), plan.variants.end(),
                     [&](const Plan& one) { return holds(PreparedFlights(one).flights); });
}

/// The reason why cards cannot fly all samples of a plan; empty if they can.
std::string unsuited_to_cards(const Plan& plan) {
  if (needs_programs(plan)) return "graphics cards run no programs in the loop";
  if (for_all_flights(plan, nvidia::flies_on_card)) return "";
  const auto flies_on = [](const FlightPlan& f) { return !f.events.end_flights; };
  if (!for_all_flights(plan, flies_on)) return "graphics cards fly no events that end flights";
  const auto is_plain = [](const FlightPlan& f) { return !f.multirotor.terms.surface; };
  if (!for_all_flights(plan, is_plain)) return "graphics cards fly no response surfaces";
  const auto has_no_wreck = [](const FlightPlan& f) { return !f.multirotor.terms.wreck_drag; };
  if (!for_all_flights(plan, has_no_wreck)) {
    return "graphics cards fly neither drag_change nor rotor_drag_area_m2 of events";
  }
  const auto is_rigid = [](const FlightPlan& f) { return !f.helicopter.flapping; };
  if (!for_all_flights(plan, is_rigid)) return "graphics cards fly no flapping blades";
  std::vector<std::string> names;
  for (const IntegratorInfo& one : integrators) {
    if (one.stepping == Stepping::lanes) names.emplace_back(one.name);
  }
  return fmt::format(
      "graphics cards have only the integrators {}, and evaluate no controller at every stage",
      join(names, " and "));
}

/// Whether a card is fast enough to make up for starting its driver and compiling the flights. The
/// samples must fill the card, and each processor thread would need at least half a minute.
bool gains_on_card(const Plan& plan, const FlightResources& flown) {
  constexpr std::int64_t fewest_samples = 10000;
  constexpr double fewest_steps = 1e9;  // of a thread
  const double steps = static_cast<double>(flown.samples) * static_cast<double>(plan.time.steps);
  if (flown.samples < fewest_samples || steps < fewest_steps * flown.threads) return false;
  if (needs_programs(plan) || !for_all_flights(plan, nvidia::gains_on_card)) return false;
  return nvidia::trouble_with_cards().empty() && nvidia::cards_are_fast() &&
         for_all_flights(plan, nvidia::is_ready);
}

}  // namespace

KernelChoice choose_kernel(std::string_view name, const Plan& plan, const FlightResources& flown) {
  if (name == "auto") {
    return {gains_on_card(plan, flown) ? montecopter_kernel_nvidia : processor_kernel(), ""};
  }
  if (name != montecopter_kernel_nvidia.name) return {choose_kernel(name), ""};
  std::string trouble = nvidia::trouble_with_cards();
  if (trouble.empty()) trouble = unsuited_to_cards(plan);
  if (trouble.empty()) return {montecopter_kernel_nvidia, ""};
  return {processor_kernel(),
          fmt::format("--lanes nvidia: flying on the processor: {}; the results are the same bits",
                      trouble)};
}
#else
KernelChoice choose_kernel(std::string_view name, const Plan&, const FlightResources&) {
  return {choose_kernel(name), ""};
}
#endif

}  // namespace montecopter
