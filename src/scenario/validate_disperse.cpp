#include <fmt/format.h>

#include <cmath>
#include <map>

#include "base/text.hpp"
#include "scenario/paths.hpp"
#include "scenario/validate.hpp"

namespace montecopter {

namespace {

/// The largest |z| that a 53-bit uniform gives through the normal inverse CDF is 8.29.
constexpr double largest_normal = 8.3;
/// Beyond this the tail probability of the normal distribution leaves the normal doubles.
constexpr double last_tail_sd = 37;

/// Checks one dispersion: its parameters, and that no draw can leave the range of its target.
class DispersionCheck {
 public:
  DispersionCheck(std::string path, const Range& range, Report& report)
      : path_(std::move(path)), range_(range), report_(report) {}

  void operator()(const FixedDistribution& d) const { inside(d.value, "value"); }

  void operator()(const UniformDistribution& d) const {
    if (!ordered(d.low, d.high)) return;
    inside(d.low, "low");
    inside(d.high, "high");
  }

  void operator()(const NormalDistribution& d) const {
    for (const double end : {d.mean - largest_normal * d.sd, d.mean + largest_normal * d.sd}) {
      if (range_.contains(end)) continue;
      report_.error(path_, fmt::format("a draw may come out as {:.6g}, which is not legal", end),
                    "a normal distribution has no limits",
                    "Use dist = \"truncated_normal\" with low and high");
      return;
    }
  }

  void operator()(const TruncatedNormalDistribution& d) const {
    if (!ordered(d.low, d.high)) return;
    inside(d.low, "low");
    inside(d.high, "high");
    const double nearest = d.low > d.mean ? (d.low - d.mean) / d.sd : (d.mean - d.high) / d.sd;
    const std::string where =
        fmt::format("it lies {:.3g} standard deviations off the mean", nearest);
    if (nearest > last_tail_sd) {
      report_.error(path_, "the interval from low to high holds no probability", where);
    } else if (nearest > 8) {
      report_.warning(path_, "the interval from low to high holds almost no probability", where);
    }
  }

 private:
  bool ordered(double low, double high) const {
    if (low < high) return true;
    report_.error(append_path(path_, "high"), fmt::format("low {} is not below high {}", low, high),
                  "", "Use dist = \"fixed\" for a constant");
    return false;
  }

  void inside(double value, const char* key) const {
    if (range_.contains(value)) return;
    report_.error(append_path(path_, key),
                  fmt::format("{} {} is out of the range of the dispersed number", key, value),
                  fmt::format("that is from {} to {}", range_.low, range_.high));
  }

  std::string path_;
  Range range_;
  Report& report_;
};

}  // namespace

void report_no_number(Scenario& scenario, const std::string& target, const std::string& path,
                      Report& report) {
  // What was not read cannot be addressed; that is not the path's fault.
  const auto components = split_path(target);
  if (components && !report.clean(components->front())) return;
  const bool other_kind = components && report.is_written(target);
  const auto meant = other_kind ? std::nullopt : near_name(target, number_paths(scenario));
  report.error(path, fmt::format("'{}' addresses no number of this scenario", target),
               other_kind ? "whole numbers, rates, texts, lists and tables cannot vary" : "",
               meant ? "Perhaps '" + *meant + "' is meant" : "For example vehicle.mass_kg");
}

void validate_disperse(Scenario& scenario, Report& report) {
  std::map<double*, std::string> taken;
  for (const auto& entry : scenario.disperse) {
    const std::string& target = entry.first;
    const std::string path = append_path("disperse", target);
    if (!report.clean(path)) continue;
    const std::vector<NumberRef> numbers = find_numbers(scenario, target);
    if (numbers.empty()) {
      report_no_number(scenario, target, path, report);
      continue;
    }
    if (numbers.front().vary != Vary::per_sample) {
      report.error(path, fmt::format("'{}' cannot be dispersed", target),
                   "all samples share it, for they share their time grid and layout",
                   numbers.front().vary == Vary::per_batch ? "It can be swept" : "");
      continue;
    }
    for (const NumberRef& number : numbers) {
      const auto first = taken.emplace(number.value, target);
      if (first.second) continue;
      report.error(path, fmt::format("'{}' is dispersed twice", number.path),
                   fmt::format("'{}' addresses it too", first.first->second));
      break;
    }
    std::visit(DispersionCheck(path, numbers.front().range, report), entry.second);
  }
}

}  // namespace montecopter
