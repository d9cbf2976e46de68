#pragma once
/// The sections of the page, in their order. Each is made by a source with its name, and listed
/// in sections.cpp.

#include "results/report/section.hpp"

namespace montecopter::report {

/// Verdicts of the requirements at every point of a sweep, and how the samples ended.
std::optional<Section> verdicts_section(const Material& material);

/// Every metric at the shown point: statistics with intervals, and its distribution.
std::optional<Section> metrics_section(const Material& material);

/// Comparison of results: differences, their intervals and their significance.
std::optional<Section> comparison_section(const Material& material);

/// Metrics over the points of a sweep: along one axis as lines, over two as a map.
std::optional<Section> sweep_section(const Material& material);

/// Requirements and p-boxes of metrics over the points of the epistemic inputs.
std::optional<Section> bands_section(const Material& material);

/// Answers of `rare` and `worst` that were given (searches.hpp).
std::optional<Section> searches_section(const Material& material);

/// Signals over time: envelopes of the traced samples at the shown point, and some samples as
/// lines.
std::optional<Section> traces_section(const Material& material);

/// Paths of the traced samples at the shown point: from above, from the side and in space.
std::optional<Section> paths_section(const Material& material);

/// Map of the touchdowns at the shown point, with their ellipse and circles that hold parts of
/// them.
std::optional<Section> touchdowns_section(const Material& material);

/// Sensitivity of metrics to dispersed inputs, at the shown point.
std::optional<Section> sensitivity_section(const Material& material);

/// Noise of the sensors in the scenario, and Allan deviations of readings where all are stored.
std::optional<Section> sensors_section(const Material& material);

/// The vehicle of the scenario: position, thrust direction and spin of its rotors, so that a wrong
/// sign is visible.
std::optional<Section> vehicle_section(const Material& material);

/// Stability margins of the closed loops of the nominal vehicle at hover, computed from the
/// scenario, not from the flights.
std::optional<Section> loops_section(const Material& material);

/// Record behind the numbers, after NASA-STD-7009B: limits of the models, verification, inputs,
/// warnings, unmet criteria, errors and uncertainty, waivers and defects. It says "none" where
/// there is nothing.
std::optional<Section> record_section(const Material& material);

/// The scenario: numbers with their origin from comments, the text as written, and the complete
/// resolved text.
std::optional<Section> scenario_section(const Material& material);

}  // namespace montecopter::report
