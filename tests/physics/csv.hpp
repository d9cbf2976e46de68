#pragma once
/// Tables of numbers under one header line; lines that start with '#' are comments.

#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter {

struct Csv {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;

  bool has(std::string_view name) const { return find(name) < names.size(); }
  double at(std::size_t row, std::string_view name) const {
    const std::size_t column = find(name);
    if (column == names.size()) throw std::out_of_range("no column " + std::string(name));
    return rows.at(row).at(column);
  }

 private:
  std::size_t find(std::string_view name) const {
    std::size_t i = 0;
    while (i < names.size() && names[i] != name) ++i;
    return i;
  }
};

inline double parse_number(std::string_view text) {
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) {
    throw std::runtime_error("not a number: " + std::string(text));
  }
  return value;
}

inline Csv read_csv(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  Csv csv;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream cells(line);
    std::vector<double> row;
    const bool is_header = csv.names.empty();
    for (std::string cell; std::getline(cells, cell, ',');) {
      if (is_header) {
        csv.names.push_back(cell);
      } else {
        row.push_back(parse_number(cell));
      }
    }
    if (!is_header) csv.rows.push_back(std::move(row));
  }
  return csv;
}

/// A file below tests/reference.
inline std::string reference_path(const std::string& name) {
  return std::string(MONTECOPTER_TEST_DATA) + "/reference/" + name;
}

}  // namespace montecopter
