#pragma once
/// Learns a tolerance profile from results of one scenario that several builds, versions or
/// machines flew.
///
/// The spread of a signal is the largest difference between any two results. Its tolerance is
/// `margin` times the spread, rounded up to two digits. Statistics follow the tolerance of their
/// metric; a statistic that it does not cover gets its own. At the end, every pair must be the same
/// under the learned profile.

#include <span>
#include <string>
#include <vector>

#include "results/diff/compare.hpp"

namespace montecopter::diff {

inline constexpr double default_margin = 10;

/// A result that the profile was learned from.
struct LearnedFrom {
  std::string path, content_sha256, build, compiler, lanes;
};

struct LearnedSignal {
  std::string name, unit;
  Meaning meaning = Meaning::number;
  double spread_abs = 0;  ///< largest |a - b|; for attitudes the largest angle [rad]
  double spread_rel = 0;  ///< largest |a - b| / max(|a|, |b|); 0 for attitudes
  std::string a, b;       ///< the two results that are farthest apart
  Tolerance tolerance = {};
};

struct LearnedProfile {
  std::string title;  ///< title of the scenario
  double margin = default_margin;
  std::vector<LearnedFrom> files;
  std::vector<LearnedSignal> signals;  ///< signals that differ at all, in file order
};

/// Learns a profile. NotComparable if the scenarios differ. Error(refused) if a result is not
/// finished, or if no tolerance can cover a difference: a status, a shape, NaN against a number.
LearnedProfile learn(std::span<const record::ResultFile> files, double margin);

/// The profile as TOML for load_profile().
std::string profile_text(const LearnedProfile& learned);
std::string learned_json(const LearnedProfile& learned);

}  // namespace montecopter::diff
