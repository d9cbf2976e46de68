#include "scenario/model/recorded.hpp"

#include <algorithm>
#include <cmath>

#include "core/logs/recorded_flight.hpp"
#include "core/numerics/median.hpp"

namespace montecopter {
namespace {

double usual_interval(const RecordedRows& rows) {
  std::vector<double> intervals;
  for (std::size_t i = 1; i < rows.size(); ++i) intervals.push_back(rows[i][0] - rows[i - 1][0]);
  if (intervals.empty()) return 0;
  return upper_median(intervals);
}

void normalise_attitude(double* q) {
  const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; ++k) q[k] /= norm;
}

}  // namespace

RecordedCourse::RecordedCourse(const RecordedRows& rows)
    : rows_(rows), longest_s_(logs::gap_intervals * usual_interval(rows)) {}

bool RecordedCourse::at(double time_s, double* out) const {
  const auto is_before = [](const std::vector<double>& row, double time) { return row[0] < time; };
  const auto after =
      std::lower_bound(rows_.begin(), rows_.end(), time_s - recorded_rounding_s, is_before);
  if (after == rows_.end()) return false;
  const bool is_attitude = after->size() == 5;
  const double* high = after->data() + 1;
  const std::size_t width = after->size() - 1;
  if ((*after)[0] <= time_s + recorded_rounding_s) {
    std::copy_n(high, width, out);
  } else {
    if (after == rows_.begin()) return false;
    const std::vector<double>& before = *std::prev(after);
    const double* low = before.data() + 1;
    const double interval_s = (*after)[0] - before[0];
    if (interval_s > longest_s_) return false;
    double same = 0;  // q and -q are the same rotation
    for (std::size_t k = 0; k < width; ++k) same = std::fma(low[k], high[k], same);
    const double side = is_attitude && same < 0 ? -1 : 1;
    const double share = (time_s - before[0]) / interval_s;
    for (std::size_t k = 0; k < width; ++k) {
      out[k] = std::fma(share, side * high[k] - low[k], low[k]);
    }
  }
  if (is_attitude) normalise_attitude(out);
  return true;
}

}  // namespace montecopter
