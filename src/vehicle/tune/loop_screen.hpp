#pragma once
/// Margins of a loop on a grid of frequencies, for a search that examines many gains of one control
/// law on one vehicle. The response of the vehicle with hold, delay and age of measurements is the
/// same for all gains, so it is computed once. A control law costs a fiftieth of commanded_loops().
/// Margins agree with those within some percent; between two frequencies they are interpolated.

#include <Eigen/Core>
#include <vector>

#include "dynamics/linear/frequency_response.hpp"
#include "vehicle/stability/loop_model.hpp"

namespace montecopter {

/// Margins of a commanded axis with the others closed. Below 0: beyond the point of instability.
struct ScreenedAxis {
  double phase_deg = 0, gain_db = 0;
  double bandwidth_rad_s = 0;  ///< NaN: there is none; infinite: above the grid
};

class LoopScreen {
 public:
  /// Takes the vehicle and the timing of a loop; its control law does not matter.
  explicit LoopScreen(const HoverLoop& loop);

  /// Margins of thrust, roll, pitch and yaw. An axis without feedback has infinite margins.
  std::vector<ScreenedAxis> axes(const LinearLaw& law) const;

 private:
  double period_s_;
  Eigen::MatrixXd shares_;             ///< commands to axes: [axis][command]
  std::vector<double> grid_;           ///< rad/s, ascending
  std::vector<Eigen::MatrixXcd> out_;  ///< measurements by axis: [measured][axis]
};

}  // namespace montecopter
