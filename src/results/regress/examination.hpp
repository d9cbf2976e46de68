#pragma once
/// What became of one scenario when it was flown and held against its golden.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace montecopter::regress {

/// From the harmless to the worst.
enum class Verdict {
  same,        ///< every number that the golden holds
  within,      ///< values differ, within the tolerances of the profile
  equivalent,  ///< bits differ, no mean moves beyond its margin (`golden.compare`)
  differs,     ///< values out of tolerance, or a mean that is not shown to be within its margin
  changed,     ///< the scenario is not the one that the golden is of
  missing,     ///< there is no golden
  refused,     ///< the scenario, its golden or its flights are not what can be compared
  broken,      ///< it could not be flown: disk, memory, a crash
};
inline constexpr int verdict_count = 8;

/// "same", "differs", ...
std::string_view verdict_name(Verdict verdict);
/// ok for same, within and equivalent, else no, refused or io.
ExitCode exit_code(Verdict verdict);

struct Examination {
  std::string name;
  Verdict verdict = Verdict::broken;
  std::string worst = {};    ///< in a few words: the worst signal, or why there is no comparison
  std::string details = {};  ///< several lines: the table of `diff`, messages
  std::vector<std::string> changed_keys = {};  ///< "vehicle.mass_kg: 1.0 against 1.1"
  std::string holdings = {};  ///< what the golden has of all flights, in a sentence
  std::vector<std::string> not_compared = {};  ///< of that, what is not there now; in sentences
  std::string diff_json = {};  ///< the report of the comparison, if anything differs
  std::int64_t samples = 0;
  std::int64_t failed = 0;     ///< samples whose status is not ok
  std::string objection = {};  ///< why the flights may not become a golden; empty: they may
  double wall_s = 0;
  std::string before = {};  ///< identity of the golden that is there; empty: there is none
  std::string after = {};   ///< of what this program makes of the flights
  std::string golden = {};  ///< that, encoded, with the history so far

  bool operator==(const Examination&) const = default;
};

/// As one text, for the pipe from the process that flew it.
std::string pack(const Examination& examination);
/// Error(internal) on what pack() cannot have made.
Examination unpack(std::string_view bytes);

}  // namespace montecopter::regress
