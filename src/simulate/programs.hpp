#pragma once
/// The user's programs in the loop of a flight. A plan flies them only after load_programs().
/// Inspecting a scenario, or taking one from someone else's file, therefore runs nothing.

#include <string>

#include "plan/plan.hpp"
#include "simulate/border/kernel.hpp"

namespace montecopter {

/// Whether the flights of a plan, or of one of its sweep points, call a program.
bool needs_programs(const Plan& plan);

/// Whether flights call a program within this process, that is, a shared library.
bool needs_library(const Plan& plan);

/// Checks that the files of all programs exist and match the scenario. Checks names of parameters
/// against the firmware, as far as they are known. Else throws Error(usage).
/// Loads nothing.
void find_programs(const Plan& plan, const std::string& where);

/// Loads all programs and flies the first sample of each several times: alone, again, and beside
/// itself. `where` is the place of the controller. Throws Error(usage) as find_programs() and
/// load_program() do. Throws Error(refused) if the digests of these flights differ: then a program
/// keeps data outside the memory of a flight. Programs that repeat only in their statistics
/// (is_repeatable()) are exempt.
void load_programs(Plan& plan, const Kernel& kernel, const std::string& where = "controller");

/// Gives a plan the programs that another plan of the same scenario has loaded.
void share_programs(const Plan& from, Plan& to);

/// Throws Error(refused) if a required program has not been loaded.
void require_programs(const Plan& plan);

}  // namespace montecopter
