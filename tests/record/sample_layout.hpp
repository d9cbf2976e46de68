#pragma once
/// A small result file for tests, and blocks of made-up numbers for it.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "plan/layout.hpp"
#include "record/writer.hpp"

namespace montecopter::testing {

/// A directory that is removed with everything in it.
class TempDir {
 public:
  TempDir() {
    std::string name = (std::filesystem::temp_directory_path() / "montecopter-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary directory");
    path_ = name;
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<long>(bytes.size()));
}

/// `samples` samples with a trace of every `every`-th (0: none).
inline Layout sample_layout(std::int64_t samples = 200, std::int64_t every = 2,
                            std::int64_t times = 50) {
  Layout layout;
  layout.samples = samples;
  for (std::int64_t i = 0; every > 0 && i < samples; i += every) layout.trace_samples.push_back(i);
  Dimension time{.name = "time",
                 .size = times,
                 .coordinates = {},
                 .element = Element::f64,
                 .unit = "s",
                 .long_name = "time of flight"};
  for (std::int64_t i = 0; i < times; ++i)
    time.coordinates.push_back(0.01 * static_cast<double>(i));
  Dimension checkpoint{.name = "checkpoint",
                       .size = 16,
                       .coordinates = {},
                       .element = Element::i64,
                       .unit = "",
                       .long_name = "step"};
  for (int i = 0; i < 16; ++i) checkpoint.coordinates.push_back(10.0 * i);
  const auto plain = [](const char* name, std::int64_t size, const char* words) {
    return Dimension{.name = name,
                     .size = size,
                     .coordinates = {},
                     .element = Element::f64,
                     .unit = "",
                     .long_name = words};
  };
  layout.dimensions = {time, plain("axis", 3, "north, east, down"),
                       plain("quaternion", 4, "w, x, y, z"), checkpoint,
                       plain("statistic", 3, "mean, minimum, maximum")};
  const auto column = [&](const char* name, Element element, Rows rows,
                          std::vector<std::string> dims, const char* unit, const char* frame,
                          const char* words) -> Column& {
    layout.columns.push_back({.name = name,
                              .element = element,
                              .rows = rows,
                              .dims = dims,
                              .unit = unit,
                              .frame = frame,
                              .long_name = words,
                              .attributes = {},
                              .flag_values = {}});
    return layout.columns.back();
  };
  Column& status = column("status", Element::i8, Rows::sample, {}, "", "", "how it ended");
  status.flag_values = {0, 1, 2};
  status.attributes = {{"flag_meanings", "not_run ok diverged"}};
  column("t_end_s", Element::f64, Rows::sample, {}, "s", "", "end").nan_until_written = true;
  column("in_vehicle.mass_kg", Element::f64, Rows::sample, {}, "kg", "", "mass").nan_until_written =
      true;
  column("sweep_point", Element::i64, Rows::sample, {}, "", "", "point of the sweep")
      .number_attributes = {{"grid_shape", {7, 1}}};
  column("digest", Element::u64, Rows::sample, {"checkpoint"}, "", "", "hash of the state");
  column("position", Element::f64, Rows::trace_sample, {"time", "axis"}, "m", "NED", "position");
  column("attitude", Element::f64, Rows::trace_sample, {"time", "quaternion"}, "1", "NED/FRD",
         "attitude");
  column("gust", Element::f32, Rows::trace_sample, {"time"}, "m s-1", "NED", "wind");
  column("stat_t_end_s", Element::f64, Rows::none, {"statistic"}, "s", "", "of t_end_s")
      .nan_until_written = true;
  layout.scenario_text = "name = \"sample\"\n";
  layout.resolved_text = "schema = 1\nname = \"sample\"\nmass_kg = 2.0  # µ\n";
  layout.root_attributes = {{"program", "montecopter"}, {"version", "0.1.0"}, {"seed", "42"}};
  return layout;
}

template <class Value>
void append(std::vector<std::byte>& bytes, Value value) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// One element of a column, the same for everybody who asks.
inline void append_element(std::vector<std::byte>& bytes, const Column& column, std::int64_t row,
                           std::int64_t element) {
  const double value = 0.1 * static_cast<double>(row) + 0.001 * static_cast<double>(element) + 1;
  switch (column.element) {
    case Element::f64:
      return append(bytes, value);
    case Element::f32:
      return append(bytes, static_cast<float>(value));
    case Element::i64:
      return append(bytes, row % 7);
    case Element::u64:
      return append(bytes, static_cast<std::uint64_t>(row * 1000003 + element));
    case Element::i8:
      return append(bytes, std::int8_t{1});
    case Element::u8:
      return append(bytes, std::uint8_t{1});
  }
}

inline Block make_block(const Layout& layout, const std::vector<std::int64_t>& rows) {
  Block block;
  block.rows = rows;
  for (const Column& column : layout.columns) {
    std::vector<std::byte>& bytes = block.data.emplace_back();
    if (column.rows == Rows::none || column.rows == Rows::fixed) continue;
    for (const std::int64_t row : rows) {
      const auto& traced = layout.trace_samples;
      const bool stored =
          column.rows == Rows::sample || std::binary_search(traced.begin(), traced.end(), row);
      for (std::int64_t i = 0; stored && i < layout.row_elements(column); ++i) {
        append_element(bytes, column, row, i);
      }
    }
  }
  return block;
}

/// Rows in groups that share a block of 64.
template <class Rows>
std::vector<std::vector<std::int64_t>> blocks_of(const Rows& rows) {
  std::vector<std::vector<std::int64_t>> blocks;
  for (const std::int64_t row : rows) {
    if (blocks.empty() || blocks.back().front() / block_rows != row / block_rows)
      blocks.push_back({});
    blocks.back().push_back(row);
  }
  return blocks;
}

inline std::vector<std::vector<std::byte>> sample_statistics(const Layout& layout) {
  std::vector<std::vector<std::byte>> statistics;
  for (const Column& column : layout.columns) {
    if (column.rows != Rows::none) continue;
    std::vector<std::byte>& bytes = statistics.emplace_back();
    for (std::int64_t i = 0; i < layout.row_elements(column); ++i) append(bytes, 0.5 + double(i));
  }
  return statistics;
}

inline record::Writer open_writer(const std::string& path, const Layout& layout) {
  return record::Writer::create_or_resume(path, layout, {"host", "build", "g++", "avx2", 2},
                                          {.reproducible = true});
}

/// Flies what is missing and finishes.
inline void complete(const std::string& path, const Layout& layout) {
  record::Writer writer = open_writer(path, layout);
  for (const auto& rows : blocks_of(writer.missing_rows())) writer.write(make_block(layout, rows));
  writer.finish(sample_statistics(layout));
}

}  // namespace montecopter::testing
