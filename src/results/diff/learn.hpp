#pragma once
/// A tolerance profile from results of one scenario that other builds, versions or machines flew.
///
/// The spread of a signal is the largest difference between any two results. Its tolerance is
/// `margin` times the spread, rounded up to two digits. Statistics follow the tolerance of their
/// metric; those that it does not cover get one of their own. At the end every pair is compared
/// under what was learned, and is the same.

#include <span>
#include <string>
#include <vector>

#include "results/diff/compare.hpp"

namespace montecopter::diff {

inline constexpr double default_margin = 10;

/// A result that the profile rests on.
struct LearnedFrom {
  std::string path, content_sha256, build, compiler, lanes;
};

struct LearnedSignal {
  std::string name, unit;
  Meaning meaning = Meaning::number;
  double spread_abs = 0;  ///< largest |a - b|, of attitudes the largest angle [rad]
  double spread_rel = 0;  ///< largest |a - b| / max(|a|, |b|); 0 of attitudes
  std::string a, b;       ///< the two results that are farthest apart
  Tolerance tolerance = {};
};

struct LearnedProfile {
  std::string title;  ///< of the scenario
  double margin = default_margin;
  std::vector<LearnedFrom> files;
  std::vector<LearnedSignal> signals;  ///< that differ at all, in file order
};

/// NotComparable if the results are of different scenarios; Error(refused) if one is not finished,
/// or if they differ in what no tolerance covers: a status, a shape, NaN against a number.
LearnedProfile learn(std::span<const record::ResultFile> files, double margin);

/// The profile as TOML, which load_profile() reads.
std::string profile_text(const LearnedProfile& learned);
std::string learned_json(const LearnedProfile& learned);

}  // namespace montecopter::diff
