/// A damaged byte is found where it is, and a whole file is intact.

#include <catch2/catch.hpp>

#include "plan/plan.hpp"
#include "results/fsck/fsck.hpp"
#include "results/made_up.hpp"
#include "results/summarise/summary.hpp"
#include "support/small_scenario.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

/// A file with the layout of a scenario, and made-up numbers in it.
struct Examined {
  void write(std::int64_t samples) const {
    record::Writer writer = open_writer(path, layout);
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < samples; ++row) rows.push_back(row);
    for (const auto& block : blocks_of(rows)) writer.write(make_block(layout, block));
    if (samples == layout.samples) writer.finish(statistics_bytes(summarise(writer.as_written())));
  }
  fsck::Examination now() const { return fsck::examine(path, 2, {}); }

  TempDir dir;
  std::string path = dir / "a.h5";
  Layout layout = make_plan(load(with("samples = 10", "samples = 150"))).layout;
};

}  // namespace

TEST_CASE("a whole file is intact") {
  const Examined file;
  file.write(150);
  const fsck::Examination found = file.now();
  INFO(fsck::examination_text(found, 100));
  CHECK(found.is_intact());
  CHECK(found.finished);
  CHECK(found.samples == 150);
  CHECK(found.missing == 0);
  CHECK(found.bytes == read_file(file.path).size());
  CHECK(found.content_sha256.size() == 64);
}

TEST_CASE("a file of another release describes its columns in its own words") {
  const auto described = [](const std::string& source) {
    Examined file;
    for (Column& column : file.layout.columns) {
      if (column.name == "t_end_s") column.long_name = "other words";
    }
    for (auto& [name, value] : file.layout.root_attributes) {
      if (name == "source" && !source.empty()) value = source;
    }
    file.write(150);
    return file.now();
  };
  const fsck::Examination other = described("montecopter 0.0.9");
  INFO(fsck::examination_text(other, 100));
  CHECK(other.is_intact());
  REQUIRE(other.notes.size() == 1);
  CHECK(other.notes[0].find("montecopter 0.0.9 created the file, and this is montecopter ") == 0);
  const fsck::Examination own = described("");  // this version uses these words nowhere
  REQUIRE_FALSE(own.is_intact());
  CHECK(own.findings.front().part == "metadata");
}

TEST_CASE("a byte of any column of samples is damage of its sample, which run repairs") {
  for (const char* column : {"in_vehicle.mass_kg", "t_end_s"}) {
    const Examined file;
    file.write(150);
    flip(file.path, place_of(file.path, column, 77) + 3);
    const fsck::Examination found = file.now();
    INFO(column << "\n" << fsck::examination_text(found, 100));
    CHECK_FALSE(found.is_intact());
    REQUIRE_FALSE(found.findings.empty());
    const fsck::Finding& first = found.findings.front();
    CHECK(first.part == "samples");
    CHECK(first.samples.count() == 1);
    CHECK(first.samples.contains(77));
    CHECK(first.cure == fsck::Cure::run);
  }
}

TEST_CASE("two samples that have changed places are both damaged") {
  const Examined file;
  file.write(150);
  const std::uint64_t here = place_of(file.path, "in_vehicle.mass_kg", 3),
                      there = place_of(file.path, "in_vehicle.mass_kg", 99);
  std::string bytes = read_file(file.path);
  std::swap_ranges(bytes.begin() + static_cast<long>(here),
                   bytes.begin() + static_cast<long>(here) + 8,
                   bytes.begin() + static_cast<long>(there));
  write_file(file.path, bytes);
  const fsck::Examination found = file.now();
  REQUIRE_FALSE(found.is_intact());
  CHECK(found.findings.front().samples.count() == 2);
  CHECK(found.findings.front().samples.contains(3));
  CHECK(found.findings.front().samples.contains(99));
}

TEST_CASE("samples that are not flown yet are missing, and no damage") {
  const Examined file;
  file.write(64);
  const fsck::Examination found = file.now();
  INFO(fsck::examination_text(found, 100));
  CHECK_FALSE(found.finished);
  CHECK(found.missing == 86);
  CHECK(found.is_intact());
}
