#pragma once
/// A comparison for people (tables, sentences, Markdown) and for programs (JSON, JUnit XML).

#include <string>

#include "core/base/json.hpp"
#include "core/base/junit.hpp"
#include "core/base/table.hpp"
#include "results/compare/contrast.hpp"
#include "results/diff/scenario_keys.hpp"

namespace montecopter::compare {

/// The two files that a report is about.
struct Sources {
  const Campaign& a;
  const Campaign& b;
  bool verified = true;  ///< the bytes have been compared with the stored hashes
};

/// The hashes of the controllers' programs, if they differ and no scenario pins them.
std::optional<diff::ProgramDifference> differing_programs(const Sources& sources);

/// Tables and sentences of `width` columns; the largest differences come first. Ends with a
/// newline.
std::string contrast_text(const Contrast& contrast, const Sources& sources,
                          std::size_t width = usual_table_width);
std::string contrast_markdown(const Contrast& contrast, const Sources& sources);
/// The comparison as a JSON object.
Json contrast_json(const Contrast& contrast, const Sources& sources);
/// A JUnit case for each margin and point; it passes if the verdict is equivalent.
JunitSuite contrast_junit(const Contrast& contrast, const Sources& sources);

/// "max_tilt_deg", with " at point 3" in a sweep.
std::string label(const Contrast& contrast, const Sources& sources, const std::string& name,
                  std::size_t point);
/// "undecided: 0.01 m, 90 % interval [-0.02, 0.04], margin 0.03"
std::string margin_text(const Contrast& contrast, const MarginContrast& row);
/// "paired by common random numbers: the first 200 samples of the same seed, 4 drawn inputs the
/// same in both", or why samples are not paired.
std::string pairing_text(const Contrast& contrast);

}  // namespace montecopter::compare
