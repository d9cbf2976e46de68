#pragma once
/// A jump from one place to another: for step responses.

#include <array>
#include <string_view>

#include "dynamics/trajectories/headings/heading.hpp"
#include "dynamics/trajectories/path_form.hpp"

namespace montecopter {

struct StepTrajectory {
  static constexpr std::string_view type_name = "step";
  static constexpr std::string_view doc = "A jump from one place to another";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"step_m", "[1.0, 0.0, 0.0]"},
  });
  static constexpr PathKind path = PathKind::step;
  static constexpr bool has_step_response = true;

  std::array<double, 3> position_m = {0, 0, 0};
  std::array<double, 3> step_m = {required, required, required};
  double time_s = 0.0;
  Heading heading;

  static constexpr auto fields() {
    using T = StepTrajectory;
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("position_m", &T::position_m, "m", path_position, each,
              "Position before the step, NED"),
        field("step_m", &T::step_m, "m", path_position, each,
              "Displacement from the position before the step, NED"),
        field("time_s", &T::time_s, "s", path_time, each, "Time of the step"),
        field("heading", &T::heading, heading_doc),
    };
  }

  void fold_place(PathConstants<double>& c) const {
    c.offset = ned(position_m);
    c.step = ned(step_m);
    c.step_time = time_s;
  }
};

}  // namespace montecopter
