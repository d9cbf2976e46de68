/// Flies scenarios and prints all that a result file would hold, bit by bit: for programs that have
/// no HDF5 to write one.
///
///   montecopter_flights SCENARIO... [PATH=VALUE...]
///
/// The overrides are for all scenarios. Each is flown by every kernel that this CPU can run. One
/// line per number of a row: "SCENARIO KERNEL ROW COLUMN BYTES", and one for the resolved text.

#include <fmt/format.h>

#include <cfenv>
#include <cstdio>
#include <exception>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ieee.hpp"
#include "plan/plan.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/simulate.hpp"

namespace montecopter {
namespace {

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    fmt::format_to(std::back_inserter(text), "{:02x}", std::to_integer<unsigned>(byte));
  }
  return text;
}

void print_block(const std::string& title, const Layout& layout, const Block& block) {
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    const std::size_t size = layout.row_bytes(layout.columns[c]);
    const std::span<const std::byte> data = block.data[c];
    for (std::size_t row = 0; (row + 1) * size <= data.size(); ++row) {
      fmt::print("{} {} {} {}\n", title, block.rows[0] + static_cast<std::int64_t>(row),
                 layout.columns[c].name, hex(data.subspan(row * size, size)));
    }
  }
}

void fly(const std::string& file, const std::vector<std::string>& overrides) {
  const Plan plan = make_plan(load_scenario(file, overrides));
  fmt::print("{} text - - {}\n", file, hex(std::as_bytes(std::span(plan.layout.resolved_text))));
  std::vector<std::int64_t> rows(static_cast<std::size_t>(plan.layout.samples));
  std::iota(rows.begin(), rows.end(), 0);
  for (const Kernel* kernel : available_kernels()) {
    SimulateOptions options;  // one thread: blocks come in order
    options.kernel = kernel;
    Progress progress;
    simulate(plan, rows, options, progress, [&](const Block& block) {
      print_block(fmt::format("{} {}", file, kernel->name), plan.layout, block);
    });
  }
}

}  // namespace
}  // namespace montecopter

int main(int argc, char** argv) try {
  // What the program has to undo before it computes, in threads that inherit it, too.
  std::fesetround(FE_DOWNWARD);
  montecopter::set_ieee_arithmetic();
  std::vector<std::string> files, overrides;
  for (const std::string& argument : std::vector<std::string>(argv + 1, argv + argc)) {
    (argument.find('=') == std::string::npos ? files : overrides).push_back(argument);
  }
  for (const std::string& file : files) montecopter::fly(file, overrides);
  return std::fflush(stdout) == 0 ? 0 : 6;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
