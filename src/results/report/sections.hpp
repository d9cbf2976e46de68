#pragma once
/// The sections of the page, in their order: each is made by a source of its name, and listed in
/// sections.cpp.

#include "results/report/section.hpp"

namespace montecopter::report {

/// How the samples ended, and what the requirements of the scenario say of them: at every point of
/// a sweep, worst first in words.
std::optional<Section> verdicts_section(const Material& material);

/// Every metric of the point that is shown: statistics with intervals, and its distribution.
std::optional<Section> metrics_section(const Material& material);

/// Two results: what differs, by how much, and how sure that is.
std::optional<Section> comparison_section(const Material& material);

/// Metrics over the points of a sweep: along one axis as lines, over two as a map.
std::optional<Section> sweep_section(const Material& material);

/// Signals over time: what the traced samples of the point that is shown do, as envelopes, and some
/// of them as lines.
std::optional<Section> traces_section(const Material& material);

/// Where the traced samples of the point that is shown flew: from above, from the side and in
/// space.
std::optional<Section> paths_section(const Material& material);

/// Which dispersed input matters for which metric, at the point that is shown.
std::optional<Section> sensitivity_section(const Material& material);

/// Noise of the sensors by the scenario, and Allan deviations of readings where all are stored.
std::optional<Section> sensors_section(const Material& material);

/// The vehicle as the scenario has it: where its rotors are, which way they push and turn. A wrong
/// sign shows.
std::optional<Section> vehicle_section(const Material& material);

/// Margins of the closed loops at hover, of the nominal vehicle: numbers of the scenario, not of
/// the flights.
std::optional<Section> loops_section(const Material& material);

/// What the numbers rest on, after NASA-STD-7009B: limits of the models, verification, inputs,
/// warnings, unmet criteria, errors and uncertainty, waivers and defects; "none" where there is
/// nothing.
std::optional<Section> record_section(const Material& material);

/// The scenario: numbers with what its text says of where they are from, the text as it was
/// written, and the resolved one, complete.
std::optional<Section> scenario_section(const Material& material);

}  // namespace montecopter::report
