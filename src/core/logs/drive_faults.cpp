#include "core/logs/drive_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/numerics/angles.hpp"

namespace montecopter::logs {
namespace {

/// Fraction of the rows from which on a rotor reads zero too often.
constexpr double many_rows = 0.01;
/// Commands from 0 to 1, or from -1 of motors that turn both ways; single precision rounds.
constexpr double most_command = 1 + 1e-6;

/// Whether the speeds of a row are 6000 rpm times the commands of some row within `window_s`.
bool has_its_commands(const RecordedSignal& speeds, std::size_t row,
                      const RecordedSignal& commands) {
  constexpr double full_rad_s = 6000 * rad_s_per_rpm, tolerance_rad_s = 8 * rad_s_per_rpm;
  constexpr double window_s = 0.05;
  const std::size_t width = speeds.width();
  const double* speed = &speeds.values[row * width];
  const auto& times = commands.time_s;
  auto at = std::lower_bound(times.begin(), times.end(), speeds.time_s[row] - window_s);
  for (; at != times.end() && *at <= speeds.time_s[row] + window_s; ++at) {
    const double* command = &commands.values[static_cast<std::size_t>(at - times.begin()) * width];
    const bool fits = std::equal(speed, speed + width, command, [&](double w, double u) {
      return std::abs(w - full_rad_s * u) <= tolerance_rad_s;
    });
    if (fits) return true;
  }
  return false;
}

std::string zero_text(const ZeroRotor& zero, std::size_t rows) {
  return fmt::format(
      "rotor_speed of rotor {} is zero in {} of {} rows where others turn: its tachometer drops "
      "out",
      zero.rotor, zero.rows, rows);
}

}  // namespace

std::vector<ZeroRotor> zero_rotors(const RecordedSignal& speeds) {
  const std::size_t rows = speeds.time_s.size(), width = speeds.width();
  std::vector<ZeroRotor> found;
  for (std::size_t r = 0; r < width; ++r) {
    ZeroRotor zero{.rotor = r};
    for (std::size_t row = 0; row < rows; ++row) {
      const double* values = &speeds.values[row * width];
      const bool turns = std::any_of(values, values + width, [](double w) { return w != 0; });
      zero.rows += values[r] == 0 && turns ? 1 : 0;
    }
    const double fraction = static_cast<double>(zero.rows) / static_cast<double>(rows);
    if (fraction >= many_rows) found.push_back(zero);
  }
  return found;
}

bool are_all_zero(const RecordedSignal& speeds) {
  return !speeds.values.empty() &&
         std::all_of(speeds.values.begin(), speeds.values.end(), [](double w) { return w == 0; });
}

bool are_made_of_commands(const RecordedSignal& speeds, const RecordedSignal& commands) {
  constexpr double enough = 0.8;  // of the rows in which motors turn: both may be logged rarely
  if (speeds.width() != commands.width() || !commands.is_share) return false;
  std::size_t turning = 0, made = 0;
  for (std::size_t row = 0; row < speeds.time_s.size(); ++row) {
    const double* speed = &speeds.values[row * speeds.width()];
    if (std::any_of(speed, speed + speeds.width(), [](double w) { return !(w > 0); })) continue;
    ++turning;
    made += has_its_commands(speeds, row, commands) ? 1 : 0;
  }
  constexpr std::size_t fewest = 10;
  return turning >= fewest && static_cast<double>(made) >= enough * static_cast<double>(turning);
}

std::vector<std::string> drive_faults(const RecordedFlight& flight) {
  std::vector<std::string> faults;
  if (const RecordedSignal* speeds = flight.find("rotor_speed")) {
    if (are_all_zero(*speeds)) faults.push_back("rotor_speed is zero in all rows: no rotor turns");
    for (const ZeroRotor& zero : zero_rotors(*speeds))
      faults.push_back(zero_text(zero, speeds->time_s.size()));
  }
  const RecordedSignal* commands = flight.find("command");
  if (commands == nullptr || !commands->is_share) return faults;
  const auto beyond = std::count_if(commands->values.begin(), commands->values.end(),
                                    [](double x) { return std::fabs(x) > most_command; });
  if (beyond > 0)
    faults.push_back(fmt::format("{} of {} commands are beyond the range of the motors, -1 to 1",
                                 beyond, commands->values.size()));
  return faults;
}

}  // namespace montecopter::logs
