#pragma once
/// Margins of one loop, and of several that are broken at once, as functions of frequency
/// responses. Feedback is negative: S = 1/(1 + L) is the sensitivity of a loop L, and T = L/(1 + L)
/// the complementary sensitivity. All is computed from T: L is on the unit circle where Re T = 1/2,
/// and real where T is. The closed loops are stable; margins are by how much a loop may change
/// before the closed loop becomes unstable.

#include <functional>
#include <vector>

#include "dynamics/linear/frequency_response.hpp"

namespace montecopter {

/// A number, and the frequency at which it is taken [rad/s]; infinite and NaN where there is none.
struct AtFrequency {
  double value = 0, rad_s = 0;
};

/// How far a loop may differ from its model: by f = (2 + a d) / (2 - a d), a factor that is any
/// complex number d of the unit disk times a. P. Seiler, A. Packard and P. Gahinet, "An
/// introduction to disk margins", IEEE Control Systems 40 (2020) 78, skew 0.
struct DiskMargin {
  AtFrequency alpha;

  double gain_db() const;    ///< up and down
  double phase_deg() const;  ///< lead and lag
};

struct LoopMargins {
  AtFrequency gain_up_db;     ///< by which the gain may rise
  AtFrequency gain_down_db;   ///< by which it may fall
  AtFrequency phase_deg;      ///< by which the phase may fall or rise, at a crossover
  AtFrequency delay_s;        ///< by which the loop may be late: phase over frequency, the least
  double crossover_rad_s;     ///< the highest frequency at which |L| = 1
  double bandwidth_rad_s;     ///< the highest at which |T| falls below 1/sqrt(2)
  AtFrequency sensitivity;    ///< largest |S|
  AtFrequency complementary;  ///< largest |T|
  DiskMargin disk;

  double gain_db() const {
    return gain_up_db.value < gain_down_db.value ? gain_up_db.value : gain_down_db.value;
  }
};

/// T of a loop by frequency [rad/s].
using LoopResponse = std::function<Complex(double)>;

/// `grid`: ascending frequencies; what lies between two is found where a sign changes or a peak
/// stands between them, and refined to rounding. `ends_real`: the last is the Nyquist frequency of
/// a sampled loop, where T is real.
LoopMargins loop_margins(const LoopResponse& T, const std::vector<double>& grid, bool ends_real);

/// The same with the values of T over the grid at hand.
LoopMargins loop_margins(const LoopResponse& T, const std::vector<double>& grid,
                         const std::vector<Complex>& values, bool ends_real);

/// T of several loops that are broken at once: [loop][loop].
using LoopsResponse = std::function<Eigen::MatrixXcd(double)>;

/// A factor of its own for each loop, all at once: at least that of the largest singular value of
/// S - T, with the loops in units that make it small. (Without this scaling it would change with
/// the units; the structured singular value itself is at most as large.)
DiskMargin disk_margin(const LoopsResponse& T, const std::vector<double>& grid,
                       const std::vector<Eigen::MatrixXcd>& values);

/// Largest singular value.
double largest_singular_value(const Eigen::MatrixXcd& A);

/// Frequencies at which to look at a loop with these poles (eigenvalues per period of a sampled
/// one): evenly over the logarithm from below the slowest pole to the Nyquist frequency or above
/// the fastest pole, and closer around those that are lightly damped.
std::vector<double> frequency_grid(const Eigen::VectorXcd& poles, double period_s);

}  // namespace montecopter
