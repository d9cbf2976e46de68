#include "flights/identify/replay_errors.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.hpp"
#include "core/numerics/quaternion_exp.hpp"

namespace montecopter::identify {
namespace {

struct WindowErrors {
  std::array<double, 4> flown, unchanged;
};

double distance(const double* a, const double* b) {
  const Vec3<double> d = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return std::sqrt(dot(d, d));
}

double angle(const double* a, const double* b) {
  const Quat<double> q_WA = {a[0], a[1], a[2], a[3]}, q_WB = {b[0], b[1], b[2], b[3]};
  const Vec3<double> turn = rotation_vector(product(conjugate(q_WA), q_WB));
  return std::sqrt(dot(turn, turn));
}

BodyState body_of(const RepeatedFlight::State& state) {
  BodyState body;
  std::copy(state.x.begin(), state.x.begin() + rigid_body_size, body.begin());
  return body;
}

/// Errors at each horizon of the window that starts at a row, as far as the track reaches.
void fly_window(const RepeatedFlight& flown, const Track& track, std::size_t start,
                const std::optional<ObservedMotion>& observed, const std::vector<Horizon>& horizons,
                WindowErrors* out) {
  RepeatedFlight::State state = flown.state_at(start);
  Observation known = observed ? observed->rows[start] : Observation{};
  if (observed) displace(state, known.error);
  std::size_t row = start;
  for (std::size_t h = 0; h < horizons.size(); ++h) {
    if (start + horizons[h].rows > track.reach[start]) return;
    for (; row < start + horizons[h].rows; ++row) {
      flown.advance(row, state);
      if (!observed) continue;
      observed->accelerate(state, track.time_s[row + 1] - track.time_s[row], known.lasting);
    }
    out[h] = {differences(body_of(state), track.states[row]),
              differences(track.states[start], track.states[row])};
  }
}

void add(const WindowErrors& window, HorizonErrors& sum) {
  ++sum.windows;
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(window.flown.begin(), window.flown.end(), finite)) {
    ++sum.lost;
    return;
  }
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    QuantityErrors& errors = sum.errors[q];
    errors.rms = std::fma(window.flown[q], window.flown[q], errors.rms);
    errors.mean += window.flown[q];
    errors.unchanged_rms = std::fma(window.unchanged[q], window.unchanged[q], errors.unchanged_rms);
    errors.unchanged_mean += window.unchanged[q];
  }
}

void divide(HorizonErrors& sum) {
  const double count = static_cast<double>(sum.windows - sum.lost);
  for (QuantityErrors& errors : sum.errors) {
    errors.rms = std::sqrt(errors.rms / count);
    errors.mean /= count;
    errors.unchanged_rms = std::sqrt(errors.unchanged_rms / count);
    errors.unchanged_mean /= count;
  }
}

}  // namespace

std::array<double, 4> differences(const BodyState& a, const BodyState& b) {
  return {distance(&a[0], &b[0]), distance(&a[3], &b[3]), angle(&a[6], &b[6]),
          distance(&a[10], &b[10])};
}

std::vector<Horizon> horizons_in_rows(const std::vector<double>& horizons_s, double period_s) {
  std::vector<Horizon> horizons;
  for (const double asked_s : horizons_s) {
    const double rows = std::fmax(1.0, std::floor(asked_s / period_s + 0.5));
    const double length_s = rows * period_s;
    // Within a thousandth of a row it is the requested horizon.
    const bool is_whole = std::fabs(length_s - asked_s) < 1e-3 * period_s;
    horizons.push_back({static_cast<std::size_t>(rows), is_whole ? asked_s : length_s, asked_s});
  }
  std::stable_sort(horizons.begin(), horizons.end(),
                   [](const Horizon& a, const Horizon& b) { return a.rows < b.rows; });
  const auto same = [](const Horizon& a, const Horizon& b) { return a.rows == b.rows; };
  horizons.erase(std::unique(horizons.begin(), horizons.end(), same), horizons.end());
  return horizons;
}

std::vector<HorizonErrors> replay_errors(const RepeatedFlight& flown, const Track& track,
                                         const std::vector<double>& horizons_s,
                                         const std::optional<ObservedMotion>& observed,
                                         int threads) {
  std::vector<HorizonErrors> out;
  const std::vector<Horizon> horizons = horizons_in_rows(horizons_s, track.period_s);
  const std::size_t count = horizons.size();
  std::vector<WindowErrors> windows(track.rows() * count);
  for_each_index(track.rows(), threads, [&](std::size_t start) {
    fly_window(flown, track, start, observed, horizons, &windows[start * count]);
  });
  for (std::size_t h = 0; h < count; ++h) {
    HorizonErrors sum{.horizon_s = horizons[h].length_s, .asked_s = horizons[h].asked_s};
    for (std::size_t start = 0; start < track.rows(); ++start) {
      if (start + horizons[h].rows <= track.reach[start]) add(windows[start * count + h], sum);
    }
    divide(sum);
    out.push_back(sum);
  }
  return out;
}

}  // namespace montecopter::identify
