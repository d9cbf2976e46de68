#pragma once
/// Margins of a loop on a grid of frequencies, for a search that examines many gains of one control
/// law on one vehicle. The vehicle with hold, delay and age of what is measured answers its
/// commands in the same way for all gains, so this is computed once; a control law costs a fiftieth
/// of commanded_loops(). Margins are within some percent of these; between two frequencies they are
/// interpolated.

#include <Eigen/Core>
#include <vector>

#include "dynamics/linear/frequency_response.hpp"
#include "vehicle/stability/loop_model.hpp"

namespace montecopter {

/// Margins of a commanded axis with the others closed. Below 0: past the point of instability.
struct ScreenedAxis {
  double phase_deg = 0, gain_db = 0;
  double bandwidth_rad_s = 0;  ///< NaN: it has none; infinite: above the grid
};

class LoopScreen {
 public:
  /// The vehicle and the timing of a loop; its control law does not matter.
  explicit LoopScreen(const HoverLoop& loop);

  /// Screened axes of thrust, roll, pitch and yaw. An axis without feedback has infinite margins.
  std::vector<ScreenedAxis> axes(const LinearLaw& law) const;

 private:
  double period_s_;
  Eigen::MatrixXd shares_;             ///< of commands in axes: [axis][command]
  std::vector<double> grid_;           ///< rad/s, ascending
  std::vector<Eigen::MatrixXcd> out_;  ///< what is measured for each axis: [measured][axis]
};

}  // namespace montecopter
