#include "flights/identify/drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/median.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"

namespace montecopter::identify {
namespace {

/// Times closer than this are the same.
constexpr double same_time_s = 1e-9;

/// Reason why this signal cannot drive this vehicle; empty if it can.
std::string obstacle(const logs::RecordedSignal* signal, const Multirotor& vehicle,
                     const std::string& name) {
  if (std::string lack = lack_of(signal, name); !lack.empty()) return lack;
  if (signal->width() != vehicle.rotors.size()) {
    return fmt::format("{} has {} rotors, and the vehicle has {}", name, signal->width(),
                       vehicle.rotors.size());
  }
  if (name == "rotor_speed" && !takes_speed(*vehicle.rotors.front().law)) {
    return "the vehicle's rotor law takes a command, not a speed";
  }
  if (name == "command" && signal->unit != "1") {
    return fmt::format("command is in {}", signal->unit);
  }
  return "";
}

/// Command of a fraction that a ULog records: 0 at `min` and 1 at `max`; for a motor that turns
/// both ways -1 at `min`.
double command_of(double share, double min, double max) {
  if (min >= 0) return std::fma(max - min, share, min);
  return share < 0 ? -min * share : max * share;
}

void commands_of_shares(const Multirotor& vehicle, logs::RecordedSignal& signal) {
  for (std::size_t k = 0; k < signal.values.size(); ++k) {
    double& value = signal.values[k];
    std::visit([&](const auto& motor) { value = command_of(value, motor.min, motor.max); },
               *vehicle.rotors[k % signal.width()].motor);
  }
}

/// Counts values that exceed the limits by more than a thousandth of the range: floats and whole
/// microseconds are rounded. `is_speed`: rotors that turn one way may also stand still.
Outside outside_of(const Multirotor& vehicle, const logs::RecordedSignal& signal, bool is_speed) {
  constexpr double rounding = 1e-3;
  Outside out;
  out.lowest = std::numeric_limits<double>::infinity(), out.highest = -out.lowest;
  for (std::size_t k = 0; k < signal.values.size(); ++k) {
    const double value = signal.values[k];
    if (!std::isfinite(value)) continue;
    ++out.of;
    out.lowest = std::fmin(out.lowest, value), out.highest = std::fmax(out.highest, value);
    std::visit(
        [&](const auto& motor) {
          const double slack = rounding * (motor.max - motor.min);
          const double least = is_speed ? std::fmin(0, motor.min) : motor.min;
          if (value >= least - slack && value <= motor.max + slack) return;
          if (out.values++ == 0) out.least = least, out.most = motor.max;
        },
        *vehicle.rotors[k % signal.width()].motor);
  }
  return out;
}

/// Assigns the values of each motor of the log to its rotor.
void put_in_order(const std::vector<std::size_t>& rotor_of, logs::RecordedSignal& signal) {
  if (rotor_of.empty()) return;
  const std::vector<double> recorded = signal.values;
  for (std::size_t k = 0; k < recorded.size(); ++k) {
    const std::size_t motor = k % signal.width();
    signal.values[k - motor + rotor_of[motor]] = recorded[k];
  }
}

/// Speeds of a rotor this many times above its median are faults of the record: controllers
/// sometimes misread telemetry.
constexpr double spike_at = 4;

/// Speed of each rotor above which a record is a spike. Infinite for a rotor that stands still.
std::vector<double> spike_limits(const logs::RecordedSignal& signal) {
  std::vector<double> limits;
  for (std::size_t r = 0; r < signal.width(); ++r) {
    std::vector<double> sizes;
    for (std::size_t k = r; k < signal.values.size(); k += signal.width()) {
      if (std::isfinite(signal.values[k])) sizes.push_back(std::fabs(signal.values[k]));
    }
    const double middle = sizes.empty() ? 0 : upper_median(sizes);
    limits.push_back(middle > 0 ? spike_at * middle : std::numeric_limits<double>::infinity());
  }
  return limits;
}

/// Removes the rows with a spike, as if they had not been recorded. Returns the number of spikes.
std::size_t remove_spikes(logs::RecordedSignal& signal) {
  const std::vector<double> limits = spike_limits(signal);
  const std::size_t width = signal.width();
  std::size_t spikes = 0, kept = 0;
  for (std::size_t row = 0; row < signal.time_s.size(); ++row) {
    const double* values = &signal.values[row * width];
    std::size_t own = 0;
    for (std::size_t r = 0; r < width; ++r) own += std::fabs(values[r]) > limits[r] ? 1 : 0;
    spikes += own;
    if (own > 0) continue;
    signal.time_s[kept] = signal.time_s[row];
    std::copy(values, values + width, &signal.values[kept++ * width]);
  }
  signal.time_s.resize(kept), signal.values.resize(kept * width);
  return spikes;
}

/// Times at which steps end, from one row to the next.
std::vector<double> ends_between(const Drive& drive, double from_s, double to_s, double delay_s) {
  const std::vector<double>& times = drive.signal.time_s;
  std::vector<double> ends;
  double last = from_s;
  const auto add = [&](double end_s) {
    const double parts = std::ceil((end_s - last) / longest_step_s);
    for (double part = 1; part < parts; ++part) {
      ends.push_back(last + (end_s - last) * (part / parts));
    }
    ends.push_back(last = end_s);
  };
  auto next = std::lower_bound(times.begin(), times.end(), from_s + delay_s);
  for (; next != times.end() && *next - delay_s < to_s - same_time_s; ++next) {
    if (*next - delay_s > last + same_time_s) add(*next - delay_s);
  }
  add(to_s);
  return ends;
}

/// Index of the value that applies at a time of the drive's clock; the last one at the end.
std::size_t index_at(const std::vector<double>& times, double time_s) {
  return count_up_to(times, time_s + same_time_s) - 1;
}

/// Fills one step that starts at a time; false in a gap.
bool fill(const Drive& drive, double time_s, double longest_s, DriveStep& step) {
  const logs::RecordedSignal& signal = drive.signal;
  const std::vector<double>& times = signal.time_s;
  if (time_s < times.front() - same_time_s) return false;
  const std::size_t i = index_at(times, time_s), width = signal.width();
  const bool is_last = i + 1 == times.size();
  // The last value holds for one more interval.
  const double interval_s = is_last ? longest_s / logs::gap_intervals : times[i + 1] - times[i];
  if (interval_s > longest_s || time_s + step.length_s > times[i] + interval_s + same_time_s)
    return false;
  for (std::size_t r = 0; r < width; ++r) {
    const double now = signal.values[i * width + r];
    const double next = is_last ? now : signal.values[(i + 1) * width + r];
    if (!std::isfinite(now) || !std::isfinite(next)) return false;
    const double slope = drive.between == Interpolation::hold ? 0.0 : (next - now) / interval_s;
    step.from[r] = std::fma(slope, time_s - times[i], now);
    step.slope[r] = slope;
  }
  return true;
}

/// Appends the steps from row k to the next one. If one is in a gap, removes them and returns
/// false.
bool lead_on(const Drive& drive, const Track& track, std::size_t k, double longest_s,
             double delay_s, std::vector<DriveStep>& steps) {
  const std::size_t before = steps.size();
  double time_s = track.time_s[k];
  for (const double end_s : ends_between(drive, time_s, track.time_s[k + 1], delay_s)) {
    DriveStep step;
    step.length_s = end_s - time_s;
    if (!fill(drive, time_s + delay_s, longest_s, step)) {
      steps.resize(before);
      return false;
    }
    steps.push_back(step);
    time_s = end_s;
  }
  return true;
}

}  // namespace

double settling_time_s(DriveKind kind) { return kind == DriveKind::command ? 0.3 : 0.0; }

Drive choose_drive(const logs::RecordedFlight& flight, const Multirotor& vehicle,
                   const std::string& asked, const std::vector<std::size_t>& rotor_of) {
  std::string why;
  for (const char* name : {"rotor_speed", "command"}) {
    if (asked != "auto" && asked != name) continue;
    const logs::RecordedSignal* signal = flight.find(name);
    const std::string reason = obstacle(signal, vehicle, name);
    if (reason.empty()) {
      Drive drive;
      const bool is_speed = std::string_view(name) == "rotor_speed";
      drive.kind = is_speed ? DriveKind::rotor_speed : DriveKind::command;
      drive.between = is_speed ? Interpolation::linear : Interpolation::hold;
      drive.signal = *signal;
      put_in_order(rotor_of, drive.signal);
      if (is_speed) drive.spikes = remove_spikes(drive.signal);
      if (!is_speed && drive.signal.is_share) commands_of_shares(vehicle, drive.signal);
      drive.outside = outside_of(vehicle, drive.signal, is_speed);
      return drive;
    }
    why += (why.empty() ? "" : "; ") + reason;
  }
  refuse(flight.path, "the log has no usable rotor speeds or commands: " + why +
                          ". `montecopter log` lists its signals and says how to record more");
}

DriveSchedule schedule(const Drive& drive, Track& track, const logs::RecordedFlight& flight,
                       double delay_s) {
  const double rate_hz = logs::time_quality(drive.signal).rate_hz;
  const double longest_s = logs::gap_intervals / rate_hz;
  DriveSchedule out;
  out.first.assign(track.rows() + 1, 0);
  std::vector<bool> leads(track.rows(), false);
  for (std::size_t k = 0; k < track.rows(); ++k) {
    out.first[k] = out.steps.size();
    if (track.reach[k] > k) leads[k] = lead_on(drive, track, k, longest_s, delay_s, out.steps);
  }
  out.first[track.rows()] = out.steps.size();
  for (std::size_t k = track.rows(); k-- > 0;) track.reach[k] = leads[k] ? track.reach[k + 1] : k;
  if (out.steps.empty()) {
    refuse(flight.path,
           fmt::format("{} has no values while states are recorded", drive.signal.name));
  }
  return out;
}

}  // namespace montecopter::identify
