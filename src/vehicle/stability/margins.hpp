#pragma once
/// Margins of one loop, and of several loops broken at once, from frequency responses. Feedback is
/// negative: S = 1/(1 + L) is the sensitivity of a loop L, and T = L/(1 + L) the complementary
/// sensitivity. Everything is computed from T: L is on the unit circle where Re T = 1/2, and real
/// where T is. The closed loops are stable; a margin is the change of a loop at which the closed
/// loop becomes unstable.

#include <functional>
#include <vector>

#include "dynamics/linear/frequency_response.hpp"

namespace montecopter {

/// A number, and its frequency [rad/s]; infinite and NaN if there is none.
struct AtFrequency {
  double value = 0, rad_s = 0;
};

/// Disk margin: the loop may differ from its model by f = (2 + a d) / (2 - a d), with any complex
/// number d of the unit disk. P. Seiler, A. Packard and P. Gahinet, "An introduction to disk
/// margins", IEEE Control Systems 40 (2020) 78, skew 0.
struct DiskMargin {
  AtFrequency alpha;

  double gain_db() const;    ///< up and down
  double phase_deg() const;  ///< lead and lag
};

struct LoopMargins {
  AtFrequency gain_up_db;     ///< gain margin upwards
  AtFrequency gain_down_db;   ///< gain margin downwards
  AtFrequency phase_deg;      ///< phase margin, lag or lead, at a crossover
  AtFrequency delay_s;        ///< delay margin: the smallest phase over frequency
  double crossover_rad_s;     ///< the highest frequency at which |L| = 1
  double bandwidth_rad_s;     ///< highest frequency at which |T| falls below 1/sqrt(2)
  AtFrequency sensitivity;    ///< largest |S|
  AtFrequency complementary;  ///< largest |T|
  DiskMargin disk;

  double gain_db() const {
    return gain_up_db.value < gain_down_db.value ? gain_up_db.value : gain_down_db.value;
  }
};

/// Complementary sensitivity T of a loop by frequency [rad/s].
using LoopResponse = std::function<Complex(double)>;

/// Margins of a loop. `grid`: ascending frequencies; sign changes and peaks between them are found
/// and refined to rounding. `ends_real`: the last one is the Nyquist frequency of a sampled loop,
/// where T is real.
LoopMargins loop_margins(const LoopResponse& T, const std::vector<double>& grid, bool ends_real);

/// Margins with known values of T over the grid.
LoopMargins loop_margins(const LoopResponse& T, const std::vector<double>& grid,
                         const std::vector<Complex>& values, bool ends_real);

/// T of several loops broken at once: [loop][loop].
using LoopsResponse = std::function<Eigen::MatrixXcd(double)>;

/// Disk margin with a separate factor for each loop, all at once. It is at least that of the
/// largest singular value of S - T, with the loops in units that make it small. (Without this
/// scaling it would depend on the units; the structured singular value itself is at most as large.)
DiskMargin disk_margin(const LoopsResponse& T, const std::vector<double>& grid,
                       const std::vector<Eigen::MatrixXcd>& values);

/// Largest singular value.
double largest_singular_value(const Eigen::MatrixXcd& A);

/// Frequencies to examine a loop with these poles (eigenvalues per period of a sampled one). They
/// are evenly spaced in the logarithm, from below the slowest pole to the Nyquist frequency or
/// above the fastest pole, and denser around lightly damped poles.
std::vector<double> frequency_grid(const Eigen::VectorXcd& poles, double period_s);

}  // namespace montecopter
