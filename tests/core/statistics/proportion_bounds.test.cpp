#include "core/statistics/proportion_bounds.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace montecopter::statistics;

TEST_CASE("intervals of a proportion are those of mpmath") {
  struct Case {
    std::size_t k, n;
    double confidence;
    Interval clopper_pearson, wilson, jeffreys;
  };
  // mpmath 1.2.1 with 60 digits. With I(a, b, x) = betainc(a, b, 0, x, regularized=True), solved
  // for x by bisection, and m = (1 - confidence) / 2: Clopper-Pearson I(k, n-k+1, low) = m, I(k+1,
  // n-k, high) = 1 - m; Jeffreys I(k+1/2, n-k+1/2, .) = m and 1 - m. Wilson (p + z^2/(2n) -+ z
  // sqrt(p(1-p)/n + z^2/(4n^2))) / (1 + z^2/n) with p = k/n, z = sqrt(2) erfinv(confidence). The
  // last case by scipy 1.10.1: beta.ppf and beta.isf; Wilson by the formula.
  const Case cases[] = {{0,
                         10,
                         0.95,
                         {0.0, 0.30849710781876076},
                         {0.0, 0.27753279986288917},
                         {0.0, 0.21719626750921052}},
                        {10,
                         10,
                         0.95,
                         {0.69150289218123924, 1.0},
                         {0.72246720013711083, 1.0},
                         {0.78280373249078948, 1.0}},
                        {1,
                         10,
                         0.95,
                         {0.0025285785444617868, 0.44501611702819536},
                         {0.017876213095072909, 0.40415002679523843},
                         {0.011011673763161143, 0.38131477106661633}},
                        {5,
                         10,
                         0.95,
                         {0.18708602844739857, 0.81291397155260143},
                         {0.23659309051256401, 0.76340690948743599},
                         {0.22352867025270524, 0.77647132974729476}},
                        {7,
                         10,
                         0.9,
                         {0.39337578389458656, 0.9127355660858497},
                         {0.44169979586983499, 0.87312341609680216},
                         {0.44187323351536594, 0.88267062331978985}},
                        {15,
                         50,
                         0.99,
                         {0.14912089721971318, 0.48998318031868073},
                         {0.16483999062339334, 0.48202084606365785},
                         {0.15670962125279443, 0.47946160914748532}},
                        {995,
                         1000,
                         0.95,
                         {0.98837052944018785, 0.99837458048243724},
                         {0.98834904462662489, 0.99786246447267554},
                         {0.98907533592818575, 0.99808964749916605}},
                        {4,
                         10000,
                         0.95,
                         {0.00010899694802680209, 0.0010238392865656119},
                         {0.00015556283662307488, 0.0010281283353569795},
                         {0.00013503399098218492, 0.00095085254207223669}},
                        {9999,
                         10000,
                         0.8,
                         {0.99961108417969505, 0.99998946400393821},
                         {0.99966573372732748, 0.99997008864275973},
                         {0.9996874716008218, 0.99997078097767296}},
                        {50021,
                         100000,
                         0.999,
                         {0.4950023592066714, 0.5054176090336382},
                         {0.49500747978112164, 0.50541247474802398},
                         {0.49500735885068714, 0.5054126094333201}}};
  const auto near = [](const Interval& a, const Interval& b) {
    // Twelve digits of the shorter side, so that 1e-10 and better holds for rare events, too.
    CHECK(std::fabs(a.low - b.low) <= 1e-12 * b.low);
    CHECK(std::fabs(a.high - b.high) <= 1e-12 * b.high);
    CHECK(std::fabs(a.low - b.low) <= 1e-10 * (1 - b.low));
    CHECK(std::fabs(a.high - b.high) <= 1e-10 * (1 - b.high));
  };
  for (const Case& c : cases) {
    INFO("k = " << c.k << ", n = " << c.n << ", confidence = " << c.confidence);
    near(clopper_pearson(c.k, c.n, c.confidence), c.clopper_pearson);
    near(wilson(c.k, c.n, c.confidence), c.wilson);
    near(jeffreys(c.k, c.n, c.confidence), c.jeffreys);
  }
}

TEST_CASE("closed forms of no and of only successes") {
  for (const std::size_t n : {1u, 2u, 59u, 1000u, 1000000u}) {
    const auto count = static_cast<double>(n);
    for (const double confidence : {0.5, 0.9, 0.95, 0.9999}) {
      INFO("n = " << n << ", confidence = " << confidence);
      const double alpha = 1 - confidence;
      const double both = -std::expm1(std::log(alpha / 2) / count);  // 1 - (alpha/2)^(1/n)
      CHECK(clopper_pearson(0, n, confidence).low == 0);
      CHECK(clopper_pearson(0, n, confidence).high == Approx(both).epsilon(1e-12));
      CHECK(clopper_pearson(n, n, confidence).high == 1);
      CHECK(clopper_pearson(n, n, confidence).low == Approx(1 - both).epsilon(1e-12));
      CHECK(proportion_lower_bound(0, n, confidence) == 0);
      CHECK(proportion_upper_bound(n, n, confidence) == 1);
      const double one = std::pow(alpha, 1 / count);
      CHECK(proportion_lower_bound(n, n, confidence) == Approx(one).epsilon(1e-12));
      CHECK(proportion_upper_bound(0, n, confidence) ==
            Approx(-std::expm1(std::log(alpha) / count)).epsilon(1e-12));
      CHECK(wilson(0, n, confidence).low == 0);
      CHECK(wilson(n, n, confidence).high == 1);
      CHECK(jeffreys(0, n, confidence).low == 0);
      CHECK(jeffreys(n, n, confidence).high == 1);
    }
  }
}

TEST_CASE("without samples nothing is known") {
  for (const Interval& all :
       {clopper_pearson(0, 0, 0.95), wilson(0, 0, 0.95), jeffreys(0, 0, 0.95)}) {
    CHECK(all.low == 0);
    CHECK(all.high == 1);
  }
}

TEST_CASE("one-sided bounds are those of an interval with twice the miss, and mirror each other") {
  for (const std::size_t n : {3u, 40u, 500u}) {
    for (std::size_t k = 0; k <= n; k += 1 + n / 7) {
      const Interval interval = clopper_pearson(k, n, 0.75);  // (1 - 0.75) / 2 = 1 - 0.875, exactly
      CHECK(proportion_lower_bound(k, n, 0.875) == interval.low);
      CHECK(proportion_upper_bound(k, n, 0.875) == interval.high);
      CHECK(1 - proportion_lower_bound(n - k, n, 0.875) ==
            Approx(interval.high).epsilon(1e-12).margin(1e-13));
    }
  }
}

TEST_CASE("the bits of the exact bounds are the same from every compiler") {
  // Pinned after the comparison with mpmath above; g++ 12 and clang 14 agree.
  CHECK(proportion_lower_bound(995, 1000, 0.95) == 0x1.faa1d4c112cd1p-1);
  CHECK(proportion_upper_bound(995, 1000, 0.95) == 0x1.fefd818581a91p-1);
  CHECK(proportion_lower_bound(750400, 1000000, 0.99) == 0x1.7fb0454a0a3f6p-1);
}
