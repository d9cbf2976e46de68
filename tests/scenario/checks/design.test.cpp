/// What a design of experiments may say: each rule with a scenario that breaks it, and files of
/// points.

#include <unistd.h>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "scenario/derived/drawn_inputs.hpp"
#include "scenario/write.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

const std::string plain = "samples = 10\n";

std::string with_design(const std::string& keys) { return with(plain, keys + "\n"); }

/// The only complaint about these keys of [monte_carlo].
std::string only(const std::string& keys) {
  const std::string text = complaint(with_design(keys));
  INFO(text);
  CHECK(count_lines(text) == 1);
  return text;
}

class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("montecopter-design-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  void write(const std::string& text) const { std::ofstream(path_ / "points.csv") << text; }
  LoadedScenario load(const std::string& text) const {
    return load_scenario_text(text, "small.toml", path_.string());
  }
  /// Of a file with this text, beside the dispersed mass.
  std::string complaint(const std::string& file, const std::string& keys = "") const {
    write(file);
    try {
      load(with_design("design = \"file\"\nfile = \"points.csv\"\n" + keys));
    } catch (const Error& error) {
      INFO(error.what());
      CHECK(count_lines(error.what()) == 1);
      return error.what();
    }
    return {};
  }

 private:
  std::filesystem::path path_;
};

TEST_CASE("every design is read, written and read again; the random one is not written") {
  for (const char* keys :
       {"samples = 10\ndesign = \"lhs\"", "samples = 12\ndesign = \"lhs\"\nreplicates = 4",
        "samples = 16\ndesign = \"sobol\"", "samples = 16\ndesign = \"sobol\"\nreplicates = 2",
        "samples = 7\ndesign = \"factorial\"\nlevels = 7", "samples = 48\ndesign = \"saltelli\"",
        "samples = 10\ndesign = \"morris\"\nlevels = 4", "samples = 3\ndesign = \"one_at_a_time\"",
        "samples = 4\ndesign = \"one_at_a_time\"\nquantiles = [0.1, 0.2, 0.9]"}) {
    INFO(keys);
    const LoadedScenario loaded = load(with_design(keys));
    CHECK(load(loaded.resolved).resolved == loaded.resolved);
    CHECK(loaded.warnings.empty());
  }
  const std::string before = load(small_scenario).resolved;
  CHECK(load(with_design(plain + "design = \"random\"")).resolved == before);
  for (const char* key : {"design", "replicates", "levels", "quantiles", "file ="}) {
    CHECK_THAT(before, !Contains(key));
  }
}

TEST_CASE("a design has its own keys") {
  CHECK_THAT(only(plain + "design = \"sobo\""),
             Contains("unknown design 'sobo' of 'monte_carlo'. Did you mean 'sobol'? Known: "
                      "random, lhs, sobol, factorial, file, saltelli, morris and one_at_a_time."));
  CHECK_THAT(only(plain + "replicates = 2"),
             Contains("monte_carlo.replicates is given for the design 'random' (it belongs to "
                      "the design lhs or sobol). Remove it, or change monte_carlo.design."));
  CHECK_THAT(only(plain + "design = \"lhs\"\nlevels = 2"),
             Contains("monte_carlo.levels is given for the design 'lhs' (it belongs to the design "
                      "factorial or morris)"));
  CHECK_THAT(only(plain + "design = \"morris\"\nlevels = 4\nquantiles = [0.1]"),
             Contains("monte_carlo.quantiles is given for the design 'morris' (it "
                      "belongs to the design one_at_a_time)"));
  CHECK_THAT(
      only(plain + "design = \"lhs\"\nfile = \"points.csv\""),
      Contains("monte_carlo.file is given for the design 'lhs' (it belongs to the design file)"));
  CHECK_THAT(only(plain + "design = \"file\""),
             Contains("there is no file with the values of the samples. Give monte_carlo.file = "
                      "\"points.csv\"."));
  CHECK_THAT(only(plain + "design = \"factorial\""), Contains("a factorial design needs levels"));
  CHECK_THAT(only(plain + "design = \"lhs\"\nreplicates = 0"), Contains("must be between 1 and"));
}

TEST_CASE("replicates share the samples evenly, and Sobol' points come in powers of two") {
  CHECK_THAT(only(plain + "design = \"lhs\"\nreplicates = 4"),
             Contains("10 samples cannot be divided equally among 4 replicates (each replicate is "
                      "a design of its own, and all have the same size). Take 8 or 12 samples."));
  CHECK_THAT(only(plain + "design = \"sobol\"\nreplicates = 16"), Contains("Take 16 samples."));
  const auto warning = [](const std::string& keys) {
    const std::vector<Problem> found = load(with_design(keys)).warnings;
    REQUIRE(found.size() == 1);
    return found.front().what + ". " + found.front().suggestion;
  };
  CHECK(warning(plain + "design = \"sobol\"") ==
        "10 Sobol' points are not a power of two. Take 8 or 16 samples");
  CHECK(warning("samples = 15\ndesign = \"sobol\"\nreplicates = 5") ==
        "3 Sobol' points in each replicate are not a power of two. Take 10 or 20 samples");
  CHECK(load(with_design("samples = 1\ndesign = \"sobol\"")).warnings.empty());
}

TEST_CASE("a grid has as many samples as combinations") {
  CHECK_THAT(only(plain + "design = \"factorial\"\nlevels = 3"),
             Contains("10 samples for a grid of 3^1 (3 levels of 1 dispersed input). Set "
                      "monte_carlo.samples = 3."));
  // Constants are no inputs, those of share = "each" are one for each number.
  const std::string more =
      "[disperse.\"vehicle.rotors.*.motor.max\"]\ndist = \"uniform\"\nlow = 1900\nhigh = 2000\n"
      "share = \"each\"\n[disperse.\"wind.0.to_m_s.y\"]\ndist = \"fixed\"\nvalue = 1\n";
  const std::string text = with_design("samples = 27\ndesign = \"factorial\"\nlevels = 3") + more;
  CHECK(complaint(text).empty());
  CHECK(dimensions(drawn_inputs(load(text).scenario)) == 3);
  CHECK_THAT(only(plain + "design = \"factorial\"\nlevels = 1000000\n" +
                  "[disperse.\"wind.0.to_m_s.*\"]\ndist = \"uniform\"\nlow = 0\nhigh = 1\nshare = "
                  "\"each\""),
             Contains("Take fewer levels or inputs, or another design"));
}

TEST_CASE("samples that are compared come in whole comparisons") {
  CHECK_THAT(only(plain + "design = \"saltelli\""),
             Contains("10 samples are not a whole number of base points (each has 3). Take 9 or 12 "
                      "samples."));
  CHECK_THAT(
      only("samples = 1\ndesign = \"morris\"\nlevels = 4"),
      Contains("1 sample is not a whole number of trajectories (each has 2). Take 2 samples."));
  CHECK_THAT(only(plain + "design = \"one_at_a_time\"\nquantiles = [0.1, 0.5, 0.9]"),
             Contains("10 samples are not a whole number of repetitions (each has 4). Take 8 or 12 "
                      "samples."));
  const std::vector<Problem> found =
      load(with_design("samples = 9\ndesign = \"saltelli\"")).warnings;
  REQUIRE(found.size() == 1);
  CHECK(found.front().what + ". " + found.front().suggestion ==
        "3 base points are not a power of two. Take 6 or 12 samples");
}

TEST_CASE("designs whose samples are compared refuse what does not suit them") {
  const std::string morris = "samples = 10\ndesign = \"morris\"\n";
  CHECK_THAT(only(morris), Contains("a morris design needs levels. Give monte_carlo.levels = 4"));
  // All at once.
  CHECK_THAT(
      complaint(with_design("samples = 9\ndesign = \"morris\"")),
      Contains("a morris design needs levels") && Contains("not a whole number of trajectories"));
  CHECK_THAT(only(morris + "levels = 5"),
             Contains("a morris design has 5 levels (an input steps by "
                      "half of them, so their number must be even). "
                      "Take 4 or 6."));
  CHECK_THAT(only(morris + "levels = 1"), Contains("Take 2."));
  CHECK_THAT(only(morris + "levels = 0"), Contains("must be between 1 and"));
  const std::string one = "samples = 3\ndesign = \"one_at_a_time\"\n";
  CHECK_THAT(only(one + "quantiles = []"), Contains("there are no quantiles"));
  CHECK_THAT(only(one + "quantiles = [0.9, 0.1]"), Contains("quantiles do not ascend"));
  CHECK_THAT(only(one + "quantiles = [0.1, 0.1]"), Contains("quantiles do not ascend"));
  CHECK_THAT(only(one + "quantiles = [0.1, 1]"), Contains("quantiles"));
  CHECK_THAT(only("samples = 12\ndesign = \"saltelli\"\nreplicates = 2"),
             Contains("(it belongs to the design lhs or sobol)"));
  const auto dispersed = [](const std::string& keys, const std::string& mass) {
    const std::string text =
        complaint(with("dist = \"uniform\"\nlow = 0.9\nhigh = 1.1\n", mass, with_design(keys)));
    INFO(text);
    CHECK(count_lines(text) == 1);
    return text;
  };
  CHECK_THAT(dispersed(morris + "levels = 4", "dist = \"choice\"\nvalues = [1, 1.1]\n"),
             Contains("a morris design needs continuous inputs"));
  CHECK_THAT(dispersed("samples = 3\ndesign = \"saltelli\"",
                       "dist = \"listed\"\nvalues = [1, 1.1, 1.2]\n"),
             Contains("a saltelli design cannot use listed values"));
  CHECK_THAT(dispersed("samples = 3\ndesign = \"saltelli\"", "dist = \"fixed\"\nvalue = 1\n"),
             Contains("a saltelli design needs dispersed inputs, and there are none (nothing is "
                      "dispersed, or only by constants and frozen streams)"));
}

TEST_CASE("Sobol' points have no more dimensions than their tables") {
  std::string text = with_design("samples = 8\ndesign = \"sobol\"");
  // 1223 winds of three components: 3669 inputs, with the mass 3670.
  for (int n = 0; n < 1222; ++n) text += "\n[[wind]]\ntype = \"steady\"\nto_m_s = [0, 0, 0]\n";
  text +=
      "[disperse.\"wind.*.to_m_s.*\"]\ndist = \"uniform\"\nlow = 0\nhigh = 1\nshare = \"each\"\n";
  const std::string said = complaint(text);
  CHECK(count_lines(said) == 1);
  CHECK_THAT(said, Contains("3670 dispersed inputs are too many for Sobol' points (their tables "
                            "have 3667 dimensions). Use design = \"lhs\" or \"random\"."));
}

TEST_CASE("inputs of a Saltelli design have two dimensions of Sobol' points each") {
  std::string text = with_design("samples = 10\ndesign = \"saltelli\"");
  // 612 winds of three components and the mass: 1837 inputs.
  for (int n = 0; n < 611; ++n) text += "\n[[wind]]\ntype = \"steady\"\nto_m_s = [0, 0, 0]\n";
  text +=
      "[disperse.\"wind.*.to_m_s.*\"]\ndist = \"uniform\"\nlow = 0\nhigh = 1\nshare = \"each\"\n";
  const std::string said = complaint(text);
  CHECK(count_lines(said) == 1);
  CHECK_THAT(said, Contains("1837 dispersed inputs are too many for a saltelli design "
                            "(each takes two dimensions of Sobol' points, whose tables "
                            "have 3667)"));
}

TEST_CASE("a file of points becomes listed values, and says how many samples there are") {
  const Folder folder;
  folder.write("wind.0.to_m_s.x, wind.0.to_m_s.y\n1, 2\n3, 4.5\n-1, 0\n\n");
  const LoadedScenario loaded =
      folder.load(with_design("design = \"file\"\nfile = \"points.csv\""));
  CHECK(loaded.scenario.monte_carlo.samples == 3);
  CHECK_THAT(loaded.resolved, Contains("design = \"file\"") &&
                                  Contains("values = [1.0, 3.0, -1.0]") &&
                                  Contains("values = [2.0, 4.5, 0.0]") && !Contains("points.csv"));
  CHECK(load(loaded.resolved).resolved == loaded.resolved);
  CHECK(dimensions(drawn_inputs(loaded.scenario)) == 1);  // the mass, which is drawn
  CHECK(folder.complaint("wind.0.to_m_s.x\n1\n2\n", "samples = 2").empty());
}

TEST_CASE("what is wrong with a file of points is told by its place") {
  const Folder folder;
  CHECK_THAT(folder.complaint("wind.0.to_m_s.x\n1\n2\n", "samples = 3"),
             Contains("3 samples, but 2 rows in the file 'points.csv' (row i is sample i). Remove "
                      "it, or set monte_carlo.samples = 2."));
  CHECK_THAT(folder.complaint("wind.0.to_m_s.q\n1\n"),
             Contains("points.csv:1:1: error: 'wind.0.to_m_s.q' addresses no number"));
  CHECK_THAT(folder.complaint("wind.0.to_m_s.x,vehicle.mas_kg\n1,2\n"),
             Contains("points.csv:1:17: error: ") && Contains("Did you mean 'vehicle.mass_kg'?"));
  CHECK_THAT(folder.complaint("wind.0.to_m_s.x,wind.0.to_m_s.x\n1,2\n"),
             Contains("two columns are named"));
  CHECK_THAT(folder.complaint("vehicle.mass_kg\n1\n"),
             Contains("'vehicle.mass_kg' is in the file and dispersed"));
  CHECK_THAT(folder.complaint("simulation.duration_s\n1\n"), Contains("cannot be dispersed"));
  CHECK_THAT(folder.complaint("vehicle.rotors.0.motor.time_constant_s\n0.02\n-1\n"),
             Contains("points.csv:3:1: error: 'vehicle.rotors.0.motor.time_constant_s' is set to "
                      "-1, which is out of range"));
  CHECK_THAT(folder.complaint("wind.0.to_m_s.x\n1\nx\n"), Contains("points.csv:3:1"));
  CHECK_THAT(folder.complaint("wind.0.to_m_s.x\n1\n1,2\n"), Contains("points.csv:3:1"));
  CHECK_THAT(folder.complaint("wind.0.to_m_s.x\n"), Contains("has 0 rows of 1 number"));
  CHECK_THAT(only("design = \"file\"\nfile = \"none.csv\""),
             Contains("cannot read the file of points"));
}

TEST_CASE("listed values are one for each sample") {
  CHECK_THAT(complaint(with("dist = \"uniform\"\nlow = 0.9\nhigh = 1.1\n",
                            "dist = \"listed\"\nvalues = [1, 1.1]\n")),
             Contains("2 values for 10 samples (each sample has its own). Set monte_carlo.samples "
                      "= 2."));
}

}  // namespace
}  // namespace montecopter
