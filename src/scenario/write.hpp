#pragma once
/// The canonical text of a scenario.

#include <string>

#include "scenario/model/scenario.hpp"

namespace montecopter {

/// Complete, self-contained TOML: every field in the order of fields(), numbers in the shortest
/// form that reads back as the same bits, nothing included from elsewhere. Loading the text and
/// writing it again gives the same text, so equal texts mean the same scenario.
std::string write_scenario(const Scenario& scenario);

/// Canonical text of the tables of a vehicle and its environment.
std::string write_vehicle(const Vehicle& vehicle, const Environment& environment);

/// The canonical text of a set (ValueSet::text) of the axis `path`, which this scenario has.
std::string write_set(const Scenario& scenario, const std::string& path, const std::string& name);

}  // namespace montecopter
