#pragma once
/// Epistemic inputs: numbers with one unknown value, such as the mean of a distribution that few
/// measurements give. They become an axis of sets, whose points try values of them. The aleatory
/// inputs are drawn at each point.
///
/// Where all of them are intervals (`dist = "uniform"`), the points are the middle, the corners if
/// there are enough points, and points that fill the box. Otherwise all points fill the unit cube
/// of the distribution functions. The filling is the additive recurrence of the powers of the
/// generalised golden ratio (M. Roberts, "The unreasonable effectiveness of quasirandom
/// sequences", 2018), which needs no seed.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "scenario/text/report.hpp"

namespace montecopter {

/// Name of the axis of sets.
inline constexpr std::string_view epistemic_axis = "epistemic";
inline constexpr std::size_t usual_epistemic_points = 20;

/// Takes the epistemic inputs and monte_carlo.epistemic_points out of a document by
/// read_document(), and adds the axis.
void turn_epistemic_inputs_into_sets(toml::table& root, Report& report);

/// A number that differs between the sets of an axis, and its value in each, in their order. NaN: a
/// set does not give it.
struct NumberOfSets {
  std::string path;
  std::vector<double> values;
};

/// The numbers of an axis of sets in a resolved scenario, by path.
std::vector<NumberOfSets> numbers_of_sets(const std::string& resolved, const std::string& axis);

/// A point of a sequence that fills the unit cube evenly; point 0 is its middle.
std::vector<double> even_point(std::size_t dimensions, std::size_t number);

}  // namespace montecopter
