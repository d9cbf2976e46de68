#include "results/export/mat.hpp"

#include <catch2/catch.hpp>
#include <cstring>

#include "core/base/error.hpp"

using namespace montecopter;
using Catch::Matchers::Contains;

namespace {

NamedArray zeros(const std::string& name, std::vector<std::int64_t> shape,
                 Element element = Element::f64) {
  return {name, "m", "", Numbers{element, std::move(shape), [](const ByteSink&) {
                                   FAIL("nothing is read before all is known to fit");
                                 }}};
}

std::uint32_t number_at(const std::string& bytes, std::size_t place) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

}  // namespace

TEST_CASE("names of MATLAB are legal, short and different", "[export]") {
  const std::string long_name(70, 'a');
  const std::vector<NamedArray> arrays = {
      zeros("in_wind.0.to_m_s.x", {1}), zeros("in_wind_0_to_m_s_x", {1}), zeros("0", {1}),
      zeros(long_name + "b", {1}),      zeros(long_name + "c", {1}),      zeros("_", {1})};
  const std::vector<std::string> names = matlab_names(arrays);
  CHECK(names[0] == "in_wind_0_to_m_s_x");
  CHECK(names[1] == "in_wind_0_to_m_s_x_2");
  CHECK(names[2] == "x0");
  CHECK(names[3] == std::string(63, 'a'));
  CHECK(names[4] == std::string(61, 'a') + "_2");
  CHECK(names[5] == "x_");
}

// "MAT-File Format", page 1-6 on: 128 bytes, then tag, array flags, dimensions, name, numbers.
TEST_CASE("the bytes of a small file are those of the format", "[export]") {
  const std::vector<NamedArray> arrays = {
      {"ab", "", "", Numbers{Element::i8, {3, 2}, [](const ByteSink& sink) {
                               sink("\1\2\3");
                               sink("\4\5\6");
                             }}}};
  std::string bytes;
  write_mat(arrays, [&](std::string_view piece) { bytes += piece; });
  CHECK(bytes.substr(0, 19) == "MATLAB 5.0 MAT-file");
  CHECK(bytes.substr(124, 4) == std::string("\x00\x01IM", 4));
  CHECK(number_at(bytes, 128) == 14);  // miMATRIX
  CHECK(number_at(bytes, 132) == bytes.size() - 136);
  CHECK(number_at(bytes, 136) == 6);  // miUINT32: flags
  CHECK(number_at(bytes, 144) == 8);  // mxINT8_CLASS
  CHECK(number_at(bytes, 152) == 5);  // miINT32: dimensions
  CHECK(number_at(bytes, 160) == 2);  // in reverse
  CHECK(number_at(bytes, 164) == 3);
  CHECK(number_at(bytes, 168) == 1);  // miINT8: name
  CHECK(bytes.substr(176, 2) == "ab");
  CHECK(number_at(bytes, 184) == 1);  // miINT8: numbers
  CHECK(number_at(bytes, 188) == 6);
  CHECK(bytes.substr(192) == std::string("\1\2\3\4\5\6\0\0", 8));
}

TEST_CASE("a variable of more than 2 GiB is refused before anything is written", "[export]") {
  const auto written = [](std::vector<std::int64_t> shape, Element element = Element::f64) {
    const std::vector<NamedArray> arrays = {zeros("position", std::move(shape), element)};
    write_mat(arrays, [](std::string_view) { FAIL("something was written"); });
  };
  CHECK_THROWS_WITH(written({1 << 10, 1 << 18, 1}),
                    Contains("'position'") && Contains("2.0 GiB") && Contains("h5read"));
  CHECK_THROWS_AS(written({1'000'000'000'000, 3}), Error);
  CHECK_THROWS_AS(written({std::int64_t{1} << 31}, Element::i8), Error);
  CHECK_THROWS_AS(written({std::int64_t{1} << 40, std::int64_t{1} << 40}), Error);
  const std::vector<NamedArray> fits = {zeros("position", {(1 << 28) - 16})};
  CHECK_NOTHROW(require_mat_sizes(fits));  // 128 bytes less than 2 GiB, and a head of 72
}
