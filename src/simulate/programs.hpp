#pragma once
/// Programs of the user's in the loop of a flight. A plan flies them only after load_programs(), so
/// that whoever looks at a scenario, or takes one from a file of others, runs nothing by that.

#include <string>

#include "plan/plan.hpp"
#include "simulate/border/kernel.hpp"

namespace montecopter {

/// Whether the flights of a plan, or of a point of its sweep, ask a program.
bool needs_programs(const Plan& plan);

/// Whether they call a program within this process: a shared library.
bool needs_library(const Plan& plan);

/// Throws Error(usage) unless the files of all of them are there and those that the scenario means.
/// Nothing is loaded.
void find_programs(const Plan& plan, const std::string& where);

/// Loads them, and flies the first sample of each several times: alone, again, and beside itself.
/// `where` is the place of the controller. Throws Error(usage) as find_programs() and
/// load_program() do, and Error(refused) if the digests of these flights differ: then a program
/// keeps something outside of the memory of a flight. Those that are repeatable in statistics only
/// (is_repeatable()) are not held to it.
void load_programs(Plan& plan, const Kernel& kernel, const std::string& where = "controller");

/// Gives a plan those that another plan of the same scenario has loaded.
void share_programs(const Plan& from, Plan& to);

/// Throws Error(refused) if a program that is needed has not been loaded.
void require_programs(const Plan& plan);

}  // namespace montecopter
