#include "dynamics/winds/grid_setup.hpp"

#include <algorithm>

#include "core/base/index.hpp"

namespace montecopter {
namespace {

constexpr std::size_t axes = WindGrid::axes;
using Axes = std::array<std::vector<double>, axes>;

std::size_t place_of(const Axes& coordinates, const std::vector<double>& row) {
  std::size_t place = 0;
  for (std::size_t k = 0; k < axes; ++k) {
    const std::vector<double>& c = coordinates[k];
    place = place * c.size() + count_below(c, row[k]);
  }
  return place;
}

std::size_t nodes(const Axes& coordinates) {
  return coordinates[0].size() * coordinates[1].size() * coordinates[2].size();
}

}  // namespace

Axes grid_axes(const WindRows& rows) {
  Axes coordinates;
  for (std::size_t k = 0; k < axes; ++k) {
    std::vector<double>& c = coordinates[k];
    for (const auto& row : rows) c.push_back(row[k] + 0.0);  // -0 is 0
    std::sort(c.begin(), c.end());
    c.erase(std::unique(c.begin(), c.end()), c.end());
  }
  return coordinates;
}

std::optional<GridFault> grid_fault(const WindRows& rows) {
  const Axes coordinates = grid_axes(rows);
  // With more nodes than rows some are missing, and so few rows find one soon; the product of three
  // counts of rows fits.
  const auto place_at = [&](std::size_t i) {
    const std::size_t z = i % coordinates[2].size(), rest = i / coordinates[2].size();
    return std::array{coordinates[0][rest / coordinates[1].size()],
                      coordinates[1][rest % coordinates[1].size()], coordinates[2][z]};
  };
  std::vector<std::size_t> places;
  for (const auto& row : rows) places.push_back(place_of(coordinates, row));
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i > 0 && places[i] == places[i - 1]) return GridFault{place_at(places[i]), false};
    if (places[i] != i) return GridFault{place_at(i), true};
  }
  if (places.size() < nodes(coordinates)) return GridFault{place_at(places.size()), true};
  return std::nullopt;
}

std::vector<double> grid_table(const WindRows& rows) {
  const Axes coordinates = grid_axes(rows);
  std::vector<double> table;
  for (const auto& c : coordinates) table.push_back(static_cast<double>(c.size()));
  for (const auto& c : coordinates) table.insert(table.end(), c.begin(), c.end());
  const std::size_t first = table.size();
  table.resize(first + 3 * nodes(coordinates));
  for (const auto& row : rows) {
    const std::size_t place = first + 3 * place_of(coordinates, row);
    for (std::size_t i = 0; i < 3; ++i) table[place + i] = row[axes + i];
  }
  return table;
}

}  // namespace montecopter
