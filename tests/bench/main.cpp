/// Runs the benchmarks in one process and ends with the ratios that matter, from medians: machines
/// are noisy, ratios of one run are not.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <string>

#include "bench.hpp"
#include "simulate/dispatch.hpp"

namespace {

/// The usual console table, and the medians besides.
class MedianReporter : public benchmark::ConsoleReporter {
 public:
  struct Median {
    double seconds = 0, rate = 0;
  };
  std::map<std::string, Median> medians;

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.aggregate_name != "median") continue;
      Median& median = medians[run.run_name.function_name];
      median.seconds = run.GetAdjustedRealTime() / benchmark::GetTimeUnitMultiplier(run.time_unit);
      if (run.counters.count("rate") > 0) median.rate = run.counters.at("rate");
    }
  }
};

void print_ratios(const MedianReporter& reporter) {
  using montecopter::bench::flop_per_step;
  const auto rate = [&](const std::string& name) { return reporter.medians.at(name).rate; };
  const auto seconds = [&](const std::string& name) { return reporter.medians.at(name).seconds; };
  const std::string kernel = std::string(montecopter::choose_kernel("auto").name) + "/";
  const double peak = rate("peak/fma [flop]");
  std::printf("\nfma peak                            %8.1f Gflop/s\n", peak / 1e9);
  std::printf(
      "rk4 step                            %8.1f M/s = %.0f %% of the peak (%g flop a step)\n",
      rate(kernel + "rk4 step") / 1e6, 100 * rate(kernel + "rk4 step") * flop_per_step / peak,
      flop_per_step);
  std::printf("rk4 flight with metrics             %8.1f M/s = %.1f x odeint\n",
              rate(kernel + "rk4 flight") / 1e6,
              rate(kernel + "rk4 flight") / rate("rival/odeint rk4"));
  std::printf("rk4 flight + 6 normals per step     %8.1f M/s = %.1f x odeint + std::normal\n",
              rate(kernel + "rk4 flight + 6 normals") / 1e6,
              rate(kernel + "rk4 flight + 6 normals") / rate("rival/odeint rk4 + 6 normals"));
  for (const auto& integrator : montecopter::integrators) {
    const std::string name(integrator.name);
    std::printf("%-23s flight              %8.2f M/s = %.3f x rk4\n", name.c_str(),
                rate("integrator/" + name) / 1e6,
                rate("integrator/" + name) / rate("integrator/rk4"));
  }
  const double trace =
      seconds("trace/flight recorded at 100 Hz") - seconds("trace/flight recorded without traces");
  std::printf("trace of 17 numbers at 100 Hz       %8.1f ms = %.2f x a bare pwrite of its bytes\n",
              1e3 * trace, trace / seconds("trace/bare pwrite"));
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  montecopter::bench::register_kernel_benchmarks();
  montecopter::bench::register_trace_benchmarks();
  MedianReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  try {
    print_ratios(reporter);
  } catch (const std::out_of_range&) {
    std::puts("(no ratios: some benchmarks were filtered out)");
  }
}
