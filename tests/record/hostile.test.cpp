/// Damaged and malicious files: one clear error each, never a crash, whatever HDF5 does with them.

#include <catch2/catch.hpp>

#include <unistd.h>

#include <csignal>
#include <random>

#include "base/error.hpp"
#include "record/isolate.hpp"
#include "record/packing.hpp"
#include "record/reader.hpp"
#include "record/sample_layout.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using record::ResultFile;

namespace {

/// Opens and reads all; true if it was accepted. Anything but an Error fails the test.
bool survives(const std::string& path) {
  try {
    const ResultFile file = ResultFile::open(path);
    for (const record::Dataset& dataset : file.datasets()) {
      if (dataset.scale != record::Scale::bare) {
        file.read_elements(dataset, 0, dataset.elements());
      }
    }
    file.unverified_samples();
    file.resolved_text();
    return true;
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::refused);
    CHECK_THAT(error.what(), Catch::StartsWith(path + ": error: "));
    return false;
  }
}

}  // namespace

TEST_CASE("files cut at any length are refused") {
  const TempDir dir;
  complete(dir / "a.h5", sample_layout(20, 2, 5));
  const std::string whole = read_file(dir / "a.h5");
  for (std::size_t i = 0; i < 60; ++i) {
    write_file(dir / "cut.h5", whole.substr(0, i * whole.size() / 60));
    CHECK_FALSE(survives(dir / "cut.h5"));
  }
}

TEST_CASE("random bytes after a valid signature are refused") {
  const TempDir dir;
  std::minstd_rand random(3);
  for (int round = 0; round < 30; ++round) {
    std::string bytes = "\x89HDF\r\n\x1a\n";
    for (int i = 0; i < 5000; ++i) bytes += static_cast<char>(random() >> 8);
    if (round % 2 == 0) bytes[8] = 2;  // a superblock version that exists
    write_file(dir / "a.h5", bytes);
    CHECK_FALSE(survives(dir / "a.h5"));
  }
}

TEST_CASE("mutated metadata never crash the reader") {
  const TempDir dir;
  complete(dir / "a.h5", sample_layout(3, 1, 2));
  const std::string whole = read_file(dir / "a.h5");
  std::vector<std::size_t> used;  // places worth damaging: most of a file this small is padding
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (whole[i] != 0) used.push_back(i);
  }
  std::minstd_rand random(11);
  int accepted = 0;
  constexpr int rounds = 600;
  for (int round = 0; round < rounds; ++round) {
    std::string bytes = whole;
    const std::size_t count = 1 + random() % 8;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = used[random() % used.size()] + random() % 4;
      bytes[std::min(at, bytes.size() - 1)] = static_cast<char>(random() >> 8);
    }
    write_file(dir / "mutated.h5", bytes);
    accepted += survives(dir / "mutated.h5");
  }
  // Damage in data or texts, which nobody can tell from a file that was written so: 27 with
  // HDF5 1.10.
  CHECK(accepted > 0);
  CHECK(accepted < rounds / 10);
}

TEST_CASE("a crash and a hang in the child are clear errors") {
  using record::run_isolated;
  CHECK(run_isolated("f", [] { return std::string("good"); }) == "good");
  CHECK(run_isolated("f", [] { return std::string(1 << 20, 'x'); }).size() == 1 << 20);
  CHECK_THROWS_WITH(run_isolated("f",
                                 []() -> std::string {
                                   ::raise(SIGSEGV);
                                   return "";
                                 }),
                    Catch::Contains("f: error: ") && Catch::Contains("crashed with signal 11"));
  CHECK_THROWS_WITH(run_isolated("f",
                                 []() -> std::string {
                                   ::raise(SIGXCPU);
                                   return "";
                                 }),
                    Catch::Contains("did not come to an end"));
  CHECK_THROWS_WITH(run_isolated("f", []() -> std::string { ::_exit(0); }),
                    Catch::Contains("stopped in the middle"));
  CHECK_THROWS_WITH(
      run_isolated("f", []() -> std::string { throw Error(ExitCode::refused, "no"); }), "no");
}

TEST_CASE("a damaged child cannot damage its parent through the pipe") {
  const std::string good = record::pack(record::schema_of(sample_layout(10, 2)));
  CHECK(record::pack(record::unpack(good)) == good);
  std::minstd_rand random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = good;
    if (round % 4 == 0) bytes.resize(random() % good.size());
    for (int i = 0; i < 3 && !bytes.empty(); ++i) {
      bytes[random() % bytes.size()] = static_cast<char>(random() >> 8);
    }
    try {
      record::unpack(bytes);
    } catch (const Error&) {
    }
  }
}
