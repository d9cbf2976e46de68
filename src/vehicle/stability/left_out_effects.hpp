#pragma once
/// Effect on the margins of the filters and delays that an import left out ([imported]).

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "plan/plan.hpp"
#include "vehicle/stability/loop_model.hpp"

namespace montecopter {

/// Reporting limits for the change of a margin.
inline constexpr double most_left_out_deg = 2, most_left_out_db = 0.5;

/// A sampled control law with these filters: on measurements, and on commands. Filters of the
/// derivative act on the difference to `no_derivative`, the same law without derivative gains. They
/// use the bilinear transform, whose frequencies are exact far below half the update rate.
HoverLoop with_left_out(const HoverLoop& loop, const HoverLoop* no_derivative,
                        const std::vector<OmittedSettings>& left_out);

/// Returns one warning if they change a phase margin by more than 2 degrees or a gain margin by
/// more than 0.5 dB, at a point of a sweep. Throws as hover_loop() does; `where`: place of the
/// controller.
std::vector<Problem> left_out_warnings(const Plan& plan, const std::string& where,
                                       std::int64_t point = 0);

}  // namespace montecopter
