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
  const char* subjects;  ///< prefixes of the input paths that may cause it
};

constexpr Words reason_words[] = {
    {InvalidReason::out_of_range, "a drawn input is outside its range", ""},
    {InvalidReason::environment, "environment.home lies too close to a pole", "environment.home"},
    {InvalidReason::controller_limits, "a lower limit of the controller is not below the upper",
     "controller"},
    {InvalidReason::wind, "the heights or lengths of a wind contradict each other", "wind"},
    {InvalidReason::events_mass, "events drop the whole mass of the vehicle",
     "vehicle.mass_kg event"},
    {InvalidReason::battery_voltages, "the empty battery has more voltage than the full one",
     "vehicle.battery"},
    {InvalidReason::attitude, "the initial attitude is not a unit quaternion",
     "simulation.initial.attitude"},
    {InvalidReason::contact_step, "the ground is too stiff for the integration step",
     "environment.ground vehicle simulation"},
    {InvalidReason::inertia, "no rigid body has these moments of inertia", "vehicle.inertia_kg_m2"},
    {InvalidReason::actuator_limits, "limits, axes or radii of the actuators contradict each other",
     "vehicle"},
    {InvalidReason::actuator_step, "motors or servos are too fast for the integration step",
     "vehicle simulation"},
    {InvalidReason::sensor, "a sensor cannot work with its drawn values", "sensors"},
    {InvalidReason::no_trim, "no trim exists at the start within the limits of the vehicle", ""},
    {InvalidReason::trim_voltage, "the battery voltage is too low for steady flight", ""},
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

/// A reason in words, and the inputs that may cause it.
struct Reason {
  std::string text, subjects;
};

/// The reason with the name in the file; the name itself if another version wrote it.
Reason reason_of(std::string_view name) {
  for (const Words& words : reason_words) {
    if (name == invalid_reason_names[static_cast<std::size_t>(words.reason)]) {
      return {words.text, words.subjects};
    }
  }
  const std::string_view suffix = out_of_range_suffix;
  if (!name.ends_with(suffix)) return {printable(name), ""};
  name.remove_suffix(suffix.size());
  const std::string input = without_prefix(std::string(name), input_prefix);
  // A factor or an offset is out of range together with the swept value that it changes.
  const bool is_change = input.ends_with(".factor") || input.ends_with(".offset");
  return {printable(input) + " is outside its range",
          is_change ? input.substr(0, input.rfind('.')) : input};
}

/// "vehicle.mass_kg = 0.31, wind.0.to_m_s.x = 4.2": the drawn and swept inputs of a row whose paths
/// begin with one of the subjects.
std::string inputs_text(const record::ResultFile& file, std::int64_t row,
                        const std::string& subjects) {
  constexpr std::size_t most = 8;
  const std::vector<std::string> paths = words_of(subjects);
  std::vector<std::string> inputs;
  for (const record::Dataset& dataset : file.datasets()) {
    if (!dataset.is_root() || !dataset.name.starts_with(input_prefix)) continue;
    const std::string input = without_prefix(dataset.name, input_prefix);
    const auto is_of_input = [&](const std::string& path) { return input.starts_with(path); };
    if (!paths.empty() && std::none_of(paths.begin(), paths.end(), is_of_input)) continue;
    inputs.push_back(
        fmt::format("{} = {}", printable(input), file.read_f64(dataset, row, 1).front()));
  }
  if (inputs.size() > most) {
    const std::size_t more = inputs.size() - most;
    inputs.resize(most);
    inputs.push_back(fmt::format("{} more", more));
  }
  return fmt::format("{}", fmt::join(inputs, ", "));
}

/// Count of the samples with the same reason.
struct ReasonCount {
  std::int64_t samples = 0, first_row = 0, first = 0;
};

std::map<int, ReasonCount> counts_of(const record::ResultFile& file, const record::Dataset& column,
                                     const Samples& samples) {
  const record::Dataset* numbers = file.find(campaign_sample);
  std::map<int, ReasonCount> counts;
  constexpr std::int64_t piece = 1 << 16;
  for (std::int64_t first = 0; first < column.rows(); first += piece) {
    const auto codes = file.read_rows(column, first, std::min(piece, column.rows() - first));
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const std::int64_t row = first + static_cast<std::int64_t>(i);
      if (samples.at_row(row) != Status::invalid_input) continue;
      ReasonCount& count = counts[std::to_integer<int>(codes[i])];
      if (count.samples++ > 0) continue;
      count.first_row = row;
      count.first = numbers ? number_of(file.read_f64(*numbers, row, 1).front()) : row;
    }
  }
  return counts;
}

Reason reason_with_code(const std::vector<std::string>& names, int code) {
  const auto place = static_cast<std::size_t>(code);
  return place < names.size() ? reason_of(names[place]) : Reason{"the reason is unknown", ""};
}

}  // namespace

std::vector<std::string> reason_names(const record::Dataset& column) {
  return words_of(column.text("flag_meanings"));
}

std::string invalid_reason_text(const record::ResultFile& file, std::int64_t row,
                                const std::string& problem) {
  const record::Dataset& column = file.at(invalid_reason_column);
  const int code = std::to_integer<int>(file.read_rows(column, row, 1).front());
  const Reason reason = reason_with_code(reason_names(column), code);
  const std::string inputs = inputs_text(file, row, reason.subjects);
  return fmt::format("{}{}{}", problem.empty() ? reason.text + "." : problem,
                     inputs.empty() ? "" : " Drawn: ", inputs);
}

std::vector<Problem> invalid_reason_warnings(const record::ResultFile& file,
                                             const Samples& samples) {
  const record::Dataset* column = file.find(invalid_reason_column);
  const auto invalid = samples.counts()[Status::invalid_input];
  if (column == nullptr || invalid == 0) return {};
  if (column->element != Element::i8 || column->dims.size() != 1 || column->dims[0] != "sample") {
    return {};
  }
  const std::vector<std::string> names = reason_names(*column);
  std::vector<std::string> reasons;
  for (const auto& [code, count] : counts_of(file, *column, samples)) {
    const Reason reason = reason_with_code(names, code);
    const std::string some =
        count.samples == invalid ? "" : counted(count.samples, "sample") + ", ";
    const std::string inputs = inputs_text(file, count.first_row, reason.subjects);
    reasons.push_back(fmt::format("{} ({}first: sample {}{}{})", reason.text, some, count.first,
                                  inputs.empty() ? "" : ", ", inputs));
  }
  return {{.where = file.path(),
           .what = fmt::format("{} of {} cannot fly", invalid, counted(samples.size(), "sample")),
           .why = fmt::format("{}", fmt::join(reasons, "; ")),
           .suggestion = fmt::format("Narrow the dispersions. '{}' in the file has the reason for "
                                     "each sample",
                                     invalid_reason_column),
           .is_warning = true}};
}

}  // namespace montecopter
