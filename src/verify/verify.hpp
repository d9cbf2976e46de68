#pragma once
/// Checks of the program on the machine where it runs: closed forms, conservation laws, orders,
/// known answers, variances and bits.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/border/kernel.hpp"
#include "verify/check.hpp"

namespace montecopter::verify {

class Lab;

/// A group of related checks.
struct Group {
  std::string_view name, doc;
  std::vector<Check> (*run)(const Lab& lab);
};

/// All groups, in the order of their execution.
const std::vector<Group>& groups();
std::vector<std::string> group_names();

struct VerifyOptions {
  std::vector<std::string> groups = {};  ///< by name; empty: all
  const Kernel* kernel = nullptr;        ///< kernel that flies
  int threads = 1;
  /// Called before each group, with its position and the number of groups that run.
  std::function<void(const Group&, int place, int count)> progress = {};
};

struct GroupResult {
  Group group;
  std::vector<Check> checks;
};

/// The groups with these names, each once, in the order of groups(). Throws Error(usage) for an
/// unknown name.
std::vector<Group> choose_groups(const std::vector<std::string>& names);

std::vector<GroupResult> run_checks(const VerifyOptions& options);

}  // namespace montecopter::verify
