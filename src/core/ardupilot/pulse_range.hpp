#pragma once
/// Pulses of a servo output as a speed controller reads them.

#include <cstdint>

namespace montecopter::ardupilot {

/// Pulse widths from stopped to full. 1000 and 2000 us are the firmware's defaults without
/// MOT_PWM_MIN and MOT_PWM_MAX.
struct PulseRange {
  double low_us = 1000, high_us = 2000;

  /// 0 to 1, proportional in between. No pulse at all (0) is a stopped motor.
  double fraction(std::uint16_t pulse_us) const {
    const double part = (pulse_us - low_us) / (high_us - low_us);
    if (!(part > 0)) return 0;
    return part < 1 ? part : 1;
  }
};

}  // namespace montecopter::ardupilot
