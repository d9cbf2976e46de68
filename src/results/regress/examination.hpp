#pragma once
/// Result of flying one scenario and comparing it with its golden.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "results/regress/changes.hpp"

namespace montecopter::regress {

/// Verdicts, from harmless to worst.
enum class Verdict {
  same,        ///< every number in the golden is the same
  within,      ///< values differ, within the tolerances of the profile
  equivalent,  ///< bits differ, but all means stay within their margins (`golden.compare`)
  differs,     ///< values out of tolerance, or a mean not shown to be within its margin
  changed,     ///< the scenario differs from the scenario of the golden
  missing,     ///< there is no golden
  refused,     ///< the scenario, its golden or its flights cannot be compared
  broken,      ///< it could not be flown: disk, memory, a crash
};
inline constexpr int verdict_count = 8;

/// "same", "differs", ...
std::string_view verdict_name(Verdict verdict);
/// Exit code: ok for same, within and equivalent, else no, refused or io.
ExitCode exit_code(Verdict verdict);

struct Examination {
  std::string name;
  Verdict verdict = Verdict::broken;
  std::string worst = {};    ///< the worst signal in a few words, or why there is no comparison
  std::string details = {};  ///< several lines: the table of `diff`, or messages
  std::vector<std::string> changed_keys = {};    ///< "vehicle.mass_kg: 1.0 against 1.1"
  std::vector<std::string> permitted_keys = {};  ///< the same for keys that may differ
  /// "FILE:LINE" of each changed key, then of each permitted key; empty where it is not written.
  std::vector<std::string> key_places = {};
  std::vector<std::string> programs = {};  ///< hashes in golden and flights, if they differ
  WhatChanged changes = {};
  std::string holdings = {};  ///< content of the golden, in a sentence
  std::vector<std::string> not_compared =
      {};                      ///< content missing from the new flights, in sentences
  std::string diff_json = {};  ///< report of the comparison, if anything differs
  std::int64_t samples = 0;
  std::int64_t failed = 0;     ///< samples whose status is not ok
  std::string objection = {};  ///< why the flights cannot become a golden; empty if they can
  double wall_s = 0;
  std::string before = {};  ///< identity of the present golden; empty if there is none
  std::string after = {};   ///< identity of the golden made from the new flights
  std::string golden = {};  ///< the new golden, encoded, with the history so far

  bool operator==(const Examination&) const = default;

  /// "program differs (3f2a1b0c4d5e, 9c0d1e2f3a4b)"; empty if it is the same.
  std::string program_text() const;
};

/// The examination as one text, for the pipe from the process that flew it.
std::string pack(const Examination& examination);
/// Inverse of pack(). Error(internal) for a text that pack() cannot have made.
Examination unpack(std::string_view bytes);

}  // namespace montecopter::regress
