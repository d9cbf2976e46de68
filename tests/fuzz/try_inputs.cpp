/// Tries scenarios and result files, one after another in one process, as the program's commands
/// do: a line of stdin names what and where, a line of stdout says what came of it.
///
///     scenario FILE                  `check`, `vehicle`, and a flight if it is short
///     result FILE GOOD SCENARIO      `stats`, `export`, `diff` with the good one, `run`
///     answer FILE SEED               writes what the fuzz target `result` takes
///
/// Answers: "refused", "planned", "flown", "read", "written", or "finding: ...". Ends by SIGPROF
/// when an input takes more than 10 s of processor time, HDF5's own process left out.

#include <fmt/format.h>
#include <sys/time.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>

#include "core/base/ieee.hpp"
#include "fuzz/finite.hpp"
#include "fuzz/use_result.hpp"
#include "plan/plan.hpp"
#include "record/packing.hpp"
#include "record/writer.hpp"
#include "results/diff/compare.hpp"
#include "results/summarise/summary.hpp"
#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/flights_in_memory.hpp"
#include "simulate/simulate.hpp"
#include "vehicle/performance/vehicle_report.hpp"
#include "vehicle/stability/loop_stability.hpp"
#include "vehicle/stability/sample_margins.hpp"

namespace montecopter::fuzz {
namespace {

constexpr time_t longest_s = 10;

/// Of the processor, from now on.
void allow_seconds(time_t seconds) {
  const struct itimerval timer = {.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
  ::setitimer(ITIMER_PROF, &timer, nullptr);
}

/// What ends in one block, and soon. A controlled integrator may need 100000 steps for one.
bool is_short(const Plan& plan) {
  const bool chooses_steps = is_controlled(*integrator_kind(plan.scenario.integrator.type));
  constexpr double most_block_bytes = 64 << 20;
  return plan.layout.samples <= 64 && plan.block_bytes <= most_block_bytes &&
         plan.time.steps <= (chooses_steps ? 20 : 3000);
}

std::vector<std::int64_t> rows_of(const Plan& plan) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(plan.layout.samples));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

std::string fly(const Plan& plan) {
  const FlightsInMemory flights(plan, choose_kernel("auto"), rows_of(plan));
  for (const Block& block : flights.blocks()) {
    const std::string what = not_finite(plan.layout, block);
    if (!what.empty()) return "finding: ok, but " + what;
  }
  return "flown";
}

/// Runs `work`; a refusal is an answer.
template <class Work>
std::string answer_of(Work work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code() == ExitCode::internal) return std::string("finding: exit 70: ") + error.what();
    return "refused";
  } catch (const std::bad_alloc&) {  // exit 6: "out of memory"
    return "refused";
  } catch (const std::exception& error) {
    return std::string("finding: exit 70: ") + error.what();
  }
}

bool is_finding(const std::string& answer) { return answer.starts_with("finding"); }

std::string try_scenario(const std::string& path) {
  const std::string vehicle = answer_of([&] {
    const VehicleReport report = report_vehicle(load_vehicle(path));
    vehicle_text(report), vehicle_json(report);
    return std::string("reported");
  });
  if (is_finding(vehicle)) return vehicle;
  return answer_of([&]() -> std::string {
    const LoadedScenario loaded = load_scenario(path);
    Plan plan = make_plan(loaded);
    compute_margins(plan);
    loop_warnings(plan, loaded.controller_at);
    return is_short(plan) ? fly(plan) : "planned";
  });
}

/// `run` on the file: what is missing is flown, and afterwards nothing is.
void resume(const std::string& path, const Plan& plan) {
  record::Writer writer = record::Writer::create_or_resume(path, plan.layout, {}, {});
  Progress progress;
  const SimulateOptions options = {.threads = 1, .kernel = &choose_kernel("auto")};
  simulate(plan, writer.missing_rows(), options, progress,
           [&](const Block& block) { writer.write(block); });
  writer.finish(statistics_bytes(summarise(record::ResultFile::open(path))));
  const auto bad = record::ResultFile::open(path).unverified_samples();
  if (!bad.empty()) {
    throw std::runtime_error(fmt::format("{} samples are broken after a run", bad.count()));
  }
}

/// What is made once of the same file.
template <class Value, class Make>
const Value& remembered(const std::string& path, Make make) {
  static std::map<std::string, Value> values;
  const auto known = values.find(path);
  return known != values.end() ? known->second : values.emplace(path, make(path)).first->second;
}

std::string try_result(const std::string& path, const std::string& good,
                       const std::string& scenario) {
  const auto& good_file = remembered<record::ResultFile>(
      good, [](const std::string& name) { return record::ResultFile::open(name); });
  const auto& plan = remembered<Plan>(
      scenario, [](const std::string& name) { return make_plan(load_scenario(name)); });
  const std::string read = answer_of([&]() -> std::string {
    const auto file = record::ResultFile::open(path);
    use(file);
    const diff::Report report = diff::compare(good_file, file, {});
    diff::report_text(report), diff::report_json(report);
    return "read";
  });
  if (is_finding(read)) return read;
  const std::string run = answer_of([&]() -> std::string {
    resume(path, plan);
    return "flown";
  });
  return run == "refused" ? read : run;
}

/// The answer of HDF5's process about a file, and the bytes of its datasets, moved together.
std::string write_answer(const std::string& path, const std::string& seed) {
  const auto file = record::ResultFile::open(path);
  record::Schema schema = file.schema();
  std::string bytes(8, '\0');  // 0 is no place: it marks scales without bytes
  for (record::Dataset& dataset : schema.datasets) {
    if (dataset.scale == record::Scale::bare) continue;
    const auto values = file.read_elements(dataset, 0, dataset.elements());
    dataset.offset = bytes.size();
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size());
  }
  const std::string answer = record::pack(schema);
  const std::uint64_t size = answer.size();
  std::ofstream out(seed, std::ios::binary);
  out.write(reinterpret_cast<const char*>(&size), sizeof size) << answer << bytes;
  return "written";
}

std::string try_line(const std::string& line) {
  std::istringstream words(line);
  std::string what, path, good, scenario;
  words >> what >> path >> good >> scenario;
  if (what == "answer") return write_answer(path, good);
  if (what == "scenario") return try_scenario(path);
  if (what == "result") return try_result(path, good, scenario);
  return "unknown: " + what;
}

}  // namespace
}  // namespace montecopter::fuzz

int main() {
  using namespace montecopter::fuzz;
  montecopter::set_ieee_arithmetic();
  for (std::string line; std::getline(std::cin, line);) {
    allow_seconds(longest_s);
    std::string answer = try_line(line);
    std::replace(answer.begin(), answer.end(), '\n', ' ');
    std::cout << answer << std::endl;  // one at a time: whoever asks waits for it
  }
}
