/// Winds and pulses that are possible and hardly meant: each is warned of once, and flies.

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

/// The warnings of a scenario with this wind.
std::vector<std::string> warnings_of(const std::string& wind, const std::string& more = "") {
  const std::string steady = "type = \"steady\"\nto_m_s = [1, 0, 0]\n";
  std::vector<std::string> texts;
  for (const Problem& problem : load(with(steady, wind + "\n" + more + "\n")).warnings) {
    texts.push_back(problem.text());
  }
  return texts;
}

std::string only_warning(const std::string& wind, const std::string& more = "") {
  INFO(wind << more);
  const auto warnings = warnings_of(wind, more);
  REQUIRE(warnings.size() == 1);
  return warnings[0];
}

TEST_CASE("winds that were never measured are told") {
  const std::string strongest = "the strongest wind ever measured near the ground was 135 m/s";
  CHECK_THAT(
      only_warning("type = \"steady\"\nto_m_s = [1e160, 0, 0]"),
      Contains("small.toml:23:") && Contains("the air moves at 1e+160 m/s") && Contains(strongest));
  CHECK_THAT(only_warning("type = \"ramp\"\nduration_s = 1\nto_m_s = [0, 200, 0]"),
             Contains("the air moves at 200 m/s"));
  CHECK_THAT(
      only_warning("type = \"time_series\"\nrows = [[0, 0, 0, 0], [1, 0, 90, 0]]\nscale = 2"),
      Contains("the air moves at 180 m/s"));
  CHECK_THAT(only_warning("type = \"dryden\"\nsigma_m_s = [300, 0, 0]\nlength_m = [9, 9, 9]\n"
                          "airspeed_m_s = 5"),
             Contains("sigma_m_s"));
  // A gale, and the strongest tornado, are winds.
  CHECK(warnings_of("type = \"steady\"\nto_m_s = [30, 0, 0]").empty());
  CHECK(warnings_of("type = \"steady\"\nto_m_s = [135, 0, 0]").empty());
}

TEST_CASE("a shear with its reference next to its roughness is told") {
  // ln(10 / 0.1) / ln(1 + 1e-15): 4e15 times 6 m/s at 10 m.
  CHECK_THAT(only_warning("type = \"log_shear\"\nto_m_s = [6, 0, 0]\nroughness_m = 0.1\n"
                          "reference_height_m = 0.1000000000000001"),
             Contains("e+16 m/s 10 m above the ground") &&
                 Contains("whether reference_height_m is well above roughness_m"));
  CHECK_THAT(only_warning("type = \"power_shear\"\nto_m_s = [6, 0, 0]\nexponent = 2\n"
                          "reference_height_m = 1e-3"),
             Contains("6e+08 m/s 10 m above the ground"));  // 6 (10 / 1e-3)^2
  CHECK(warnings_of("type = \"log_shear\"\nto_m_s = [6, 0, 0]\nroughness_m = 0.03\n"
                    "reference_height_m = 2")
            .empty());
}

TEST_CASE("winds that the step cannot see are told") {
  const std::string sinusoid = "type = \"sinusoid\"\nto_m_s = [3, 0, 0]\nfrequency_hz = ";
  CHECK_THAT(only_warning(sinusoid + "1e300"),
             Contains("small.toml:24:") &&
                 Contains("a wind of 1e+300 Hz is aliased by steps of 0.001 s") &&
                 Contains("frequencies above 500 Hz, the Nyquist frequency of the steps"));
  CHECK_THAT(only_warning(sinusoid + "501"), Contains("501 Hz"));
  CHECK(warnings_of(sinusoid + "500").empty());
  const std::string gust = "type = \"one_minus_cosine\"\nto_m_s = [3, 0, 0]\nairspeed_m_s = 100\n";
  CHECK_THAT(only_warning(gust + "length_m = 0.01"), Contains("less than a step"));
  CHECK(warnings_of(gust + "length_m = 0.1").empty());
}

TEST_CASE("low-altitude turbulence outside of 10 to 1000 ft is told") {
  const std::string type = GENERATE("dryden_low_altitude", "von_karman_low_altitude");
  const auto at = [&](const char* height) {
    return fmt::format("type = \"{}\"\nwind_20ft_m_s = 7.7\nairspeed_m_s = 8\nheight_m = {}", type,
                       height);
  };
  CHECK_THAT(only_warning(at("1000")), Contains("does not cover 1000 m") &&
                                           Contains("from 3.048 to 304.8 m (10 to 1000 ft)") &&
                                           Contains("the turbulence at 304.8 m is used"));
  CHECK_THAT(only_warning(at("1")), Contains("the turbulence at 3.048 m is used"));
  CHECK(warnings_of(at("304.8")).empty());
  CHECK(warnings_of(at("3.048")).empty());
}

TEST_CASE("pulses that no vehicle survives, or that no step sees, are told") {
  const std::string calm = "type = \"steady\"\nto_m_s = [0, 0, 0]";
  const auto pulse = [&](const std::string& keys) {
    return only_warning(calm, "[[disturbance]]\nstart_s = 0.5\n" + keys);
  };
  // 1 kg: 1e200 N are as many m/s2.
  CHECK_THAT(pulse("type = \"force_pulse\"\nforce_n = [1e200, 0, 0]\nduration_s = 0.1"),
             Contains("accelerates the vehicle by 1e+200 m/s2"));
  // 0.015 kg m2 about z.
  CHECK_THAT(pulse("type = \"torque_pulse\"\ntorque_n_m = [0, 0, 1.5e6]\nduration_s = 0.1"),
             Contains("gives the vehicle an angular acceleration of 1e+08 rad/s2"));
  CHECK_THAT(pulse("type = \"force_pulse\"\nforce_n = [1, 0, 0]\nduration_s = 1e-5"),
             Contains("the pulse lasts 1e-05 s, less than a step"));
  CHECK(warnings_of(calm,
                    "[[disturbance]]\ntype = \"force_pulse\"\nforce_n = [500, 0, 0]\n"
                    "start_s = 0.5\nduration_s = 0.001")
            .empty());
}

TEST_CASE("what many sweep points have in common with others is not told without end") {
  const LoadedScenario loaded =
      load(small_scenario + "[sweep.\"wind.0.to_m_s.x\"]\nlinspace = [200, 900, 500]\n");
  REQUIRE(loaded.warnings.size() == 11);
  CHECK_THAT(loaded.warnings[10].text(), Contains("490 further warnings of sweep points"));
}

}  // namespace
}  // namespace montecopter
