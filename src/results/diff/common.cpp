#include "results/diff/common.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/column_names.hpp"
#include "core/base/index.hpp"
#include "core/base/text.hpp"
#include "record/signals.hpp"
#include "results/diff/location.hpp"
#include "results/diff/statistics.hpp"

namespace montecopter::diff {
namespace {

using record::Dataset;
using record::ResultFile;

/// The elements of a row with these names.
std::vector<double> chosen(const std::vector<double>& row, const std::vector<std::string>& names,
                           const std::vector<std::string>& wanted) {
  std::vector<double> values;
  for (const std::string& name : wanted) {
    values.push_back(row[first_index(names, name)]);
  }
  return values;
}

std::string verdict_text(const Tally& tally, const std::string& what, const std::string& first) {
  if (tally.differing == 0) return fmt::format("all {} {} agree", tally.compared, what);
  return fmt::format("{} of the {} {} differ, the first {}: {} against {}", tally.differing,
                     tally.compared, what, first, tally.first_a, tally.first_b);
}

std::string common_statistics(const ResultFile& file_a, const Dataset& a, const ResultFile& file_b,
                              const Dataset& b, const Tolerance& tolerance, Tally& tally) {
  const auto names_a = statistic_names(file_a, a), names_b = statistic_names(file_b, b);
  std::vector<std::string> common;
  for (const std::string& name : names_a) {
    if (std::find(names_b.begin(), names_b.end(), name) != names_b.end()) common.push_back(name);
  }
  const auto size_a = std::ssize(names_a);
  const auto size_b = std::ssize(names_b);
  const bool same_rows = size_a > 0 && size_b > 0 && a.elements() / size_a == b.elements() / size_b;
  if (common.empty() || !same_rows) return {};
  const auto width = std::ssize(common);
  for (std::int64_t row = 0; row < a.elements() / size_a; ++row) {
    const auto from_a = chosen(file_a.read_f64(a, row * size_a, size_a), names_a, common);
    const auto from_b = chosen(file_b.read_f64(b, row * size_b, size_b), names_b, common);
    add_statistics(tally, common, from_a, from_b, row * width, tolerance);
  }
  const auto first = static_cast<std::size_t>(tally.first_differing.value_or(0) % width);
  return verdict_text(tally, "common statistics", common[first]);
}

bool has_meanings(const Dataset& dataset) {
  return dataset.element == Element::i8 && !dataset.text("flag_meanings").empty();
}

std::string common_codes(const ResultFile& file_a, const Dataset& a, const ResultFile& file_b,
                         const Dataset& b, Tally& tally) {
  if (!has_meanings(a) || !has_meanings(b) || a.shape != b.shape) return {};
  const auto codes_a = file_a.read_f64(a, 0, a.elements());
  const auto codes_b = file_b.read_f64(b, 0, b.elements());
  std::string first;
  for (std::size_t i = 0; i < codes_a.size(); ++i) {
    const std::string in_a = value_text(a, codes_a[i]), in_b = value_text(b, codes_b[i]);
    ++tally.compared;
    if (in_a == in_b) continue;
    ++tally.unequal;
    if (++tally.differing == 1) {
      first = fmt::format(", the first {}: {} against {}",
                          Places(file_a).of(a, static_cast<std::int64_t>(i)).text, in_a, in_b);
    }
  }
  if (tally.differing == 0)
    return fmt::format("all {} values have the same meaning", tally.compared);
  return fmt::format("{} of the {} values have a different meaning{}", tally.differing,
                     tally.compared, first);
}

}  // namespace

std::vector<std::string> statistic_names(const ResultFile& file, const Dataset& dataset) {
  if (dataset.element != Element::f64 || dataset.shape.empty()) return {};
  auto names = record::element_names(file, dataset.dims.back(), dataset.shape.back());
  if (!has_moments(names)) names.clear();
  return names;
}

std::string compare_common(const ResultFile& file_a, const Dataset& a, const ResultFile& file_b,
                           const Dataset& b, const Tolerance& tolerance, Tally& tally) {
  const std::string unit_a = a.text("units"), unit_b = b.text("units");
  if (unit_a != unit_b) return {};
  if (a.name.starts_with(statistics_prefix)) {
    return common_statistics(file_a, a, file_b, b, tolerance, tally);
  }
  return common_codes(file_a, a, file_b, b, tally);
}

}  // namespace montecopter::diff
