#include "core/statistics/fisher_exact.hpp"

#include <catch2/catch.hpp>

#include "core/statistics/uniform.hpp"

using namespace montecopter::statistics;

TEST_CASE("Fisher's exact test against fractions, scipy and R") {
  struct Case {
    PassCount a, b;
    double p;
  };
  // Binomial coefficients as whole numbers, summed where they are not larger than that of the table
  // found, as a fraction (Python). The first is the example of scipy.stats.fisher_exact, [[8, 2],
  // [1, 5]], the second Fisher's lady that tastes tea (R's example of fisher.test).
  const Case cases[] = {{{8, 10}, {1, 6}, 0.03496503496503497},
                        {{3, 4}, {1, 4}, 0.4857142857142857},
                        {{1, 20}, {9, 15}, 0.0005616262077689808},
                        {{0, 5}, {5, 5}, 0.007936507936507936},  // 2 / C(10, 5)
                        {{2, 4}, {2, 4}, 1},
                        {{5, 12}, {30, 31}, 0.00017272779012636314},
                        {{40, 60}, {40, 40}, 1.3875364000859409e-05},
                        {{300, 300}, {290, 300}, 0.0018098081142298827},
                        {{990, 1000}, {1000, 1000}, 0.001909465165341615},
                        {{19000, 20000}, {9600, 10000}, 9.880678475957816e-05},
                        {{10, 100000}, {30, 100000}, 0.0022192372509879776}};
  for (const auto& [a, b, p] : cases) {
    INFO(a.count << " of " << a.of << ", " << b.count << " of " << b.of);
    CHECK(fisher_exact(a, b) == Approx(p).epsilon(1e-11));  // roundings of some hundred factors
    CHECK(fisher_exact(b, a) == Approx(p).epsilon(1e-11));
    CHECK(fisher_exact({a.of - a.count, a.of}, {b.of - b.count, b.of}) == Approx(p).epsilon(1e-11));
  }
}

TEST_CASE("Fisher's exact test where there is nothing to tell") {
  CHECK(fisher_exact({0, 0}, {3, 5}) == 1);
  CHECK(fisher_exact({0, 0}, {0, 0}) == 1);
  CHECK(fisher_exact({7, 7}, {9, 9}) == 1);
  CHECK(fisher_exact({0, 7}, {0, 9}) == 1);
  CHECK(fisher_exact({0, 1000000}, {1000000, 1000000}) == 0);  // 2 / C(2e6, 1e6)
}

TEST_CASE("campaigns that pass equally often are seldom said not to") {
  Uniform uniform(26);
  const int campaigns = 2000;
  for (const double p : {0.5, 0.9, 0.98}) {
    int rejected = 0, found = 0;
    for (int c = 0; c < campaigns; ++c) {
      const PassCount a{uniform.events(60, p), 60}, b{uniform.events(40, p), 40};
      rejected += fisher_exact(a, b) <= 0.05 ? 1 : 0;
      found += fisher_exact(a, {uniform.events(40, p - 0.35), 40}) <= 0.05 ? 1 : 0;
    }
    // Exact, so at most 5 % whatever p is; of one side only, or by chance alone, it would be more.
    CHECK(rejected <= campaigns * (0.05 + three_errors(0.05, campaigns)));
    CHECK(found >= campaigns * 0.85);  // and what differs is found
  }
}
