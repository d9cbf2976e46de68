#include "scenario/files/sweep_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "core/numerics/elementary.hpp"
#include "scenario/files/csv_column.hpp"

namespace montecopter {

namespace {

constexpr std::array<const char*, 6> sources = {"values", "linspace", "geomspace",
                                                "file",   "sets",     "include"};

/// The values of one axis.
class AxisReader {
 public:
  AxisReader(std::string path, SweepAxis& axis, const std::string& base_dir, Report& report)
      : path_(std::move(path)), axis_(axis), base_dir_(base_dir), report_(report) {}

  void read() {
    if (!has_one_source()) return;
    if (is_given("sets") || is_given("include")) return number_sets();
    if (is_given("linspace")) spaced("linspace", axis_.linspace);
    if (is_given("geomspace")) spaced("geomspace", axis_.geomspace);
    if (is_given("file")) read_file();
    if (!report_.clean(path_)) return;
    const std::string where = at(given().front());
    if (axis_.values.empty()) report_.error(where, fmt::format("'{}' has no values", path_));
    check_distinct(where);
    SweepAxis loaded;
    loaded.values = std::move(axis_.values);
    axis_ = std::move(loaded);
  }

 private:
  std::string at(std::string_view key) const { return append_path(path_, key); }
  bool is_given(const char* key) const { return report_.is_written(at(key)); }

  std::vector<std::string> given() const {
    std::vector<std::string> keys;
    for (const char* key : sources) {
      if (is_given(key)) keys.emplace_back(key);
    }
    return keys;
  }

  bool has_one_source() {
    const std::vector<std::string> keys = given();
    if (keys.empty()) {
      report_.error(path_, fmt::format("'{}' has no values", path_), "",
                    "Give values = [...], linspace, geomspace, file, sets or include");
    } else if (keys.size() > 1) {
      report_.error(at(keys[1]), fmt::format("'{}' is given by {}", path_, join(keys)),
                    "each of them gives all values", "Keep one of them");
    } else if (is_given("column") && !is_given("file")) {
      report_.error(at("column"), fmt::format("'{}' is given without a file", at("column")),
                    "it names a column of a CSV file", "Remove it");
    }
    return report_.clean(path_);
  }

  /// The sets themselves have been laid over the scenario (value_sets.hpp).
  void number_sets() {
    if (!report_.clean(path_)) return;
    if (axis_.sets.empty()) {
      report_.error(path_, fmt::format("'{}' has no sets", path_), "",
                    "Give sets.NAME, with tables of the scenario, or include = [\"FILE.toml\"]");
    }
    for (std::size_t k = 0; k < axis_.sets.size(); ++k) {
      axis_.values.push_back(static_cast<double>(k));
    }
  }

  void spaced(const char* key, const std::vector<double>& spacing) {
    const bool geometric = std::string_view(key) == "geomspace";
    const auto fail = [&](std::string what, std::string why = {}) {
      report_.error(at(key), fmt::format("'{}' {}", at(key), what), std::move(why),
                    fmt::format("For example {} = [0.5, 2.0, 5]", key));
    };
    if (spacing.size() != 3) {
      return fail(fmt::format("has {} instead of 3", counted(spacing.size(), "number")),
                  "first, last, count");
    }
    const double first = spacing[0], last = spacing[1], count = spacing[2];
    if (!(count == std::floor(count) && count >= 2 && count <= double{max_sweep_points})) {
      return fail(fmt::format("asks for {}", counted(count, "value")),
                  fmt::format("a whole number from 2 to {}", max_sweep_points));
    }
    if (geometric && !(first > 0 && last > 0) && !(first < 0 && last < 0)) {
      return fail(fmt::format("goes from {} to {}", first, last),
                  "both ends must have the same sign and not be zero");
    }
    if (!std::isnormal(geometric ? last / first : last - first)) {
      return fail(fmt::format("goes from {} to {}", first, last),
                  "the ends are equal, or too far apart for a double");
    }
    const auto n = static_cast<std::int64_t>(count);
    axis_.values = geometric ? equal_ratios(first, last, n) : equal_differences(first, last, n);
  }

  void read_file();

  /// Reports equal values: two points with the same values are the same flights.
  void check_distinct(const std::string& where) {
    std::vector<double> sorted = axis_.values;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice == sorted.end()) return;
    report_.error(where, fmt::format("'{}' has the value {} twice", path_, *twice));
  }

  std::string path_;
  SweepAxis& axis_;
  const std::string& base_dir_;
  Report& report_;
};

void AxisReader::read_file() {
  const auto values =
      read_csv_column({path_, axis_.file, axis_.column, "file of values"}, base_dir_, report_);
  if (values) axis_.values = *values;
}

}  // namespace

std::vector<double> equal_differences(double first, double last, std::int64_t count) {
  const auto steps = static_cast<double>(count - 1);
  const double step = (last - first) / steps;
  std::vector<double> values;
  for (double k = 0; k < steps; ++k) values.push_back(k * step + first);
  values.push_back(last);
  return values;
}

std::vector<double> equal_ratios(double first, double last, std::int64_t count) {
  const auto steps = static_cast<double>(count - 1);
  const double step = montecopter::log(last / first) / steps;
  std::vector<double> values = {first};
  for (double k = 1; k < steps; ++k) values.push_back(first * montecopter::exp(k * step));
  values.push_back(last);
  return values;
}

void read_sweep_values(Sweep& sweep, const std::string& base_dir, Report& report) {
  for (auto& [target, axis] : sweep) {
    const std::string path = append_path("sweep", target);
    if (report.clean(path)) AxisReader(path, axis, base_dir, report).read();
  }
}

}  // namespace montecopter
