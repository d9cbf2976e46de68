#include "vehicle/import/px4_version.hpp"

#include "core/base/csv.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"

namespace montecopter {
namespace {

/// Version in a comment: "1.16.1" in "# Version: 1.16.1 beta"; empty for another line.
std::string_view version_in(std::string_view line) {
  constexpr std::string_view key = "Version:";
  if (!line.starts_with('#')) return {};
  line = trim_cell(line.substr(1));
  if (!line.starts_with(key)) return {};
  line = trim_cell(line.substr(key.size()));
  if (line.starts_with('v')) line.remove_prefix(1);
  return line.substr(0, line.find_first_not_of("0123456789."));
}

int number_of(std::string_view version) {
  const std::size_t point = version.find('.');
  if (point == std::string_view::npos) return 0;
  const std::string_view rest = version.substr(point + 1);
  const auto major = parse_int(version.substr(0, point)),
             minor = parse_int(rest.substr(0, rest.find('.')));
  if (!major || !minor || *major < 1 || *major > 99 || *minor < 0 || *minor > 99) return 0;
  return static_cast<int>(100 * *major + *minor);
}

/// Parameters that are new in a version, the newest first, or removed in the next one.
struct VersionSign {
  std::string_view name;
  int number;
  const char* because;
};
constexpr VersionSign signs[] = {
    {"MC_YAW_TQ_CUTOFF", 116, "it has MC_YAW_TQ_CUTOFF, new in 1.16"},
    {"IMU_GYRO_NF0_FRQ", 113, "it has IMU_GYRO_NF0_FRQ, new in 1.13"},
    {"CA_ROTOR_COUNT", 113, "it has CA_ROTOR_COUNT, new in 1.13"},
    {"IMU_GYRO_DYN_NF", 112, "it has IMU_GYRO_DYN_NF, which only 1.12 has"},
    {"IMU_DGYRO_CUTOFF", 113, "it has IMU_DGYRO_CUTOFF, and nothing specific to 1.12 or 1.16"},
    {"MC_DTERM_CUTOFF", 110, "it has MC_DTERM_CUTOFF, removed in 1.11"},
};

}  // namespace

Px4Version px4_version(std::string_view text, const ParameterFile& file) {
  text = without_byte_order_mark(text);
  while (!text.empty()) {
    const std::string_view line = trim_cell(take_csv_line(text));
    if (!line.empty() && !line.starts_with('#')) break;
    const std::string_view version = version_in(line);
    if (const int number = number_of(version); number > 0) {
      return {number, std::string(version), ""};
    }
  }
  // Files of updated vehicles keep a notch under its name from before 1.13.
  const bool is_before_113 = file.parameters.count("IMU_GYRO_NF_FREQ") > 0 &&
                             file.parameters.count("IMU_GYRO_NF0_FRQ") == 0 &&
                             file.parameters.count("CA_ROTOR_COUNT") == 0;
  if (is_before_113) return {112, "", "it has IMU_GYRO_NF_FREQ, renamed in 1.13"};
  for (const VersionSign& sign : signs) {
    if (file.parameters.count(std::string(sign.name)) > 0) return {sign.number, "", sign.because};
  }
  return {113, "", "it has no parameter specific to a version"};
}

}  // namespace montecopter
