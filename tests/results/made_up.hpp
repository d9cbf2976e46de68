#pragma once
/// Result files of made-up numbers: campaigns whose answers are known in closed form, without
/// flights.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "plan/outcome.hpp"
#include "record/sample_layout.hpp"

namespace montecopter::testing {

/// A column of doubles, one for each sample: "in_...", "m_..." or "req_...".
struct MadeUp {
  std::string name, unit;
  std::function<double(std::int64_t)> value;
};

/// A campaign without traces.
struct MadeUpResult {
  std::int64_t samples = 0;
  std::vector<MadeUp> columns;
  std::function<Status(std::int64_t)> status = [](std::int64_t) { return Status::ok; };

  Layout layout() const {
    const Layout whole = sample_layout(samples, 0);
    Layout layout = whole;
    layout.dimensions = {whole.dimensions[3]};  // checkpoint, of the digest
    layout.columns.clear();
    for (const Column& column : whole.columns) {
      if (column.name == "status" || column.name == "t_end_s" || column.name == "digest") {
        layout.columns.push_back(column);
      }
    }
    for (const MadeUp& one : columns) {
      layout.columns.push_back({.name = one.name,
                                .element = Element::f64,
                                .rows = Rows::sample,
                                .dims = {},
                                .unit = one.unit,
                                .frame = "",
                                .long_name = one.name,
                                .attributes = {},
                                .flag_values = {}});
    }
    return layout;
  }

  Block block(const std::vector<std::int64_t>& rows) const {
    const Layout of = layout();
    Block block = make_block(of, rows);
    for (std::size_t c = 0; c < of.columns.size(); ++c) {
      const std::size_t first = of.columns.size() - columns.size();
      if (of.columns[c].name == "status") {
        block.data[c].clear();
        for (const std::int64_t row : rows) {
          append(block.data[c], static_cast<std::int8_t>(status(row)));
        }
      } else if (c >= first) {
        block.data[c].clear();
        for (const std::int64_t row : rows) append(block.data[c], columns[c - first].value(row));
      }
    }
    return block;
  }

  /// Writes and finishes the file.
  void write(const std::string& path) const {
    record::Writer writer = open_writer(path, layout());
    for (const auto& rows : blocks_of(writer.missing_rows())) writer.write(block(rows));
    writer.finish({});
  }
};

/// Number `i` of a stream of independent uniform numbers (Vigna's splitmix64).
inline double uniform(std::uint64_t stream, std::int64_t i) {
  std::uint64_t z = (stream << 40) + 0x9e3779b97f4a7c15ull * (static_cast<std::uint64_t>(i) + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// Changes one byte of a file.
inline void flip(const std::string& path, std::uint64_t at) {
  std::string bytes = read_file(path);
  bytes.at(at) = static_cast<char>(bytes.at(at) ^ 4);
  write_file(path, bytes);
}

/// Where an element of a column of doubles lies in the file.
inline std::uint64_t place_of(const std::string& path, const std::string& column,
                              std::int64_t row) {
  const record::ResultFile file = record::ResultFile::open(path);
  return file.at(column).offset + static_cast<std::uint64_t>(row) * sizeof(double);
}

}  // namespace montecopter::testing
