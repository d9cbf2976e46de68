#pragma once
/// Options that describe an operation: the numbers of its volumes, and its flight geography.

#include <optional>
#include <string>

#include "command_line.hpp"
#include "scenario/model/scenario.hpp"
#include "vehicle/containment/sora_volumes.hpp"
#include "vehicle/containment/volume_map.hpp"

namespace montecopter::cli {

struct OperationOptions {
  std::string speed, height, dimension, reaction = "1", climb = "5";
  std::optional<std::string> wind, geography, home;
};

/// The numbers as values, or Error(usage).
SoraOperation operation_of(const OperationOptions& request);

/// The place of the origin; a map needs it.
std::optional<Geodetic<double>> home_of(const OperationOptions& request, bool for_map);

/// The flight geography of an option; by default a rectangle around the trajectory of the first
/// `length_s` seconds, or around the start.
Geography geography_of(const OperationOptions& request, const std::optional<Geodetic<double>>& home,
                       const Scenario& scenario, double length_s);

/// All of them. `required`: speed, height and dimension must be given.
Options operation_options(OperationOptions& request, bool required);

}  // namespace montecopter::cli
