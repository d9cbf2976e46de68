#pragma once
/// The program proves itself: closed forms, conservation laws, orders, known answers, variances and
/// bits, on the machine where it runs.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/border/kernel.hpp"
#include "verify/check.hpp"

namespace montecopter::verify {

class Lab;

/// Checks that belong together.
struct Group {
  std::string_view name, doc;
  std::vector<Check> (*run)(const Lab& lab);
};

/// All groups, in the order in which they are run.
const std::vector<Group>& groups();
std::vector<std::string> group_names();

struct VerifyOptions {
  std::vector<std::string> groups = {};  ///< by name; empty: all
  const Kernel* kernel = nullptr;        ///< that flies
  int threads = 1;
  /// Called before each group, with its place among those that are run and their number.
  std::function<void(const Group&, int place, int count)> progress = {};
};

struct GroupResult {
  Group group;
  std::vector<Check> checks;
};

/// The groups asked for by these names, each once, in the order of groups(). Throws Error(usage)
/// for a name that is none.
std::vector<Group> choose_groups(const std::vector<std::string>& names);

std::vector<GroupResult> run_checks(const VerifyOptions& options);

}  // namespace montecopter::verify
