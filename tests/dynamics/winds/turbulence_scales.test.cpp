/// Lengths and standard deviations of turbulence at low altitude against the published formulas,
/// computed by somebody else.

#include <catch2/catch.hpp>

#include "dynamics/winds/turbulence.hpp"
#include "physics/csv.hpp"

namespace montecopter {
namespace {

TEST_CASE("turbulence at low altitude has the lengths and strengths of MIL-F-8785C") {
  const Csv truth = read_csv(reference_path("environment/dryden_lowalt_parameters.csv"));
  REQUIRE(truth.rows.size() > 20);
  for (std::size_t i = 0; i < truth.rows.size(); ++i) {
    DrydenLowAltitude wind;
    wind.height_m = truth.at(i, "h_m");
    wind.wind_20ft_m_s = truth.at(i, "W20_m_s");
    wind.airspeed_m_s = 7;
    const TurbulenceScales scales = wind.scales();
    const char* lengths[3] = {"Lu_m_8785C", "Lv_m_8785C", "Lw_m_8785C"};
    const char* deviations[3] = {"sigma_u", "sigma_v", "sigma_w"};
    for (std::size_t k = 0; k < 3; ++k) {
      INFO(wind.height_m << " m, " << wind.wind_20ft_m_s << " m/s, axis " << k);
      // Its README's tolerance; the file has 15 digits.
      CHECK(scales.time_s[k] * 7 == Approx(truth.at(i, lengths[k])).epsilon(1e-10));
      CHECK(scales.sigma_m_s[k] == Approx(truth.at(i, deviations[k])).epsilon(1e-10));
    }
    // MIL-HDBK-1797 writes half the lengths across the flow, and doubles them in its spectra.
    CHECK(2 * truth.at(i, "Lv_m_1797") == Approx(truth.at(i, "Lv_m_8785C")).epsilon(1e-10));
    CHECK(2 * truth.at(i, "Lw_m_1797") == Approx(truth.at(i, "Lw_m_8785C")).epsilon(1e-10));
  }
}

}  // namespace
}  // namespace montecopter
