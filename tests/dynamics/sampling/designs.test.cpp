/// Designs of experiments: Sobol' points against Boost's engine and scipy's, scrambled ones against
/// what a net has to be, Latin hypercubes stratum by stratum, and that each number stands for
/// itself. Those whose samples are compared are in designs_of_comparisons.test.cpp.

#include "dynamics/sampling/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "dynamics/sampling/design_rows.hpp"

namespace montecopter {
namespace {

using namespace testing;

// --- strata
// ---------------------------------------------------------------------------------------

TEST_CASE("strata part all uniform numbers, and each number is in its own") {
  for (const std::uint64_t n : {1ull, 2ull, 3ull, 7ull, 1000ull, 4'000'000'000'000'000ull}) {
    CHECK(first_of_stratum(0, n) == 0);
    CHECK(first_of_stratum(n, n) == std::uint64_t{1} << 53);
    for (const std::uint64_t s : {std::uint64_t{0}, n / 3, n / 2, n - 1}) {
      const Uniform53 low = in_stratum(s, n, {0});
      const Uniform53 high = in_stratum(s, n, {(std::uint64_t{1} << 53) - 1});
      CHECK(low.k == first_of_stratum(s, n));
      CHECK(high.k == first_of_stratum(s + 1, n) - 1);
      // (k + 1/2) 2^-53 n lies in [s, s + 1], exactly.
      const auto position = [&](const Uniform53& u) { return (2 * UInt128{u.k} + 1) * n; };
      CHECK(position(low) >= UInt128{s} << 54);
      CHECK(position(high) <= UInt128{s + 1} << 54);
      const Uniform53 middle = middle_of_stratum(s, n);
      const double wanted = (static_cast<double>(s) + 0.5) / static_cast<double>(n);
      CHECK(std::fabs(middle.value() - wanted) <= 0x1p-53);
    }
  }
  CHECK(in_stratum(0, 1, {12345}).k == 12345);
}

TEST_CASE("a keyed permutation permutes, and all orders are alike") {
  for (const std::uint64_t n : {1u, 2u, 3u, 7u, 64u, 1000u, 4097u}) {
    const KeyedPermutation order(n, 99);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < n; ++i) seen.insert(order(i));
    CHECK(seen.size() == n);
    CHECK(*seen.rbegin() == n - 1);
  }
  for (const std::uint64_t n : {2u, 3u, 4u, 5u}) {
    std::map<std::vector<std::uint64_t>, int> counts;
    constexpr int keys = 60000;
    for (std::uint64_t key = 0; key < keys; ++key) {
      // As keys are made: words of a stream.
      const KeyedPermutation order(n, draw_words<std::uint64_t>(5, 0, 6, key, 0)[0]);
      std::vector<std::uint64_t> found;
      for (std::uint64_t i = 0; i < n; ++i) found.push_back(order(i));
      ++counts[found];
    }
    const double orders = std::tgamma(static_cast<double>(n) + 1);
    CHECK(static_cast<double>(counts.size()) == orders);
    double chi2 = 0;
    for (const auto& [found, count] : counts) {
      chi2 += (count - keys / orders) * (count - keys / orders) / (keys / orders);
    }
    // 4 standard deviations of chi-square above its mean.
    CHECK(chi2 < orders - 1 + 4 * std::sqrt(2 * (orders - 1)));
  }
  // Far beyond what could be listed: different places go to different places, within n.
  const KeyedPermutation large(4'000'000'000'000'000, 7);
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 1000; ++i) seen.insert(large(i));
  CHECK(seen.size() == 1000);
  CHECK(*seen.rbegin() < 4'000'000'000'000'000);
}

// --- Latin hypercubes
// -----------------------------------------------------------------------------

TEST_CASE("a Latin hypercube has one sample in each stratum of each input") {
  for (const std::uint64_t n : {1u, 7u, 64u, 1000u}) {
    for (std::uint64_t d = 0; d < 5; ++d) {
      std::set<std::uint64_t> hit;
      for (const std::uint64_t k : whole(LatinHypercubeDesign(input(d)), n)) {
        hit.insert(static_cast<std::uint64_t>((2 * UInt128{k} + 1) * n >> 54));
      }
      CHECK(hit.size() == n);
      CHECK(*hit.rbegin() == n - 1);
    }
  }
}

TEST_CASE("in its stratum a sample lies where it would lie without a design") {
  const LatinHypercubeDesign lhs(input(3));
  const RandomDesign random(input(3));
  for (std::uint64_t i = 0; i < 100; ++i) {
    const double u = lhs.uniform(sample_of(i, 100)).value() * 100;
    CHECK(u - std::floor(u) ==
          Approx(random.uniform(sample_of(i, 100)).value()).margin(1e-12));  // 100 units of 2^-53
  }
}

TEST_CASE("inputs of a Latin hypercube do not know each other") {
  constexpr std::uint64_t n = 4096;
  std::vector<std::vector<std::uint64_t>> k;
  for (std::uint64_t d = 0; d < 8; ++d) k.push_back(whole(LatinHypercubeDesign(input(d)), n));
  for (std::size_t a = 0; a < k.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      // Of independent orders the correlation has the standard deviation 1 / sqrt(n - 1); 28 pairs.
      CHECK(std::fabs(correlation(k[a], k[b])) < 4 / std::sqrt(n - 1.0));
    }
  }
  // Nor does a sample know its neighbour.
  std::vector<std::uint64_t> next(k[0].begin() + 1, k[0].end());
  next.push_back(k[0].front());
  CHECK(std::fabs(correlation(k[0], next)) < 4 / std::sqrt(n - 1.0));
}

// --- Sobol' points
// --------------------------------------------------------------------------------

TEST_CASE("Sobol' points without scrambling are those of Boost, but for the zero point") {
  constexpr std::uint64_t dimensions = 60, points = 2048;
  boost::random::sobol_engine<boost::uint_least64_t, 53> engine(dimensions);
  std::vector<SobolDirections> directions;
  for (std::uint64_t d = 0; d < dimensions; ++d) directions.push_back(sobol_directions(d));
  int different = 0;
  for (std::uint64_t i = 1; i < points; ++i) {
    for (const SobolDirections& of : directions) different += engine() != sobol_coordinate(of, i);
  }
  CHECK(different == 0);
  for (const SobolDirections& of : directions) CHECK(sobol_coordinate(of, 0) == 0);
  // The last of them, and far along the sequence: point 2^40 + 5.
  boost::random::sobol_engine<boost::uint_least64_t, 53> last(max_sobol_dimensions);
  constexpr std::uint64_t far = (std::uint64_t{1} << 40) + 5;
  last.seed(far - 1);
  last.discard(max_sobol_dimensions - 1);
  CHECK(last() == sobol_coordinate(sobol_directions(max_sobol_dimensions - 1), far));
}

TEST_CASE("Sobol' points without scrambling are those of scipy") {
  std::ifstream file(MONTECOPTER_TEST_DATA "/reference/randomness/sobol.csv");
  std::string line;
  std::getline(file, line);
  REQUIRE(line == "index,dimension,coordinate");
  int rows = 0;
  for (; std::getline(file, line); ++rows) {
    std::istringstream cells(line);
    std::string index, dimension, coordinate;
    std::getline(cells, index, ',') && std::getline(cells, dimension, ',') &&
        std::getline(cells, coordinate);
    const auto k = sobol_coordinate(sobol_directions(std::stoull(dimension)), std::stoull(index));
    CHECK(static_cast<double>(k) * 0x1p-53 == std::stod(coordinate));  // both have all digits
  }
  CHECK(rows == 16 * 9);
}

TEST_CASE("scrambled Sobol' points are nets in base 2, whatever the seed") {
  constexpr unsigned m = 10;
  constexpr std::uint64_t n = 1 << m;
  for (const std::uint64_t seed : {1u, 2u, 77u}) {
    std::vector<std::vector<std::uint64_t>> x, plain;
    for (std::uint64_t d = 0; d < 8; ++d) {
      const SobolDesign sobol(input(d));
      x.push_back(whole(sobol, n, seed));
      plain.emplace_back();
      for (std::uint64_t i = 0; i < n; ++i) {
        plain.back().push_back(sobol_coordinate(sobol.directions, i));
      }
      CHECK(counts(x[d], x[d], m, 0) == std::vector<int>(n, 1));  // one in each n-th
    }
    // The first two dimensions are a (0, m, 2)-net: one point in every box of volume 1/n.
    for (unsigned a = 0; a <= m; ++a) CHECK(counts(x[0], x[1], a, m - a) == std::vector<int>(n, 1));
    // Any other pair has the boxes of its unscrambled points, in another order.
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        for (const unsigned a : {2u, 5u, 7u}) {
          std::vector<int> ours = counts(x[i], x[j], a, m - a);
          std::vector<int> theirs = counts(plain[i], plain[j], a, m - a);
          std::sort(ours.begin(), ours.end());
          std::sort(theirs.begin(), theirs.end());
          CHECK(ours == theirs);
        }
      }
    }
  }
}

TEST_CASE("each scrambled point is uniform, and two are independent in what tells them apart") {
  const SobolDesign sobol(input(4));
  constexpr int seeds = 20000;
  std::array<int, 16> first{}, second{};
  std::map<std::uint64_t, int> lower;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::uint64_t a = sobol.uniform(sample_of(0, 1024, seed)).k;
    const std::uint64_t b = sobol.uniform(sample_of(1, 1024, seed)).k;
    CHECK((a >> 52) != (b >> 52));  // points 0 and 1 share no half
    ++first[a >> 49];
    ++second[(a & 15)];
    // Below the digit that tells them apart the flips are those of different nodes.
    ++lower[((a >> 48) & 15) << 4 | ((b >> 48) & 15)];
  }
  const auto check = [](double chi2, double degrees) {
    CHECK(chi2 < degrees + 4 * std::sqrt(2 * degrees));
  };
  const auto square = [](double found, double wanted) {
    return (found - wanted) * (found - wanted) / wanted;
  };
  double chi2_first = 0, chi2_second = 0, chi2_lower = 0;
  for (const int count : first) chi2_first += square(count, seeds / 16.0);
  for (const int count : second) chi2_second += square(count, seeds / 16.0);
  for (const auto& [digits, count] : lower) chi2_lower += square(count, seeds / 256.0);
  check(chi2_first, 15);
  check(chi2_second, 15);
  CHECK(lower.size() == 256);
  check(chi2_lower, 255);
}

/// Variance over seeds of the mean of f over n samples.
template <class Design, class F>
double variance_of_mean(const std::vector<Design>& designs, std::uint64_t n, const F& f) {
  double sum = 0, squares = 0;
  constexpr int seeds = 50;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    double mean = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      std::vector<double> u;
      for (const Design& d : designs) u.push_back(d.uniform(sample_of(i, n, seed)).value());
      mean += f(u) / static_cast<double>(n);
    }
    sum += mean / seeds, squares += mean * mean / seeds;
  }
  return squares - sum * sum;
}

TEST_CASE("designs leave less chance in a mean") {
  // f = product of 1 + (u_d - 1/2) / 2, of 4 inputs; its integral is 1.
  const auto f = [](const std::vector<double>& u) {
    double product = 1;
    for (const double x : u) product *= 1 + (x - 0.5) / 2;
    return product;
  };
  std::vector<RandomDesign> random;
  std::vector<LatinHypercubeDesign> lhs;
  std::vector<SobolDesign> sobol;
  for (std::uint64_t d = 0; d < 4; ++d) {
    random.emplace_back(input(d)), lhs.emplace_back(input(d)), sobol.emplace_back(input(d));
  }
  constexpr std::uint64_t n = 512;
  // (1 + 1/48)^4 - 1 over n; 50 seeds know it to 20 % (one standard error).
  const double plain = variance_of_mean(random, n, f);
  CHECK(plain == Approx((std::pow(1 + 1.0 / 48, 4) - 1) / n).epsilon(0.6));
  // Stein (1987): what a sum of functions of one input cannot explain, sum over pairs and more of
  // (1/48)^k: 0.0026 of 0.0860, a 33rd; half of that is left to chance.
  CHECK(variance_of_mean(lhs, n, f) < plain / 15);
  // Owen (1997): n^-3 up to logarithms for smooth functions.
  CHECK(variance_of_mean(sobol, n, f) < plain / 1000);
}

// --- all
// ------------------------------------------------------------------------------------------

TEST_CASE("sample 7 of 1000 is sample 7 of 10 where a design says so") {
  for (const Choice& kind : design_choices) {
    if (kind.name == FactorialDesign::name) continue;  // has one number of samples only
    const InputDesign design =
        design_named(kind.name, DesignInput{"input.2", 2, 5, 1, 4, {0.1}}).value();
    const bool same =
        uniform_of(design, sample_of(7, 10)).k == uniform_of(design, sample_of(7, 1000)).k;
    CHECK(same == keeps_samples(kind.name));
  }
}

TEST_CASE("a name that no design has is not that of another") {
  std::size_t found = 0;
  for (const Choice& kind : design_choices) {
    CHECK(with_design(kind.name, [&]<class Kind>(std::type_identity<Kind>) {
      ++found;
      CHECK(Kind::name == kind.name);
    }));
    CHECK(design_named(kind.name, DesignInput{"x", 0, 1, 1, 4, {0.1}}).has_value());
  }
  CHECK(found == design_choices.size());
  for (const char* name : {"", "sobo", "Sobol", "one_at_a_time "}) {
    INFO(name);
    CHECK(!with_design(name, [&](auto) { ++found; }));
    CHECK(!design_named(name, input(0)).has_value());
    CHECK((!compares_samples(name) && !keeps_samples(name) && !can_correlate(name) &&
           !has_independent_samples(name)));
    CHECK((comparison_of(name, input(0)).samples == 1 &&
           !comparison_of(name, input(0)).last_is_apart));
    for_each_design_key([&](DesignKey key) { CHECK(!design_has_key(name, key)); });
  }
  CHECK(found == design_choices.size());
}

TEST_CASE("replicates are designs of their own, each whole") {
  constexpr std::uint64_t n = 256, replicates = 4, each = n / replicates;
  const auto sobol = whole(SobolDesign(input(0, replicates)), n);
  const auto lhs = whole(LatinHypercubeDesign(input(0, replicates)), n);
  for (const auto& k : {sobol, lhs}) {
    for (std::uint64_t r = 0; r < replicates; ++r) {
      std::set<std::uint64_t> hit;
      for (std::uint64_t i = r; i < n; i += replicates) {
        hit.insert(static_cast<std::uint64_t>((2 * UInt128{k[i]} + 1) * each >> 54));
      }
      CHECK(hit.size() == each);
    }
  }
  // Over seeds, samples of two replicates with one index are unrelated.
  for (const char* name : {"lhs", "sobol"}) {
    const InputDesign design = design_named(name, input(0, replicates)).value();
    std::vector<std::uint64_t> a, b;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      a.push_back(uniform_of(design, sample_of(12, n, seed)).k);
      b.push_back(uniform_of(design, sample_of(13, n, seed)).k);
    }
    CHECK(std::fabs(correlation(a, b)) < 4 / std::sqrt(2000.0));
  }
  // The first replicate of more samples begins with those of fewer.
  CHECK(SobolDesign(input(0, 4)).uniform(sample_of(8, 16)).k ==
        SobolDesign(input(0, 4)).uniform(sample_of(8, 1024)).k);
  // Independent points of a sweep are as replicates.
  DesignRow there = sample_of(3, 64), here = there;
  there.point = 5;
  for (const char* name : {"lhs", "sobol"}) {
    const InputDesign design = design_named(name, input(1)).value();
    CHECK(uniform_of(design, there).k != uniform_of(design, here).k);
  }
}

TEST_CASE("a factorial design has every combination once, the last input the fastest") {
  std::vector<FactorialDesign> designs;
  for (std::uint64_t d = 0; d < 3; ++d) designs.emplace_back(DesignInput{"x", d, 3, 1, 4, {}});
  for (std::uint64_t i = 0; i < 64; ++i) {
    const std::uint64_t digits[] = {i / 16, i / 4 % 4, i % 4};
    for (std::size_t d = 0; d < 3; ++d) {
      const double u = designs[d].uniform(sample_of(i, 64)).value();
      CHECK(u == Approx((static_cast<double>(digits[d]) + 0.5) / 4).epsilon(1e-15));
    }
  }
}

TEST_CASE("listed values are taken in order") {
  const ListedDesign listed(input(0));
  for (const std::uint64_t n : {1u, 7u, 1000u, 99999u}) {
    for (std::uint64_t i = 0; i < n; ++i) {
      const double u = listed.uniform(sample_of(i, n)).value();
      if (static_cast<std::uint64_t>(u * static_cast<double>(n)) != i) FAIL_CHECK(i);
    }
  }
}

TEST_CASE("the random design is the draw that there was before there were designs") {
  const RandomDesign random(input(9));
  for (std::uint64_t i = 0; i < 5; ++i) {
    const auto words = draw_words<std::uint64_t>(3, i, stream_hash("disperse:input.9"), 0, 0);
    CHECK(random.uniform(sample_of(i, 10, 3)).k == words[0] >> 11);
  }
}

}  // namespace
}  // namespace montecopter
