/// Goldens come back as they were written, and nothing else is taken for one.

#include "results/golden/format.hpp"

#include <catch2/catch.hpp>

#include <cstring>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"

using namespace montecopter;
using golden::Golden;
using record::Dataset;
using record::Scale;

namespace {

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// The smallest golden that there can be, and a signal.
Golden small() {
  Golden golden;
  const auto add = [&](Dataset dataset, std::vector<std::byte> bytes) {
    golden.schema.datasets.push_back(std::move(dataset));
    golden.data.push_back(std::move(bytes));
  };
  const auto numbers = [](std::size_t count, std::size_t size) {
    std::vector<std::byte> bytes(count * size);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 % 251);
    return bytes;
  };
  golden.schema.attributes = {{"title", std::string("small")}, {"format_version", std::int64_t{1}}};
  add({.name = "sample",
       .element = Element::i64,
       .shape = {3},
       .dims = {"sample"},
       .attributes = {},
       .scale = Scale::coordinate},
      numbers(3, 8));
  add({.name = "chosen_sample",
       .element = Element::i64,
       .shape = {2},
       .dims = {"chosen_sample"},
       .attributes = {{"codes", std::vector<std::int8_t>{1, 2}},
                      {"list", std::vector<std::int64_t>{5, -6}}},
       .scale = Scale::coordinate},
      {});
  golden.data.back().resize(16);
  golden.data.back()[8] = std::byte{2};  // samples 0 and 2
  add({.name = "axis",
       .element = Element::f32,
       .shape = {3},
       .dims = {"axis"},
       .attributes = {},
       .scale = Scale::bare},
      {});
  add({.name = "status",
       .element = Element::i8,
       .shape = {3},
       .dims = {"sample"},
       .attributes = {}},
      numbers(3, 1));
  add({.name = "m_x",
       .element = Element::f64,
       .shape = {2, 3},
       .dims = {"chosen_sample", "axis"},
       .attributes = {}},
      numbers(6, 8));
  add({.name = "provenance/resolved_byte",
       .element = Element::f32,
       .shape = {10},
       .dims = {"provenance/resolved_byte"},
       .attributes = {},
       .scale = Scale::bare},
      {});
  add({.name = "provenance/resolved",
       .element = Element::u8,
       .shape = {10},
       .dims = {"provenance/resolved_byte"},
       .attributes = {}},
      bytes_of("schema = 1"));
  golden.history = {{"2026-01-02", "first", "0.1.0", "", "aa"},
                    {"2026-02-03", "", "x", "aa", "bb"}};
  return golden;
}

std::string refusal(const std::string& bytes) {
  try {
    (void)golden::decode(bytes, "x.golden");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::refused);
    return error.what();
  }
  return {};
}

/// The encoded golden with its check made anew, as somebody would who forges one.
std::string with_check(std::string bytes) {
  bytes.resize(bytes.size() - 16);
  Xxh3 hash;
  hash.add(std::as_bytes(std::span(bytes)));
  const Hash128 check = hash.digest128();
  bytes.append(reinterpret_cast<const char*>(&check.low), 8);
  bytes.append(reinterpret_cast<const char*>(&check.high), 8);
  return bytes;
}

}  // namespace

TEST_CASE("a golden comes back as it was written") {
  const Golden golden = small();
  const Golden back = golden::decode(golden::encode(golden), "x.golden");
  CHECK(back.history == golden.history);
  CHECK(back.data == golden.data);
  CHECK(back.schema.attributes == golden.schema.attributes);
  REQUIRE(back.schema.datasets.size() == golden.schema.datasets.size());
  CHECK(golden::identity(back) == golden::identity(golden));
  CHECK(back.resolved_text() == "schema = 1");
  CHECK(golden::encode(back) == golden::encode(golden));
}

TEST_CASE("every damaged byte and every missing end is found") {
  const std::string good = golden::encode(small());
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    INFO(at);
    REQUIRE_FALSE(refusal(bad).empty());
    REQUIRE_FALSE(refusal(good.substr(0, at)).empty());
  }
  CHECK_FALSE(refusal(good + "x").empty());
  CHECK(refusal("").find("does not begin like a golden") != std::string::npos);
}

TEST_CASE("another version is named") {
  std::string other = golden::encode(small());
  other[8] = 7;
  CHECK(refusal(with_check(other)).find("format version 7; this program reads version 1") !=
        std::string::npos);
}

TEST_CASE("metadata that contradict themselves are refused, whatever the check says") {
  Golden golden = small();
  Dataset& signal = golden.schema.datasets[4];
  std::string wanted;
  SECTION("a shape that its dimension does not have") {
    signal.shape = {3, 2};
    wanted = "does not match its dimensions";
  }
  SECTION("a dimension that is not there") {
    signal.dims[1] = "rotor";
    wanted = "does not match its dimensions";
  }
  SECTION("a negative extent") {
    signal.shape[0] = -2;
    wanted = "impossible shape";
  }
  SECTION("an extent whose bytes overflow") {
    signal.shape[0] = std::int64_t{1} << 62;
    wanted = "impossible shape";
  }
  SECTION("fewer names than extents") {
    signal.dims.pop_back();
    wanted = "has no names";
  }
  SECTION("no status") {
    golden.schema.datasets[3].name = "other";
    wanted = "'status' is missing";
  }
  SECTION("a status that is none") {
    golden.schema.datasets[3].element = Element::i64;
    golden.data[3].resize(24);
    wanted = "'status' is missing or has another kind";
  }
  SECTION("a chosen sample that there is not") {
    const std::int64_t samples[] = {0, 3};
    std::memcpy(golden.data[1].data(), samples, sizeof samples);
    wanted = "names samples that do not exist";
  }
  SECTION("chosen samples that do not ascend") {
    const std::int64_t samples[] = {1, 1};
    std::memcpy(golden.data[1].data(), samples, sizeof samples);
    wanted = "names samples that do not exist";
  }
  SECTION("more bytes than it says") {
    golden.data[4].resize(56);
    wanted = "there are bytes after its end";
  }
  SECTION("fewer") {
    golden.data[6].resize(2);
    wanted = "it ends too early";
  }
  CHECK(refusal(golden::encode(golden)).find(wanted) != std::string::npos);
}

TEST_CASE("a body that expands without end is refused") {
  std::string bomb = golden::encode(small());
  const std::uint64_t size = std::uint64_t{1} << 40;
  std::memcpy(bomb.data() + 16, &size, sizeof size);
  CHECK(refusal(with_check(bomb)).find("too large") != std::string::npos);
}
