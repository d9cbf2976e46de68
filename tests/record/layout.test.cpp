#include "plan/layout.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "record/describe.hpp"
#include "record/lay_out.hpp"
#include "record/packing.hpp"
#include "record/sample_layout.hpp"
#include "record/schema.hpp"

using namespace montecopter;
using montecopter::testing::sample_layout;

TEST_CASE("a layout knows the size of a row") {
  const Layout layout = sample_layout(200, 2, 50);
  CHECK(layout.dimension_size("sample") == 200);
  CHECK(layout.dimension_size("trace_sample") == 100);
  CHECK(layout.row_bytes(layout.columns[0]) == 1);
  CHECK(layout.row_elements(layout.columns[5]) == 150);
  CHECK(layout.row_bytes(layout.columns[7]) == 200);
  CHECK_THROWS_AS(layout.dimension_size("tiem"), Error);
}

TEST_CASE("a layout that contradicts itself is refused") {
  Layout layout = sample_layout();
  SECTION("no samples") { layout.samples = 0; }
  SECTION("a name twice") { layout.columns[1].name = "status"; }
  SECTION("a reserved name") { layout.columns[1].name = "check"; }
  SECTION("a name with a slash") { layout.columns[1].name = "a/b"; }
  SECTION("an empty dimension") { layout.dimensions[1].size = 0; }
  SECTION("an unknown dimension") { layout.columns[4].dims = {"chekpoint"}; }
  SECTION("descending traces") { layout.trace_samples = {4, 2}; }
  SECTION("a trace outside") { layout.trace_samples = {200}; }
  SECTION("missing coordinates") { layout.dimensions[0].coordinates.pop_back(); }
  SECTION("fixed values of a column that has none") { layout.columns[1].values = {1}; }
  SECTION("a fixed column without values") { layout.columns[8].rows = Rows::fixed; }
  SECTION("NaN in a whole number") { layout.columns[3].nan_until_written = true; }
  SECTION("beyond any disk") {
    layout.dimensions[0] = {"time", std::int64_t{1} << 58, {}, {}, "", ""};
  }
  CHECK_THROWS_AS(record::schema_of(layout), Error);
}

TEST_CASE("without traces there are neither trace datasets nor their dimensions") {
  const record::Schema schema = record::schema_of(sample_layout(10, 0));
  for (const char* name : {"trace_sample", "position", "time", "axis", "quaternion"}) {
    CHECK(schema.find(name) == nullptr);
  }
  CHECK(schema.find("digest") != nullptr);
  CHECK(schema.find("statistic") != nullptr);
}

/// The bytes of a schema with its datasets by name. A reader finds them in the order of their
/// groups.
std::string sorted(record::Schema schema) {
  std::sort(schema.datasets.begin(), schema.datasets.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return record::pack(schema);
}

TEST_CASE("a layout is what HDF5 reads from its file") {
  const testing::TempDir dir;
  const std::string path = dir / "a.h5";
  const int traced_each = GENERATE(0, 2);
  const record::LaidOut made = record::lay_out(record::schema_of(sample_layout(200, traced_each)));
  const record::Fd fd = record::create_exclusive(path, path);
  made.image.write_to(fd.get(), path);
  CHECK(record::file_size(fd.get(), path) == made.image.size());
  CHECK(sorted(record::describe(fd.get(), path)) == sorted(made.schema));
}

/// Without the lock of in_hdf5(), one of these children waits for ever.
TEST_CASE("a child that reads does not wait for a thread that lays out") {
  const testing::TempDir dir;
  const std::string path = dir / "a.h5";
  const record::Schema schema = record::schema_of(sample_layout());
  const record::Fd fd = record::create_exclusive(path, path);
  record::lay_out(schema).image.write_to(fd.get(), path);
  std::atomic<bool> ends{false};
  std::thread other([&] {
    while (!ends) record::lay_out(schema);
  });
  for (int i = 0; i < 30; ++i) {
    CHECK(record::describe(fd.get(), path).datasets.size() == schema.datasets.size());
  }
  ends = true;
  other.join();
}

TEST_CASE("an image holds what was written, and zeros elsewhere") {
  const testing::TempDir dir;
  const std::string path = dir / "a";
  constexpr std::uint64_t far = std::uint64_t{1} << 40;
  record::FileImage image;
  std::vector<std::byte> bytes(10000);  // across pages
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 251 + 1);
  image.write(far + 100, bytes);
  CHECK(image.size() == far + 100 + bytes.size());
  image.resize(far + 9000);
  std::vector<std::byte> there(300);
  image.read(far, there);
  CHECK(std::count(there.begin(), there.begin() + 100, std::byte{0}) == 100);
  CHECK(std::equal(there.begin() + 100, there.end(), bytes.begin()));
  const record::Fd fd = record::create_exclusive(path, path);
  image.write_to(fd.get(), path);
  CHECK(record::file_size(fd.get(), path) == far + 9000);
  std::vector<std::byte> stored(8900);
  record::pread_all(fd.get(), stored, far + 100, path);
  CHECK(std::equal(stored.begin(), stored.end(), bytes.begin()));
}
