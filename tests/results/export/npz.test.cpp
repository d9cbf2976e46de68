#include "results/export/npz.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace montecopter;

namespace {

const std::vector<NamedArray>& some_arrays() {
  static const std::vector<NamedArray> arrays = {
      {"a.b", "m", "",
       Numbers{Element::i8,
               {3, 2},
               [](const ByteSink& sink) {
                 sink("\1\2\3");
                 sink("\4\5\6");
               }}},
      {"none", "", "", Numbers{Element::f64, {0}, [](const ByteSink&) {}}},
      {"words", "", "", Texts{{"ok", "", "\xc2\xb5"}, {3}}}};
  return arrays;
}

std::string written(std::uint64_t zip64_from) {
  std::string bytes;
  write_npz(
      some_arrays(), [&](std::string_view piece) { bytes += piece; }, zip64_from);
  return bytes;
}

/// What Debian's NumPy reads, as a test that exits with 0.
bool numpy_reads(const std::string& bytes) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0) return true;
  const std::string path =
      std::filesystem::temp_directory_path() / ("montecopter-test-" + std::to_string(getpid()));
  std::ofstream(path, std::ios::binary) << bytes;
  const std::string command =
      "/usr/bin/python3 -c '\n"
      "import numpy, sys, zipfile\n"
      "path = sys.argv[1]\n"
      "assert zipfile.ZipFile(path).testzip() is None\n"
      "with numpy.load(path) as data:\n"
      "    assert data.files == [\"a.b\", \"none\", \"words\"], data.files\n"
      "    assert data[\"a.b\"].tolist() == [[1, 2], [3, 4], [5, 6]] and data[\"a.b\"].dtype == "
      "\"i1\"\n"
      "    assert data[\"none\"].shape == (0,) and data[\"none\"].dtype == \"<f8\"\n"
      "    assert data[\"words\"].tolist() == [\"ok\", \"\", \"\\u00b5\"]\n' " +
      path;
  const bool read = std::system(command.c_str()) == 0;
  std::filesystem::remove(path);
  return read;
}

}  // namespace

TEST_CASE("NumPy reads what is written", "[export]") {
  CHECK(numpy_reads(written(zip64_from_bytes)));
}

TEST_CASE("NumPy reads it with the fields of ZIP64", "[export]") {
  CHECK(numpy_reads(written(0)));    // sizes and places of all
  CHECK(numpy_reads(written(137)));  // sizes of some, places of others
}

// NumPy Enhancement Proposal 1: magic, version 1.0, the length of the header, a dictionary that
// ends with a newline, so that the numbers begin at a multiple of 64.
TEST_CASE("the bytes of an array are those of the format", "[export]") {
  const std::string bytes = written(zip64_from_bytes);
  const std::size_t start = 30 + std::string("a.b.npy").size();
  const std::string header = bytes.substr(start, 128);
  CHECK(header.substr(0, 10) == std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  CHECK(header.substr(10, 61) == "{'descr': '|i1', 'fortran_order': False, 'shape': (3, 2), }  ");
  CHECK(header.back() == '\n');
  CHECK(bytes.substr(start + 128, 6) == "\1\2\3\4\5\6");
}
