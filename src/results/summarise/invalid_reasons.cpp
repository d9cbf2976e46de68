#include "results/summarise/invalid_reasons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <string_view>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/printable.hpp"
#include "plan/invalid_reason.hpp"

namespace montecopter {
namespace {

struct Words {
  InvalidReason reason;
  const char* text;
};

constexpr Words reason_words[] = {
    {InvalidReason::out_of_range, "a drawn input is outside its range"},
    {InvalidReason::environment, "environment.home lies too close to a pole"},
    {InvalidReason::controller_limits, "a lower limit of the controller is not below the upper"},
    {InvalidReason::wind, "the heights or lengths of a wind contradict each other"},
    {InvalidReason::events_mass, "events drop as much mass as the vehicle has"},
    {InvalidReason::battery_voltages, "the empty battery has more voltage than the full one"},
    {InvalidReason::attitude, "the initial attitude is not a unit quaternion"},
    {InvalidReason::contact_step, "the ground is too stiff for the integration step"},
    {InvalidReason::inertia, "no rigid body has these moments of inertia"},
    {InvalidReason::actuator_limits,
     "limits, axes or radii of the actuators contradict each other"},
    {InvalidReason::actuator_step, "motors or servos are too fast for the integration step"},
    {InvalidReason::sensor, "a sensor cannot work with what was drawn for it"},
    {InvalidReason::no_trim, "there is no steady flight at its start within its limits"},
    {InvalidReason::trim_voltage, "the battery does not reach the commands of steady flight"},
};

/// In words, of the name that the file gives it; the name itself, of another version.
std::string text_of(std::string_view name) {
  for (const Words& words : reason_words) {
    if (name == invalid_reason_names[static_cast<std::size_t>(words.reason)]) return words.text;
  }
  const std::string_view suffix = out_of_range_suffix;
  if (!name.ends_with(suffix)) return printable(name);
  name.remove_suffix(suffix.size());
  return printable(without_prefix(std::string(name), input_prefix)) + " is outside its range";
}

/// The samples that have one reason.
struct Counted {
  std::int64_t samples = 0, first = 0;
};

std::map<int, Counted> counts_of(const record::ResultFile& file, const record::Dataset& column,
                                 const Samples& samples) {
  const record::Dataset* numbers = file.find(campaign_sample);
  std::map<int, Counted> counts;
  constexpr std::int64_t piece = 1 << 16;
  for (std::int64_t first = 0; first < column.rows(); first += piece) {
    const auto codes = file.read_rows(column, first, std::min(piece, column.rows() - first));
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const std::int64_t row = first + static_cast<std::int64_t>(i);
      if (samples.status[static_cast<std::size_t>(row)] != Status::invalid_input) continue;
      Counted& counted = counts[std::to_integer<int>(codes[i])];
      if (counted.samples++ > 0) continue;
      counted.first = numbers ? number_of(file.read_f64(*numbers, row, 1).front()) : row;
    }
  }
  return counts;
}

}  // namespace

std::vector<std::string> reason_names(const record::Dataset& column) {
  std::istringstream text(column.text("flag_meanings"));
  return {std::istream_iterator<std::string>(text), {}};
}

std::vector<Problem> invalid_reason_warnings(const record::ResultFile& file,
                                             const Samples& samples) {
  const record::Dataset* column = file.find(invalid_reason_column);
  const auto invalid = samples.counts()[static_cast<std::size_t>(Status::invalid_input)];
  if (column == nullptr || invalid == 0) return {};
  if (column->element != Element::i8 || column->dims.size() != 1 || column->dims[0] != "sample") {
    return {};
  }
  const std::vector<std::string> names = reason_names(*column);
  std::vector<std::string> reasons;
  for (const auto& [code, counted] : counts_of(file, *column, samples)) {
    const auto place = static_cast<std::size_t>(code);
    const std::string text = place < names.size() ? text_of(names[place]) : "the reason is unknown";
    reasons.push_back(counted.samples == invalid
                          ? fmt::format("{} (first: sample {})", text, counted.first)
                          : fmt::format("{} ({}, first: sample {})", text,
                                        montecopter::counted(counted.samples, "sample"),
                                        counted.first));
  }
  return {{.where = file.path(),
           .what = fmt::format("{} of {} cannot fly", invalid, counted(samples.size(), "sample")),
           .why = fmt::format("{}", fmt::join(reasons, "; ")),
           .suggestion = fmt::format("Disperse within what can fly. '{}' in the file has the "
                                     "reason of each",
                                     invalid_reason_column),
           .is_warning = true}};
}

}  // namespace montecopter
