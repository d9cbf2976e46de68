/// What a 100 Hz trace of 17 numbers costs, against a bare pwrite of the same bytes.

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "bench.hpp"
#include "plan/plan.hpp"
#include "record/writer.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/simulate.hpp"

namespace montecopter::bench {
namespace {

constexpr std::int64_t samples = 1024;

/// FlightGoggles' quadrotor hovering for 10 s at 1 kHz.
Plan make_case(bool traced) {
  return make_plan(load_scenario(
      std::string(MONTECOPTER_SCENARIOS) + "/examples/flightgoggles-roll-doublet.toml",
      {"integrator.rate_hz=1000", "vehicle.process_noise.rate_hz=1000",
       "simulation.duration_s=10.0", "output.rate_hz=100",
       "monte_carlo.samples=" + std::to_string(samples),
       traced ? "output.traces=\"all\"" : "output.traces=\"none\""}));
}

std::string scratch(const char* name) { return (std::filesystem::current_path() / name).string(); }

void fly(benchmark::State& state, const Plan& plan, bool record, int processors = 0) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(samples));
  std::iota(rows.begin(), rows.end(), std::int64_t{0});
  const SimulateOptions options = {
      .threads = 1, .kernel = &choose_kernel("auto"), .stop = nullptr, .processors = processors};
  const std::string path = scratch("bench-trace.h5");
  for (auto _ : state) {
    Progress progress;
    if (record) {
      state.PauseTiming();
      std::filesystem::remove(path);
      const auto writer = record::Writer::create_or_resume(path, plan.layout, {}, {});
      state.ResumeTiming();
      simulate(plan, rows, options, progress, [&](const Block& block) { writer.write(block); });
    } else {
      simulate(plan, rows, options, progress, [](const Block&) {});
    }
  }
  std::filesystem::remove(path);
}

/// Bytes of the traces, written block by block into a new file of reserved size.
void bare_pwrite(benchmark::State& state, const Plan& plan) {
  std::size_t row_bytes = 0;
  for (const Column& column : plan.layout.columns) {
    if (column.rows == Rows::trace_sample) row_bytes += plan.layout.row_bytes(column);
  }
  const std::size_t block = row_bytes * 64;
  std::vector<char> bytes(block * samples /
                          64);  // all of them: a run has no hot copy of its traces
  const std::string path = scratch("bench-pwrite.bin");
  for (auto _ : state) {
    state.PauseTiming();
    std::filesystem::remove(path);
    const int fd = open(path.c_str(), O_CREAT | O_RDWR, 0644);
    if (fd < 0 || posix_fallocate(fd, 0, static_cast<off_t>(block * samples / 64)) != 0) {
      throw std::runtime_error("cannot make " + path);
    }
    std::iota(bytes.begin(), bytes.end(), char{0});
    state.ResumeTiming();
    for (std::size_t k = 0; k < samples / 64; ++k) {
      if (pwrite(fd, bytes.data() + k * block, block, static_cast<off_t>(k * block)) !=
          static_cast<ssize_t>(block)) {
        throw std::runtime_error("short write");
      }
    }
    state.PauseTiming();
    close(fd);
    state.ResumeTiming();
  }
  std::filesystem::remove(path);
  state.counters["bytes"] = static_cast<double>(block * samples / 64);
}

}  // namespace

void register_trace_benchmarks() {
  using benchmark::RegisterBenchmark;
  RegisterBenchmark("trace/flight alone", [](benchmark::State& s) {
    fly(s, make_case(false), false);
  })->UseRealTime();
  RegisterBenchmark("trace/flight recorded without traces", [](benchmark::State& s) {
    fly(s, make_case(false), true);
  })->UseRealTime();
  RegisterBenchmark("trace/flight recorded at 100 Hz", [](benchmark::State& s) {
    fly(s, make_case(true), true);
  })->UseRealTime();
  RegisterBenchmark("trace/flight recorded at 100 Hz by a thread beside", [](benchmark::State& s) {
    fly(s, make_case(true), true, 2);
  })->UseRealTime();
  RegisterBenchmark("trace/bare pwrite", [](benchmark::State& s) {
    bare_pwrite(s, make_case(true));
  })->UseRealTime();
}

}  // namespace montecopter::bench
