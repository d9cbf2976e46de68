#pragma once
/// Factors between units of angles, each the nearest double. (std::numbers has pi.)

namespace montecopter {

inline constexpr double rad_per_deg = 0x1.1df46a2529d39p-6;
inline constexpr double deg_per_rad = 0x1.ca5dc1a63c1f8p+5;
inline constexpr double rad_per_turn = 0x1.921fb54442d18p+2;
inline constexpr double rad_s_per_rpm = 0x1.acee9f37bebd5p-4;
inline constexpr double rpm_per_rad_s = 0x1.3193d66ed2bfbp+3;

}  // namespace montecopter
