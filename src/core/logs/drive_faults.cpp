#include "core/logs/drive_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace montecopter::logs {
namespace {

/// Fraction of the rows from which on a rotor reads zero too often.
constexpr double many_rows = 0.01;
/// Commands from 0 to 1, or from -1 of motors that turn both ways; single precision rounds.
constexpr double most_command = 1 + 1e-6;

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

std::vector<std::string> drive_faults(const RecordedFlight& flight) {
  std::vector<std::string> faults;
  if (const RecordedSignal* speeds = flight.find("rotor_speed")) {
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
