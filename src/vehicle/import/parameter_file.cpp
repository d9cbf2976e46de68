#include "vehicle/import/parameter_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/counted.hpp"
#include "core/base/csv.hpp"
#include "core/base/printable.hpp"
#include "core/base/shortened.hpp"
#include "core/base/text.hpp"
#include "vehicle/import/line_problems.hpp"

namespace montecopter {
namespace {

constexpr std::size_t columns = 5;
constexpr const char* wanted_line = "Write 'VEHICLE COMPONENT NAME VALUE TYPE', separated by tabs";
constexpr std::int64_t autopilot = 1;     // MAV_COMP_ID_AUTOPILOT1
constexpr std::size_t longest_name = 16;  // of param_id in MAVLink

/// MAV_PARAM_TYPE: 1 to 8 are integers of 8 to 64 bits, 9 and 10 floats of 32 and 64.
constexpr std::int64_t first_type = 1, last_type = 10, real32 = 9;

std::vector<std::string_view> split_tabs(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t tab = line.find('\t');
    cells.push_back(trim_cell(line.substr(0, tab)));
    if (tab == std::string_view::npos) return cells;
    line.remove_prefix(tab + 1);
  }
}

bool is_name(std::string_view name) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !name.empty() && name.size() <= longest_name &&
         std::all_of(name.begin(), name.end(), fits);
}

/// Decimal value that the digits of a 32-bit float stand for: 0.15 for 0.150000005960464478.
double shortest_of_float(double value) {
  std::array<char, 32> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<float>(value)).ptr;
  return parse_double({digits.data(), static_cast<std::size_t>(end - digits.data())})
      .value_or(value);
}

class ParameterReader {
 public:
  explicit ParameterReader(const std::string& file) : problems_(file) { file_.name = file; }

  ParameterFile read(std::string_view text) {
    text = without_byte_order_mark(text);
    while (!text.empty() && !problems_.are_too_many()) {
      ++line_;
      const std::string_view line = take_csv_line(text);
      const std::string_view trimmed = trim_cell(line);
      if (!trimmed.empty() && trimmed.front() != '#') parameter(line);
    }
    if (file_.parameters.empty() && problems_.are_none()) {
      problems_.of_file("the file has no parameters of an autopilot",
                        "only lines with component id 1 are read", wanted_line);
    }
    problems_.throw_if_any();
    return std::move(file_);
  }

 private:
  void parameter(std::string_view line) {
    const std::vector<std::string_view> cells = split_tabs(line);
    if (cells.size() != columns) {
      const bool has_blanks = cells.size() == 1 && line.find(' ') != std::string_view::npos;
      return error(fmt::format("the line has {}, not {}", counted(cells.size(), "column"), columns),
                   has_blanks ? "blanks separate the columns instead of tabs" : "", wanted_line);
    }
    const auto component = id(cells[1], "component"), vehicle = id(cells[0], "vehicle");
    const auto type = parse_int(cells[4]);
    if (!vehicle || !component) return;
    if (!is_name(cells[2])) {
      return error(fmt::format("{} is not a parameter name", quoted(cells[2])),
                   "names have 1 to 16 letters, digits and _", "");
    }
    if (!type || *type < first_type || *type > last_type) {
      return error(fmt::format("{} is not a parameter type", quoted(cells[4])),
                   "MAV_PARAM_TYPE is 1 to 10: 6 for a whole number, 9 for a float", "");
    }
    const auto value = value_of(cells[3], *type);
    if (!value) return;
    if (*component != autopilot) return leave_out(cells, *vehicle, *component);
    if (is_of_one_vehicle(*vehicle)) keep(cells[2], *value, cells[3]);
  }

  /// Reports the first line of each vehicle other than the first autopilot's.
  bool is_of_one_vehicle(std::int64_t vehicle) {
    if (vehicle_lines_.empty()) vehicle_ = vehicle;
    const bool is_new = vehicle_lines_.try_emplace(vehicle, line_).second;
    if (vehicle != vehicle_ && is_new) {
      error(fmt::format("this is a parameter of vehicle {}", vehicle),
            fmt::format("line {} belongs to vehicle {}; a file may have one vehicle",
                        vehicle_lines_[vehicle_], vehicle_),
            "Remove the lines of one vehicle");
    }
    return vehicle == vehicle_;
  }

  void leave_out(const std::vector<std::string_view>& cells, std::int64_t vehicle,
                 std::int64_t component) {
    file_.of_others.push_back(
        {std::string(cells[2]), std::string(cells[3]),
         fmt::format("belongs to component {} of vehicle {}, which is not an autopilot", component,
                     vehicle),
         true});
  }

  std::optional<std::int64_t> id(std::string_view cell, const char* of_what) {
    const auto number = parse_int(cell);
    if (number && *number >= 0 && *number <= 255) return number;
    error(fmt::format("{} is not a {} id", quoted(cell), of_what), "ids are 0 to 255", wanted_line);
    return std::nullopt;
  }

  std::optional<double> value_of(std::string_view cell, std::int64_t type) {
    const auto value = parse_double(cell);
    if (!value || !std::isfinite(*value)) {
      error(fmt::format("{} is not a finite number", quoted(cell)), "",
            "Save the parameters again, or correct the value");
      return std::nullopt;
    }
    if (type < real32 && *value != std::floor(*value)) {
      error(fmt::format("{} is not a whole number", quoted(cell)),
            fmt::format("type {} is a whole number", type), "");
      return std::nullopt;
    }
    return type == real32 ? shortest_of_float(*value) : *value;
  }

  void keep(std::string_view name, double value, std::string_view text) {
    const auto [at, is_new] =
        file_.parameters.try_emplace(std::string(name), Parameter{value, std::string(text), line_});
    if (is_new) return;
    error(fmt::format("{} appears twice", name), fmt::format("line {} has it too", at->second.line),
          "Remove one of the lines");
  }

  static std::string quoted(std::string_view cell) {
    return "'" + shortened(printable(cell), 40) + "'";
  }

  void error(std::string what, std::string why, std::string suggestion) {
    problems_.at(line_, std::move(what), std::move(why), std::move(suggestion));
  }

  ParameterFile file_;
  LineProblems problems_;
  std::uint32_t line_ = 0;
  std::int64_t vehicle_ = 0;                             // id of the first autopilot's vehicle
  std::map<std::int64_t, std::uint32_t> vehicle_lines_;  // first line of each
};

}  // namespace

ParameterFile parse_parameters(std::string_view text, const std::string& file_name) {
  return ParameterReader(file_name).read(text);
}

}  // namespace montecopter
