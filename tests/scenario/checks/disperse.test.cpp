/// What dispersions may say: each rule with a scenario that breaks it, and each distribution there
/// and back.

#include <unistd.h>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "dynamics/distributions/distribution.hpp"
#include "scenario/write.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

const std::string mass_header = "[disperse.\"vehicle.mass_kg\"]";
const std::string mass_keys = "dist = \"uniform\"\nlow = 0.9\nhigh = 1.1\n";

std::string with_mass(const std::string& keys) { return with(mass_keys, keys + "\n"); }

/// The only complaint about these keys for the mass (1 kg, which has to be positive).
std::string only(const std::string& keys) {
  const std::string text = complaint(with_mass(keys));
  INFO(text);
  CHECK(count_lines(text) == 1);
  return text;
}

/// The same for another path.
std::string only(const std::string& path, const std::string& keys) {
  const std::string text = complaint(
      with(mass_header + "\n" + mass_keys, "[disperse.\"" + path + "\"]\n" + keys + "\n"));
  INFO(text);
  CHECK(count_lines(text) == 1);
  return text;
}

std::string legal(const std::string& path, const std::string& keys) {
  return complaint(
      with(mass_header + "\n" + mass_keys, "[disperse.\"" + path + "\"]\n" + keys + "\n"));
}

class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("montecopter-disperse-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
  }
  LoadedScenario load(const std::string& keys) const {
    return load_scenario_text(with_mass(keys), "small.toml", path_.string());
  }
  std::string complaint(const std::string& keys) const {
    try {
      load(keys);
    } catch (const Error& error) {
      CHECK(count_lines(error.what()) == 1);
      return error.what();
    }
    return {};
  }

 private:
  std::filesystem::path path_;
};

TEST_CASE("every distribution is read, written and read again") {
  for (const char* keys : {
           "dist = \"fixed\"\nvalue = 1",
           "dist = \"uniform\"\nlow = 0.5\nhigh = 1\napply = \"factor\"",
           "dist = \"normal\"\nmean = 1\nsd = 0.1",
           "dist = \"normal\"\nmean = 1\nsd = 0.2\nlow_sd = -3\nhigh_relative = 0.5",
           "dist = \"truncated_normal\"\nmean = 1\nsd = 0.2\nlow = 0.5\nhigh = 2",
           "dist = \"lognormal\"\nmedian = 1\nsigma = 0.1",
           "dist = \"lognormal\"\nmean = 1\nsd = 0.1\nhigh_sd = 4",
           "dist = \"triangular\"\nleft = 0.5\nmode = 0.5\nright = 2\nhigh = 1.5",
           "dist = \"exponential\"\nmean = 1\nlow = 0.125",
           "dist = \"weibull\"\nscale = 1\nshape = 1.5\nlow = 0.1\nhigh = 3",
           "dist = \"rayleigh\"\nsigma = 1\nlow_relative = -0.9\nhigh_sd = 2",
           "dist = \"gamma\"\nshape = 2\nscale = 0.5\nlow = 0.1\nhigh_sd = 2",
           "dist = \"beta\"\nalpha = 2\nbeta = 3\nlow = 0.5\nhigh = 2",
           "dist = \"von_mises\"\nmean_rad = 1\nkappa = 30\nlow = 0.5\nhigh = 1.5",
           "dist = \"listed\"\nvalues = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]",
           "dist = \"choice\"\nvalues = [1, 2.5, 2]\nshare = \"each\"",
           "dist = \"discrete\"\nvalues = [0.5, 1.5]\nweights = [1, 0]",
           "dist = \"empirical\"\nvalues = [2, 1, 3.5]\ninterpolate = false",
           "dist = \"empirical\"\nvalues = [2, 1, 3.5]\nlow = 1.5\napply = \"offset\"",
       }) {
    INFO(keys);
    const LoadedScenario loaded = load(with_mass(keys));
    const LoadedScenario again = load(loaded.resolved);
    CHECK(again.resolved == loaded.resolved);
    // Every key that was given is in the canonical text.
    const std::string at = loaded.resolved.substr(loaded.resolved.find(mass_header));
    std::string key;
    for (const char* c = keys; *c != '\0';) {
      while (*c != ' ') key += *c++;
      CHECK_THAT(at, Contains(key + " = "));
      key.clear();
      while (*c != '\0' && *c++ != '\n') continue;
    }
  }
}

TEST_CASE("parameters that contradict each other") {
  CHECK_THAT(only("dist = \"beta\"\nalpha = 2\nbeta = 2\nlow = 1.5\nhigh = 1.2"),
             Contains("low 1.5 is not below high 1.2"));
  CHECK_THAT(only("dist = \"gamma\"\nshape = 1e7\nscale = 2"),
             Contains("must be between 0.01 and 1000000"));
  CHECK_THAT(only("dist = \"von_mises\"\nmean_rad = 2\nkappa = 1\nlow_sd = -1\nhigh = 3"),
             Contains("a von_mises distribution cannot be truncated by mean"));
  CHECK_THAT(only("dist = \"von_mises\"\nmean_rad = 2\nkappa = 1"),
             Contains("outside the range of the dispersed number") &&
                 Contains("Truncate the distribution by low"));
  CHECK_THAT(only("dist = \"lognormal\"\nmedian = 1"),
             Contains("takes median and sigma, or mean and sd"));
  CHECK_THAT(only("dist = \"lognormal\"\nmedian = 1\nsigma = 0.1\nmean = 1"),
             Contains("takes median"));
  CHECK_THAT(only("dist = \"lognormal\"\nmedian = 1\nsd = 0.1"), Contains("takes median"));
  CHECK_THAT(only("dist = \"lognormal\"\nmedian = 0\nsigma = 0.1"), Contains("must be > 0"));
  CHECK_THAT(only("dist = \"triangular\"\nleft = 1\nmode = 0.5\nright = 2"),
             Contains("small.toml:43:8: error: left 1, mode 0.5 and right 2 do not ascend"));
  CHECK_THAT(only("dist = \"triangular\"\nleft = 1\nmode = 1\nright = 1"),
             Contains("do not ascend"));
  CHECK_THAT(only("dist = \"triangular\"\nleft = 1\nmode = 1"), Contains("missing"));
  CHECK_THAT(only("dist = \"exponential\"\nmean = 0"), Contains("must be > 0"));
  CHECK_THAT(only("dist = \"weibull\"\nscale = 1\nshape = -1"), Contains("must be > 0"));
  CHECK_THAT(only("dist = \"rayleigh\"\nsigma = 0"), Contains("must be > 0"));
  CHECK_THAT(only("dist = \"choice\"\nvalues = []"), Contains("there are no values"));
  CHECK_THAT(only("dist = \"choice\""), Contains("there are no values"));
  CHECK_THAT(only("dist = \"choice\"\nvalues = [1, \"2\"]"), Contains("must be a number"));
  CHECK_THAT(only("dist = \"choice\"\nvalues = [1, nan]"), Contains("must be finite"));
  CHECK_THAT(only("dist = \"discrete\"\nvalues = [1, 2]\nweights = [1]"),
             Contains("1 weight for 2 values"));
  CHECK_THAT(only("dist = \"discrete\"\nvalues = [1, 2]\nweights = [0, 0]"),
             Contains("add up to 0"));
  CHECK_THAT(only("dist = \"discrete\"\nvalues = [1, 2]\nweights = [1, -1]"),
             Contains("must be >= 0"));
  CHECK_THAT(only("dist = \"discrete\"\nvalues = [1, 2]\nweights = [1e308, 1e308]"),
             Contains("add up to inf"));
  CHECK_THAT(only("dist = \"empirical\""), Contains("there are no values"));
  CHECK_THAT(only("dist = \"empirical\"\nvalues = [1]"), Contains("Use interpolate = false"));
  CHECK_THAT(only("dist = \"empirical\"\nvalues = [1, 2]\ncolumn = \"m\""),
             Contains("column is given without file"));
  CHECK_THAT(only("dist = \"empirical\"\nvalues = [1, 2]\ninterpolate = 1"),
             Contains("must be true or false"));
  CHECK_THAT(only("dist = \"choice\"\nvalues = [1, 2]\nlow = 1"), Contains("unknown key"));
}

TEST_CASE("limits that contradict each other") {
  const std::string normal = "dist = \"normal\"\nmean = 1\nsd = 0.1\n";
  CHECK_THAT(only(normal + "low = 0.5\nlow_sd = -3"),
             Contains("low is given in 2 forms. Keep one of low, low_sd and low_relative."));
  CHECK_THAT(only(normal + "low = 0.5\nhigh = 2\nhigh_sd = 3\nhigh_relative = 1"),
             Contains("high is given in 3 forms"));
  CHECK_THAT(only(normal + "low = 2\nhigh = 1.5"), Contains("low 2 is not below high 1.5"));
  CHECK_THAT(only(normal + "low_sd = 3\nhigh_sd = -3"), Contains("is not below high"));
  CHECK_THAT(only("dist = \"normal\"\nmean = 1\nsd = 0\nlow = 0.5\nhigh = 2"), Contains("sd is 0"));
  CHECK_THAT(only("dist = \"weibull\"\nscale = 1\nshape = 2\nlow = 0.1\nhigh_sd = 3"),
             Contains("a weibull distribution cannot be truncated by mean or standard deviation "
                      "(they have no closed form in its keys). Use low and high."));
  CHECK_THAT(only("dist = \"weibull\"\nscale = 1\nshape = 2\nlow_relative = -0.1"),
             Contains("closed form"));
  CHECK_THAT(only("wind.0.to_m_s.x", "dist = \"normal\"\nmean = 0\nsd = 1\nlow_relative = -0.1"),
             Contains("the mean is 0, so a relative limit has no meaning"));
  CHECK_THAT(only(normal + "low = 6\nhigh = 7"),
             Contains("holds no probability (it lies 50 standard deviations"));
  CHECK_THAT(only("dist = \"triangular\"\nleft = 1\nmode = 2\nright = 3\nlow = 4"),
             Contains("holds no probability"));
  CHECK_THAT(
      only("dist = \"empirical\"\nvalues = [1, 2, 4]\ninterpolate = false\nlow = 2.5\nhigh = 3"),
      Contains("holds no probability"));
  CHECK_THAT(only("dist = \"exponential\"\nmean = 1\nhigh = -1"), Contains("holds no probability"));
  const LoadedScenario far = load(with_mass("dist = \"exponential\"\nmean = 0.1\nlow = 5"));
  REQUIRE(far.warnings.size() == 1);
  CHECK_THAT(far.warnings[0].text(), Contains("holds almost no probability (it lies 49 standard"));
  CHECK(complaint(with_mass("dist = \"lognormal\"\nmedian = 1\nsigma = 0.1\nlow = -5")).empty());
}

TEST_CASE("no draw may leave the range of its target, however it is applied") {
  CHECK_THAT(only("dist = \"choice\"\nvalues = [1, 0]"),
             Contains("small.toml:42:10: error: a draw may be 0, outside the range"));
  CHECK(complaint(with_mass("dist = \"discrete\"\nvalues = [1, -1]\nweights = [1, 0]")).empty());
  CHECK_THAT(only("dist = \"triangular\"\nleft = -1\nmode = 0.5\nright = 2"),
             Contains("small.toml:42:8: error: a draw may be -1"));
  CHECK_THAT(only("dist = \"uniform\"\nlow = -0.1\nhigh = 1\napply = \"factor\""),
             Contains("a draw may be -0.1 and make 'vehicle.mass_kg' -0.1, outside"));
  CHECK_THAT(only("dist = \"uniform\"\nlow = -1\nhigh = 1\napply = \"offset\""),
             Contains("a draw may be -1 and make 'vehicle.mass_kg' 0, outside"));
  CHECK(complaint(with_mass("dist = \"uniform\"\nlow = -0.5\nhigh = 0.5\napply = \"offset\""))
            .empty());
  CHECK_THAT(only("environment.gravity_m_s2", "dist = \"exponential\"\nmean = 9"),
             Contains("Truncate the distribution by high."));
  CHECK(legal("environment.gravity_m_s2", "dist = \"exponential\"\nmean = 9\nhigh = 100").empty());
  CHECK_THAT(only("environment.gravity_m_s2", "dist = \"fixed\"\nvalue = 11\napply = \"factor\""),
             Contains("make 'environment.gravity_m_s2' 107.91"));
}

TEST_CASE("apply and share") {
  CHECK_THAT(
      only(mass_keys + "apply = \"facto\""),
      Contains("unknown apply 'facto' of 'disperse.\"vehicle.mass_kg\"'. Did you mean 'factor'? "
               "Known: value, factor and offset."));
  CHECK_THAT(
      only(mass_keys + "share = \"every\""),
      Contains("unknown share 'every' of 'disperse.\"vehicle.mass_kg\"'. Known: all and each."));
  CHECK_THAT(
      only("wind.0.to_m_s.y", "dist = \"uniform\"\nlow = 0.9\nhigh = 1.1\napply = \"factor\""),
      Contains("'wind.0.to_m_s.y' is 0, so no factor changes it. Use apply = \"offset\""));
  CHECK_THAT(
      only("wind.0.to_m_s.*", "dist = \"uniform\"\nlow = 0.9\nhigh = 1.1\napply = \"factor\""),
      Contains("'wind.0.to_m_s.y' is 0"));
  CHECK(legal("wind.0.to_m_s.*", "dist = \"uniform\"\nlow = 0.9\nhigh = 1.1\nshare = \"each\"")
            .empty());
  CHECK(legal("vehicle.inertia_kg_m2.stretch.*",
              "dist = \"lognormal\"\nmedian = 1\nsigma = 0.1\nshare = \"each\"")
            .empty());
  CHECK_THAT(only("vehicle.inertia_kg_m2.stretch.*", "dist = \"normal\"\nmean = 1\nsd = 0.2"),
             Contains("outside the range"));
}

TEST_CASE("observations come from a file, and stay in the resolved scenario") {
  const Folder folder;
  folder.write("one.csv", "1.5\n2\n\n");
  folder.write("named.csv", "\xef\xbb\xbfmass\r\n1.25\r\n1.5\r\n");
  folder.write("two.csv", "run, mass, note\n1, 1.25, a\n2, 0.75, b\n");
  const auto values = [&](const std::string& keys) {
    const LoadedScenario loaded = folder.load("dist = \"empirical\"\n" + keys);
    const LoadedScenario again = load_scenario_text(loaded.resolved, "small.toml", "/nowhere");
    CHECK(again.resolved == loaded.resolved);
    CHECK(loaded.resolved.find(".csv") == std::string::npos);
    return std::get<Dispersed<TruncatedLaw<EmpiricalDistribution>>>(
               again.scenario.disperse.at("vehicle.mass_kg"))
        .values;
  };
  CHECK(values("file = \"one.csv\"") == std::vector<double>{1.5, 2});
  CHECK(values("file = \"named.csv\"") == std::vector<double>{1.25, 1.5});
  CHECK(values("file = \"named.csv\"\ncolumn = \"mass\"") == std::vector<double>{1.25, 1.5});
  CHECK(values("file = \"two.csv\"\ncolumn = \"mass\"\nlow = 0.8") ==
        std::vector<double>{1.25, 0.75});
}

TEST_CASE("files of observations that cannot be used") {
  const Folder folder;
  folder.write("two.csv", "run,mass\n1,1.25\n2,0.75\n");
  folder.write("bad.csv", "mass\n1.25\nheavy\n");
  folder.write("short.csv", "run,mass\n1,1.25\n2\n");
  folder.write("empty.csv", "mass\n");
  const auto says = [&](const std::string& keys) {
    return folder.complaint("dist = \"empirical\"\n" + keys);
  };
  CHECK_THAT(says("file = \"none.csv\""),
             Contains("small.toml:42:8: error: cannot read the observations"));
  CHECK_THAT(says("file = \"two.csv\""),
             Contains("two.csv' has 2 columns. Name one with column = run or mass"));
  CHECK_THAT(says("file = \"two.csv\"\ncolumn = \"weight\""),
             Contains("has no column 'weight'. Name one with column = run or mass."));
  folder.write("twice.csv", "m,m\n1,2\n");
  CHECK_THAT(says("file = \"twice.csv\"\ncolumn = \"m\""),
             Contains("has more than one column 'm'"));
  folder.write("commas.csv", "m\n1,5\n2,7\n");  // decimal commas
  CHECK_THAT(says("file = \"commas.csv\""),
             Contains("commas.csv:2:1: error: the row has 2 numbers, the header 1 name"));
  CHECK_THAT(says("file = \"bad.csv\""),
             Contains("bad.csv:3:1: error: 'heavy' is not a finite number"));
  CHECK_THAT(says("file = \"short.csv\"\ncolumn = \"mass\""),
             Contains("short.csv:3:1: error: the row has 1 number, the header 2 names"));
  CHECK_THAT(says("file = \"empty.csv\""), Contains("there are no values"));
  CHECK_THAT(says("file = \"two.csv\"\nvalues = [1, 2]"),
             Contains("both file and values are given"));
  std::string many;
  for (int i = 0; i < 100001; ++i) many += "1\n";
  folder.write("many.csv", many);
  CHECK_THAT(says("file = \"many.csv\""),
             Contains("100001 observations (at most 100000 are possible"));
}

}  // namespace
}  // namespace montecopter
