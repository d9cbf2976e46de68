#include "results/summarise/sampling.hpp"

#include <catch2/catch.hpp>

#include "dynamics/sampling/design.hpp"

using namespace montecopter;

TEST_CASE("statistics and sampling designs agree on which samples are independent") {
  std::size_t independent = 0;
  for (const Choice& kind : design_choices) {
    const Sampling sampling{std::string(kind.name), 1, false};
    INFO(kind.name);
    CHECK(sampling.is_independent() == has_independent_samples(kind.name));
    independent += sampling.is_independent() ? 1 : 0;
  }
  CHECK(independent == 1);
}
