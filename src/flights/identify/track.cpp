#include "flights/identify/track.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "core/base/text.hpp"
#include "flights/identify/derived_states.hpp"

namespace montecopter::identify {
namespace {

/// Place of a signal in a BodyState.
struct Part {
  const char* name;
  std::size_t at, width;
};
constexpr std::array<Part, 4> parts = {
    {{"position", 0, 3}, {"velocity", 3, 3}, {"attitude", 6, 4}, {"body_rate", 10, 3}}};

struct Source {
  const logs::RecordedSignal* signal;
  std::size_t at;
  double period_s;
};

double median_interval(const std::vector<double>& time_s) {
  return time_s.size() < 2 ? 0 : logs::median_interval(time_s);
}

/// Interval of gyroscope readings above which the slope of the attitude is preferred [s]: log asks
/// for 50 Hz.
constexpr double slow_gyroscope_s = 1 / (logs::fast_enough * 50);

/// Signals that the log lacks, derived from others.
struct Derived {
  std::optional<logs::RecordedSignal> velocity, body_rate;
  std::vector<std::string> sources;  ///< a sentence for each state: what it is derived from
};

Derived derived_of(const logs::RecordedFlight& flight) {
  Derived derived;
  const logs::RecordedSignal *position = flight.find("position"),
                             *attitude = flight.find("attitude"),
                             *gyroscope = flight.find("imu.gyroscope");
  if (flight.find("velocity") == nullptr && position != nullptr)
    derived.velocity = slope_of_position(*position);
  if (derived.velocity) derived.sources.push_back("velocity is the slope of position");
  if (flight.find("body_rate") != nullptr) return derived;
  if (attitude != nullptr &&
      (gyroscope == nullptr || median_interval(gyroscope->time_s) > slow_gyroscope_s)) {
    derived.body_rate = slope_of_attitude(*attitude);
    if (derived.body_rate) derived.sources.push_back("body_rate is the slope of attitude");
  }
  if (!derived.body_rate && gyroscope != nullptr) {
    derived.body_rate = *gyroscope;
    derived.sources.push_back("body_rate is imu.gyroscope");
  }
  return derived;
}

/// Refuses a log without these signals, and says from what they could be derived.
[[noreturn]] void refuse_missing(const logs::RecordedFlight& flight,
                                 const std::vector<std::string>& missing) {
  std::string remedy;
  for (const std::string& name : missing) {
    if (name == "velocity") remedy += ". Velocity can come from position at 40 Hz or more";
    if (name == "body_rate")
      remedy += ". Body rate can come from imu.gyroscope, or from attitude at 80 Hz or more";
  }
  refuse(flight.path,
         fmt::format("the log has no {} (windows start from recorded states){}. `montecopter log` "
                     "lists its signals",
                     join(missing, " or "), remedy));
}

std::vector<Source> sources_of(const logs::RecordedFlight& flight, const Derived& derived) {
  std::vector<Source> sources;
  std::vector<std::string> missing;
  for (const Part& part : parts) {
    const logs::RecordedSignal* signal = flight.find(part.name);
    if (part.at == 3 && derived.velocity) signal = &*derived.velocity;
    if (part.at == 10 && derived.body_rate) signal = &*derived.body_rate;
    const std::string lack = lack_of(signal, part.name);
    if (lack.empty()) {
      sources.push_back({signal, part.at, median_interval(signal->time_s)});
    } else if (signal != nullptr) {
      refuse(
          flight.path,
          lack + ", and windows start from recorded states. `montecopter log` lists its signals");
    } else if (part.at != 0) {
      missing.push_back(part.name);
    }
  }
  if (!missing.empty()) refuse_missing(flight, missing);
  return sources;
}

/// Flips a quaternion so that the chord to another one takes the shorter way.
void align(double* from, const double* to) {
  double same = 0;
  for (int k = 0; k < 4; ++k) same = std::fma(from[k], to[k], same);
  if (same < 0) std::for_each(from, from + 4, [](double& x) { x = -x; });
}

void normalise(double* q) {
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  std::for_each(q, q + 4, [&](double& x) { x /= length; });
}

bool read_state(const std::vector<Source>& sources, double time_s, BodyState& state) {
  for (const Source& source : sources) {
    const double longest_s = logs::gap_intervals * source.period_s;
    if (!interpolate(*source.signal, longest_s, time_s, &state[source.at])) return false;
  }
  normalise(&state[6]);
  return true;
}

/// Whether a row follows a jump of the clock closely: enough such rows are dropped to make a gap.
bool is_behind_jump(const std::vector<Source>& sources, double time_s, double period_s) {
  const double behind_s = logs::gap_intervals * period_s;
  return std::any_of(sources.begin(), sources.end(), [=](const Source& source) {
    const std::vector<double>& jumps = source.signal->jumps_s;
    return std::any_of(jumps.begin(), jumps.end(), [=](double jump_s) {
      return time_s >= jump_s && time_s < jump_s + behind_s;
    });
  });
}

void find_reach(Track& track) {
  track.period_s = median_interval(track.time_s);
  track.reach.resize(track.rows());
  for (std::size_t k = track.rows(); k-- > 0;) {
    const bool goes_on = k + 1 < track.rows() && track.time_s[k + 1] - track.time_s[k] <=
                                                     logs::gap_intervals * track.period_s;
    track.reach[k] = goes_on ? track.reach[k + 1] : k;
  }
}

}  // namespace

void refuse(const std::string& log, const std::string& what) {
  throw Error(ExitCode::refused, Problem{log, what});
}

std::string lack_of(const logs::RecordedSignal* signal, const std::string& name) {
  if (signal == nullptr) return "the log has no " + name;
  if (signal->time_s.size() > 1) return "";
  return fmt::format(
      "the log has {} at one time only (rows whose times do not increase are left out)", name);
}

bool interpolate(const logs::RecordedSignal& signal, double longest_s, double time_s, double* out) {
  const std::vector<double>& times = signal.time_s;
  const std::size_t width = signal.width(), to = count_below(times, time_s);
  if (to == times.size()) return false;
  const double* high = &signal.values[to * width];
  if (times[to] == time_s) {
    std::copy(high, high + width, out);
  } else {
    const std::vector<double>& jumps = signal.jumps_s;
    const bool jumps_here = std::find(jumps.begin(), jumps.end(), times[to]) != jumps.end();
    if (to == 0 || times[to] - times[to - 1] > longest_s || jumps_here) return false;
    std::copy(high - width, high, out);
    if (signal.name == "attitude") align(out, high);
    const double share = (time_s - times[to - 1]) / (times[to] - times[to - 1]);
    for (std::size_t k = 0; k < width; ++k) out[k] = std::fma(share, high[k] - out[k], out[k]);
  }
  return std::all_of(out, out + width, [](double x) { return std::isfinite(x); });
}

Track make_track(const logs::RecordedFlight& flight, const Span& span) {
  const Derived derived = derived_of(flight);
  const std::vector<Source> sources = sources_of(flight, derived);
  const Source& slowest =
      *std::max_element(sources.begin(), sources.end(),
                        [](const Source& a, const Source& b) { return a.period_s < b.period_s; });
  Track track;
  track.has_position = sources.front().at == 0;
  track.derived = derived.sources;
  for (const double time_s : slowest.signal->time_s) {
    BodyState state{};
    if (time_s < span.from_s || time_s > span.to_s || !read_state(sources, time_s, state)) continue;
    if (is_behind_jump(sources, time_s, slowest.period_s)) continue;
    track.time_s.push_back(time_s);
    track.states.push_back(state);
  }
  find_reach(track);
  const auto goes_on = [](std::size_t last) { return last > 0; };
  if (track.rows() < 2 || std::none_of(track.reach.begin(), track.reach.end(), goes_on)) {
    refuse(flight.path,
           "no two consecutive rows have velocity, attitude and body_rate in the selected part "
           "(--from, --to)");
  }
  return track;
}

}  // namespace montecopter::identify
