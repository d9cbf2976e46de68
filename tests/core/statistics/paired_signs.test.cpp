#include "core/statistics/paired_signs.hpp"

#include <catch2/catch.hpp>

using namespace montecopter::statistics;

TEST_CASE("sign tests against scipy") {
  // binomtest(k, n, .5).pvalue. Sums of whole numbers over 2^n: good to 1e-14.
  CHECK(sign_test(2, 13) == Approx(0.00738525390625).epsilon(1e-13));
  CHECK(sign_test(13, 2) == Approx(0.00738525390625).epsilon(1e-13));
  CHECK(sign_test(3, 10) == Approx(0.09228515625).epsilon(1e-13));
}

TEST_CASE("sign tests in closed form") {
  CHECK(sign_test(0, 10) == Approx(2.0 / 1024).epsilon(1e-14));
  CHECK(sign_test(1, 9) == Approx(22.0 / 1024).epsilon(1e-14));
  CHECK(sign_test(5, 5) == 1);  // twice more than a half
  CHECK(sign_test(0, 0) == 1);
  CHECK(sign_test(0, 1) == 1);
}

TEST_CASE("McNemar's test counts the pairs of which one passed") {
  // binomtest(3, 13, .5).pvalue, whatever the others are.
  CHECK(mcnemar({100, 3, 10, 7}) == Approx(0.09228515625).epsilon(1e-13));
  CHECK(mcnemar({0, 10, 3, 0}) == Approx(0.09228515625).epsilon(1e-13));
  CHECK(mcnemar({100, 0, 0, 100}) == 1);
  CHECK(PassedPairs{1, 2, 3, 4}.all() == 10);
}
