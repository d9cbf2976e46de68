/// Columns whose values are known before the first flight, as the values of a sweep are.

#include <catch2/catch.hpp>

#include "record/reader.hpp"
#include "record/sample_layout.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using record::ResultFile;

namespace {

/// The sample layout with masses at three points, and a statistic at each.
Layout layout_with_points(std::vector<double> masses) {
  Layout layout = sample_layout(70, 0);
  Dimension point{"point", static_cast<std::int64_t>(masses.size()), {}, Element::i64, "", "point"};
  for (std::int64_t i = 0; i < point.size; ++i) point.coordinates.push_back(static_cast<double>(i));
  layout.dimensions.push_back(point);
  layout.columns.push_back({.name = "sweep_mass",
                            .rows = Rows::fixed,
                            .dims = {"point"},
                            .unit = "kg",
                            .values = std::move(masses),
                            .number_attributes = {{"grid_shape", {3, 1}}, {"grid_axis", {0}}}});
  layout.columns.push_back(
      {.name = "stat_mass", .rows = Rows::none, .dims = {"point", "statistic"}});
  return layout;
}

}  // namespace

TEST_CASE("fixed values are in the file before any sample, and are no statistics") {
  const TempDir dir;
  const Layout layout = layout_with_points({0.5, -0.0, 1e300});
  const std::string path = dir / "a.h5";
  { const record::Writer writer = open_writer(path, layout); }
  CHECK(ResultFile::open(path).read_f64("sweep_mass") == std::vector<double>{0.5, -0.0, 1e300});
  complete(path, layout);
  const ResultFile file = ResultFile::open(path);
  CHECK(file.complete());
  CHECK(file.read_f64("sweep_mass") == std::vector<double>{0.5, -0.0, 1e300});
  CHECK(file.read_f64("stat_mass").size() == 9);
  CHECK(file.unverified_samples().empty());
}

TEST_CASE("lists of whole numbers are attributes, also lists of one") {
  const TempDir dir;
  const std::string path = dir / "a.h5";
  complete(path, layout_with_points({1, 2, 3}));
  using Numbers = std::vector<std::int64_t>;
  const auto attributes = ResultFile::open(path).at("sweep_mass").attributes;
  const auto find = [&](const std::string& name) {
    for (const record::Attribute& attribute : attributes) {
      if (attribute.name == name) return std::get<Numbers>(attribute.value);
    }
    return Numbers{};
  };
  CHECK(find("grid_shape") == Numbers{3, 1});
  CHECK(find("grid_axis") == Numbers{0});
}

TEST_CASE("damaged fixed values are written again") {
  const TempDir dir;
  const Layout layout = layout_with_points({1, 2, 3});
  const std::string path = dir / "a.h5";
  complete(path, layout);
  const std::string whole = read_file(path);
  std::string damaged = whole;
  damaged[ResultFile::open(path).at("sweep_mass").offset + 9] ^= 1;
  write_file(path, damaged);
  const record::Writer writer = open_writer(path, layout);
  REQUIRE(writer.warnings().size() == 1);
  CHECK_THAT(writer.warnings()[0], Catch::Contains("'sweep_mass'"));
  CHECK(writer.missing_rows().empty());
  CHECK(ResultFile::open(path).read_f64("sweep_mass") == std::vector<double>{1, 2, 3});
}

TEST_CASE("another grid is another layout") {
  const TempDir dir;
  const std::string path = dir / "a.h5";
  complete(path, layout_with_points({1, 2, 3}));
  Layout other = layout_with_points({1, 2, 3});
  other.columns[other.columns.size() - 2].number_attributes[0].second = {1, 3};
  CHECK_THROWS_WITH(open_writer(path, other), Catch::Contains("grid_shape"));
}
