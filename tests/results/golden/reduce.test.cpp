/// A golden holds the numbers of its result: those that are selected, and no others.

#include "results/golden/reduce.hpp"

#include <catch2/catch.hpp>

#include <cstring>

#include "record/sample_layout.hpp"
#include "results/diff/compare.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using golden::Golden;
using record::ResultFile;

namespace {

constexpr std::int64_t samples = 60, outputs = 20;

/// A finished result of made-up numbers, with traces of every second sample.
struct Flown {
  Flown() {
    const Layout layout = sample_layout(samples, 2, outputs);
    record::Writer writer = open_writer(dir / "a.h5", layout);
    for (const auto& rows : blocks_of(writer.missing_rows())) {
      writer.write(make_block(layout, rows));
    }
    writer.finish(sample_statistics(layout));
  }
  ResultFile open() const { return ResultFile::open(dir / "a.h5"); }
  TempDir dir;
};

template <class Value>
std::vector<Value> values_of(const Golden& golden, const std::string& name) {
  const std::vector<std::byte>& bytes = golden.bytes_of(name);
  std::vector<Value> values(bytes.size() / sizeof(Value));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace

TEST_CASE("chosen samples have the numbers that they have in the result") {
  const Flown flown;
  const ResultFile file = flown.open();
  const Golden golden = golden::reduce(file, golden::select(file, {0, 7, 59}));
  CHECK(values_of<std::int64_t>(golden, "chosen_sample") == std::vector<std::int64_t>{0, 7, 59});
  // Of those only sample 0 has a trace in the file.
  CHECK(values_of<std::int64_t>(golden, "trace_sample") == std::vector<std::int64_t>{0});
  int compared = 0;
  for (const record::Dataset& dataset : file.datasets()) {
    const record::Dataset* kept = golden.schema.find(dataset.name);
    if (!kept || kept->dims.empty() || kept->dims[0] != golden::chosen_sample_name) continue;
    if (kept->scale == record::Scale::coordinate) continue;
    std::vector<std::byte> wanted;
    for (const std::int64_t sample : {0, 7, 59}) {
      const auto row = file.read_rows(dataset, sample, 1);
      wanted.insert(wanted.end(), row.begin(), row.end());
    }
    CHECK(golden.bytes_of(dataset.name) == wanted);
    ++compared;
  }
  CHECK(compared >= 3);
  CHECK(golden.schema.find("check") == nullptr);
  CHECK(golden.resolved_text() == file.resolved_text());
}

TEST_CASE("traces are those of the result at the times that are kept") {
  const Flown flown;
  const ResultFile file = flown.open();
  golden::Selection selection = golden::select(file, {0, 4});
  selection.times.at("time") = {0, 5, 19};
  const Golden golden = golden::reduce(file, selection);
  const std::vector<double> all = file.read_f64("position");
  const std::vector<double> kept = values_of<double>(golden, "position");
  REQUIRE(kept.size() == 2 * 3 * 3);
  const std::vector<std::int64_t> traced = file.trace_samples();
  for (std::size_t k = 0; k < 2; ++k) {
    const auto row = static_cast<std::size_t>(
        std::find(traced.begin(), traced.end(), k == 0 ? 0 : 4) - traced.begin());
    for (std::size_t t = 0; t < 3; ++t) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t time = std::array<std::size_t, 3>{0, 5, 19}[t];
        CHECK(kept[(k * 3 + t) * 3 + axis] == all[(row * outputs + time) * 3 + axis]);
      }
    }
  }
}

TEST_CASE("the number of a sample is of all its digests") {
  const Flown flown;
  const ResultFile file = flown.open();
  const Golden golden = golden::reduce(file, golden::select(file, {0}));
  const std::vector<std::uint64_t> hashes = values_of<std::uint64_t>(golden, "sample_digest");
  REQUIRE(hashes.size() == samples);
  const record::Dataset& digest = file.at("digest");
  for (const std::int64_t sample : {0, 31, 59}) {
    Xxh3 hash;
    hash.add(file.read_rows(digest, sample, 1));
    CHECK(hashes[static_cast<std::size_t>(sample)] == hash.digest128().low);
  }
}

TEST_CASE("a golden as a result in memory is read as results are") {
  const Flown flown;
  const ResultFile file = flown.open();
  const Golden golden = golden::reduce(file, golden::select(file, {0, 2}));
  const ResultFile there = golden::as_result(golden, "x.golden");
  CHECK(there.samples() == samples);
  CHECK(there.complete());
  CHECK(there.resolved_text() == file.resolved_text());
  CHECK(there.status() == file.status());
  // And like itself, taken of the same result again by what it holds.
  const Golden again = golden::reduce(file, golden::select_like(golden, file));
  CHECK(golden::identity(again) == golden::identity(golden));
  CHECK(diff::compare(there, golden::as_result(again, "again"), {}).same());
}

TEST_CASE("the identity is of flights and choice, and not of the history") {
  const Flown flown;
  const ResultFile file = flown.open();
  Golden golden = golden::reduce(file, golden::select(file, {0, 2}));
  const std::string before = golden::identity(golden);
  golden.history.push_back({"2026-01-01", "why", "1", "", before});
  CHECK(golden::identity(golden) == before);
  golden.data.back().front() ^= std::byte{1};
  CHECK(golden::identity(golden) != before);
}
