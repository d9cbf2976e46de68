#pragma once
/// Result files that differ from the sample in one thing.

#include <cstring>
#include <functional>
#include <string>

#include "record/sample_layout.hpp"
#include "results/diff/compare.hpp"

namespace montecopter::testing {

using Mutate = std::function<void(Block&)>;

/// The sample result with its one or more blocks changed before they are written.
inline void write_result(const std::string& path, const Layout& layout, const Mutate& mutate = {},
                         double statistic = 0.5) {
  record::Writer writer = open_writer(path, layout);
  for (const auto& rows : blocks_of(writer.missing_rows())) {
    Block block = make_block(layout, rows);
    if (mutate) mutate(block);
    writer.write(block);
  }
  auto statistics = sample_statistics(layout);
  for (auto& bytes : statistics) std::memcpy(bytes.data(), &statistic, sizeof statistic);
  writer.finish(statistics);
}

inline std::size_t column_index(const Layout& layout, const std::string& name) {
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    if (layout.columns[i].name == name) return i;
  }
  throw std::runtime_error("no column " + name);
}

template <class Value>
Value get(const Block& block, std::size_t column, std::size_t element) {
  Value value;
  std::memcpy(&value, block.data[column].data() + element * sizeof value, sizeof value);
  return value;
}

template <class Value>
void set(Block& block, std::size_t column, std::size_t element, Value value) {
  std::memcpy(block.data[column].data() + element * sizeof value, &value, sizeof value);
}

inline diff::Report compare_files(const std::string& a, const std::string& b,
                                  const diff::CompareOptions& options = {}) {
  return diff::compare(record::ResultFile::open(a), record::ResultFile::open(b), options);
}

inline const diff::SignalReport& signal(const diff::Report& report, const std::string& name) {
  for (const auto& entry : report.signals) {
    if (entry.name == name) return entry;
  }
  throw std::runtime_error("no signal " + name);
}

}  // namespace montecopter::testing
