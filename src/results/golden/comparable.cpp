#include "results/golden/comparable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "core/base/counted.hpp"
#include "results/golden/reduce.hpp"
#include "results/golden/selection.hpp"

namespace montecopter::golden {
namespace {

using record::ResultFile;

std::vector<std::int64_t> whole_numbers(const Golden& golden, const char* name) {
  if (!golden.schema.find(name)) return {};
  const std::vector<std::byte>& bytes = golden.bytes_of(name);
  std::vector<std::int64_t> numbers(bytes.size() / sizeof(std::int64_t));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

/// The traces and times that the golden and the reduced result have in common.
Selection common_traces(const Golden& golden, const Golden& reduced) {
  Selection selection = select_like(reduced, as_result(golden, "golden"));
  const std::vector<std::int64_t> here = whole_numbers(reduced, "trace_sample");
  const std::vector<std::int64_t> there = whole_numbers(golden, "trace_sample");
  selection.samples.clear();
  std::set_intersection(here.begin(), here.end(), there.begin(), there.end(),
                        std::back_inserter(selection.samples));
  return selection;
}

/// The line about samples with traces in the golden but not in the result.
std::string missing_traces(const Golden& golden, const Golden& reduced) {
  const std::vector<std::int64_t> here = whole_numbers(reduced, "trace_sample");
  const std::vector<std::int64_t> there = whole_numbers(golden, "trace_sample");
  std::vector<std::int64_t> missing;
  std::set_difference(there.begin(), there.end(), here.begin(), here.end(),
                      std::back_inserter(missing));
  if (missing.empty()) return {};
  return fmt::format("not compared: traces of {} {}, which the result lacks",
                     missing.size() == 1 ? "sample" : "samples", fmt::join(missing, ", "));
}

/// The builds of the program, if another one flew the golden.
std::string other_simulator(const Golden& golden, const ResultFile& result) {
  if (golden.history.empty() || result.build().empty()) return {};
  const std::string& there = golden.history.back().build;
  if (there == result.build()) return {};
  return fmt::format("; montecopter {} flew the golden, montecopter {} the other flights", there,
                     result.build());
}

}  // namespace

std::string holdings(const Golden& golden) {
  const std::vector<std::int64_t> chosen = whole_numbers(golden, chosen_sample_name);
  std::string text = fmt::format(
      "the golden holds digests and status of all {} and all numbers of {} ({})",
      counted(golden.schema.at("sample").rows(), "sample"), chosen.size(), fmt::join(chosen, ", "));
  const record::Dataset* time = golden.schema.find("time");
  const std::size_t traced = whole_numbers(golden, "trace_sample").size();
  if (time && traced > 0) {
    text += fmt::format(", and traces of {} at {} times", traced, time->rows());
  }
  return text;
}

Comparable comparable(const Golden& golden, const std::string& path, const ResultFile& result) {
  const Golden reduced = reduce(result, select_like(golden, result));
  Comparable both{as_result(golden, path),
                  as_result(reduced, result.path()),
                  holdings(golden) + other_simulator(golden, result),
                  {}};
  const std::string missing = missing_traces(golden, reduced);
  if (!missing.empty()) both.not_compared.push_back(missing);
  if (golden.schema.find("trace_sample")) {
    both.golden = as_result(reduce(both.golden, common_traces(golden, reduced)), path);
  }
  return both;
}

}  // namespace montecopter::golden
