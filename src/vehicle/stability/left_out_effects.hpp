#pragma once
/// What the filters and delays that an import left out ([imported]) would make of the margins.

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "plan/plan.hpp"
#include "vehicle/stability/loop_model.hpp"

namespace montecopter {

/// A margin that differs by more is said.
inline constexpr double most_left_out_deg = 2, most_left_out_db = 0.5;

/// A sampled control law in which they act: filters on what is measured, and on commands; those of
/// the derivative on what `no_derivative` lacks, the same law without derivative gains. By the
/// bilinear transform, whose frequencies are true far below half the rate of the updates.
HoverLoop with_left_out(const HoverLoop& loop, const HoverLoop* no_derivative,
                        const std::vector<OmittedSettings>& left_out);

/// One warning if they change a phase margin by more than 2 degrees or a gain margin by more than
/// 0.5 dB, at a point of a sweep. Throws as hover_loop() does; `where` is the place of the
/// controller.
std::vector<Problem> left_out_warnings(const Plan& plan, const std::string& where,
                                       std::int64_t point = 0);

}  // namespace montecopter
