/// The nearest correlation matrix, against published ones.

#include <catch2/catch.hpp>
#include <cmath>

#include "scenario/checks/nearest_correlation.hpp"

using namespace montecopter;

namespace {

void check_near(const MatrixRows& found, const MatrixRows& wanted, double tolerance) {
  REQUIRE(found.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (std::size_t j = 0; j < wanted.size(); ++j) {
      CAPTURE(i, j);
      CHECK(std::fabs(found[i][j] - wanted[i][j]) < tolerance);
    }
  }
}

}  // namespace

TEST_CASE("the nearest correlation matrix is the published one") {
  // N. Higham, IMA J. Numer. Anal. 22 (2002), section 4: to four digits.
  check_near(nearest_correlation_matrix({{1, 1, 0}, {1, 1, 1}, {0, 1, 1}}),
             {{1, 0.7607, 0.1573}, {0.7607, 1, 0.7607}, {0.1573, 0.7607, 1}}, 5e-5);
  // The same in another order of the variables, and what is one stays as it is.
  check_near(nearest_correlation_matrix({{1, 1, 1}, {1, 1, 0}, {1, 0, 1}}),
             {{1, 0.7607, 0.7607}, {0.7607, 1, 0.1573}, {0.7607, 0.1573, 1}}, 5e-5);
  const MatrixRows sound = {{1, 0.5, -0.2}, {0.5, 1, 0.3}, {-0.2, 0.3, 1}};
  check_near(nearest_correlation_matrix(sound), sound, 1e-12);
}

TEST_CASE("by symmetry three correlations of -0.9 become -1/2") {
  check_near(nearest_correlation_matrix({{1, -0.9, -0.9}, {-0.9, 1, -0.9}, {-0.9, -0.9, 1}}),
             {{1, -0.5, -0.5}, {-0.5, 1, -0.5}, {-0.5, -0.5, 1}}, 1e-8);
}

TEST_CASE("eigenvalues are kept off zero where that is asked for") {
  const MatrixRows off = nearest_correlation_matrix({{1, 1, 0}, {1, 1, 1}, {0, 1, 1}}, 1e-3);
  REQUIRE(semidefinite_factor(off));
  CHECK((*semidefinite_factor(off))[2][2] > 0.01);
}
