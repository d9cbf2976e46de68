/// Threefry4x64-20 against its authors' known answers and their own code; stream addresses.

#include "dynamics/random/threefry.hpp"

#include <Random123/threefry.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "dynamics/random/stream.hpp"

namespace montecopter {
namespace {

using Words64 = Words4<std::uint64_t>;

TEST_CASE("threefry gives the known answers of its authors") {
  std::ifstream file(MONTECOPTER_TEST_DATA "/reference/randomness/threefry4x64.txt");
  int vectors = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line);
    std::string name;
    int rounds = 0;
    in >> name >> rounds >> std::hex;
    REQUIRE(name == "threefry4x64");
    REQUIRE(rounds == 20);
    Words64 counter, key, wanted;
    for (Words64* words : {&counter, &key, &wanted}) {
      for (std::uint64_t& word : *words) in >> word;
    }
    REQUIRE(!in.fail());
    CHECK(threefry4x64_20<std::uint64_t>(counter, key) == wanted);
    ++vectors;
  }
  CHECK(vectors == 3);
}

TEST_CASE("threefry agrees with Random123 on random inputs") {
  std::mt19937_64 generator(1);
  for (int i = 0; i < 10000; ++i) {
    Words64 counter, key;
    threefry4x64_ctr_t their_counter;
    threefry4x64_key_t their_key;
    for (std::size_t k = 0; k < 4; ++k) {
      their_counter.v[k] = counter[k] = generator();
      their_key.v[k] = key[k] = generator();
    }
    const Words64 ours = threefry4x64_20<std::uint64_t>(counter, key);
    const auto theirs = threefry4x64_R(20, their_counter, their_key);
    for (std::size_t k = 0; k < 4; ++k) REQUIRE(ours[k] == theirs.v[k]);
  }
}

TEST_CASE("a draw is addressed by seed, sample, stream, tick and block") {
  // The layout is part of the format: key (seed, 0, 0, 0), counter (sample, stream, tick, block).
  threefry4x64_ctr_t counter = {{11, 12, 13, 14}};
  threefry4x64_key_t key = {{7, 0, 0, 0}};
  const auto wanted = threefry4x64_R(20, counter, key);
  const Words64 ours = draw_words<std::uint64_t>(7, 11, 12, 13, 14);
  for (std::size_t k = 0; k < 4; ++k) CHECK(ours[k] == wanted.v[k]);
}

TEST_CASE("two blocks in step are those that come one after the other") {
  const TwoBlocks<std::uint64_t> both = draw_two_blocks<std::uint64_t>(7, 11, 12, 13, 14);
  CHECK(both.first == draw_words<std::uint64_t>(7, 11, 12, 13, 14));
  CHECK(both.second == draw_words<std::uint64_t>(7, 11, 12, 13, 15));
}

TEST_CASE("streams are named by FNV-1a") {
  // Test vectors of draft-eastlake-fnv, appendix C.
  CHECK(stream_hash("") == 0xcbf29ce484222325u);
  CHECK(stream_hash("a") == 0xaf63dc4c8601ec8cu);
  CHECK(stream_hash("foobar") == 0x85944171f73967e8u);
}

}  // namespace
}  // namespace montecopter
