#include "simulate/recorded_departures.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/numerics/elementary.hpp"

namespace montecopter {
namespace {

double squared_distance(const double* a, const double* b) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum = fma(a[k] - b[k], a[k] - b[k], sum);
  return sum;
}

/// Square of the angle of conj(a) b: 2 atan2(|v|, |w|) with its vector part v and scalar part w.
double squared_angle(const double* a, const double* b) {
  const double w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const double x = a[0] * b[1] - a[1] * b[0] - a[2] * b[3] + a[3] * b[2];
  const double y = a[0] * b[2] - a[2] * b[0] - a[3] * b[1] + a[1] * b[3];
  const double z = a[0] * b[3] - a[3] * b[0] - a[1] * b[2] + a[2] * b[1];
  const double angle = 2.0 * atan2(sqrt(x * x + y * y + z * z), abs(w));
  return angle * angle;
}

using SquaredDifference = double (*)(const double*, const double*);

/// Squared distance between two rows of each quantity. A shape without an entry does not compile.
constexpr auto squared_differences = [] {
  std::array<SquaredDifference, recorded_quantities.size()> all{};
  for (std::size_t place = 0; place < all.size(); ++place) {
    switch (recorded_quantities[place].shape) {
      case SignalShape::vector:
        all[place] = squared_distance;
        break;
      case SignalShape::quaternion:
        all[place] = squared_angle;
        break;
      case SignalShape::number:
      case SignalShape::angles:
      case SignalShape::per_rotor:
      case SignalShape::per_control:
        throw "no distance is defined for this shape";
    }
  }
  return all;
}();

void add(DepartureSums& sums, double square) {
  sums.count += 1;
  sums.squares += square;
  sums.most = std::max(sums.most, square);
}

}  // namespace

RecordedDepartures::RecordedDepartures(const Plan& plan) : output_every_(plan.time.output_every) {
  for (const StepRange& steps : plan.time.windows) {
    windows_.push_back(steps.rows(output_every_));
  }
  if (!plan.scenario.recorded) return;
  const double period_s = static_cast<double>(output_every_) * plan.time.step_s;
  for (std::size_t place = 0; place < recorded_quantities.size(); ++place) {
    const RecordedQuantity& recorded = recorded_quantities[place];
    const RecordedRows& rows = (*plan.scenario.recorded).*recorded.rows;
    if (rows.empty()) continue;
    Quantity quantity = {place, {}, {}};
    const RecordedCourse course(rows);
    std::array<double, 4> values{};
    for (std::int64_t row = 0; row < plan.outputs; ++row) {
      if (!course.at(static_cast<double>(row) * period_s, values.data())) continue;
      quantity.rows.push_back(row);
      quantity.there.insert(quantity.there.end(), values.data(), values.data() + recorded.width);
    }
    quantities_.push_back(std::move(quantity));
  }
}

bool RecordedDepartures::needs(Index signal) const {
  return std::any_of(quantities_.begin(), quantities_.end(), [&](const Quantity& quantity) {
    return std::cmp_equal(recorded_quantities[quantity.place].signal, signal);
  });
}

std::vector<Departures> RecordedDepartures::compute(const LaneIo& flown) const {
  std::vector<Departures> all(1 + windows_.size());
  const std::int64_t flown_rows = flown.steps_flown / output_every_ + 1;
  for (const Quantity& quantity : quantities_) {
    const RecordedQuantity& recorded = recorded_quantities[quantity.place];
    const double* trace = flown.traces[recorded.signal];
    const double* there = quantity.there.data();
    for (const std::int64_t row : quantity.rows) {
      if (row >= flown_rows) break;
      const double* here = trace + static_cast<std::size_t>(row) * recorded.width;
      const double square = squared_differences[quantity.place](here, there);
      there += recorded.width;
      add(all[0][quantity.place], square);
      for (std::size_t w = 0; w < windows_.size(); ++w) {
        if (windows_[w].contains(row)) add(all[1 + w][quantity.place], square);
      }
    }
  }
  return all;
}

}  // namespace montecopter
