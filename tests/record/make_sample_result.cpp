/// Writes the sample result file of the tests: make_sample_result PATH [laid-out|bench].

#include <chrono>
#include <cstdio>
#include <cstring>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "record/sample_layout.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

double seconds_of(const auto& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Cost of a block through the writer against its bare writes.
void bench(const std::string& path) {
  const Layout layout = sample_layout(20000, 1, 100);
  record::Writer writer = open_writer(path, layout);
  const Block block = make_block(layout, blocks_of(writer.missing_rows())[0]);
  double bytes = 0;
  for (const auto& data : block.data) bytes += static_cast<double>(data.size());
  const auto blocks = blocks_of(writer.missing_rows());
  const double through_writer = seconds_of([&] {
    Block moved = block;
    for (const auto& rows : blocks) {
      moved.rows = rows;
      if (rows.size() == 64) writer.write(moved);
    }
  });
  const record::Fd fd = record::create_exclusive(path + ".bare");
  record::reserve(fd.get(), static_cast<std::uint64_t>(bytes) * blocks.size(), path);
  const double bare = seconds_of([&] {
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (const auto& data : block.data) {
        record::pwrite_all(fd.get(), data, at, path);
        at += data.size();
      }
    }
  });
  Xxh3 hash;
  const double hashing = seconds_of([&] {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (const auto& data : block.data) hash.add(data);
    }
  });
  const double n = static_cast<double>(blocks.size());
  std::printf(
      "block of 64 samples, %.0f bytes: writer %.1f us, bare pwrite %.1f us, hash %.1f us\n", bytes,
      1e6 * through_writer / n, 1e6 * bare / n, 1e6 * hashing / n);
}

}  // namespace

int main(int count, char** words) {
  try {
    const std::string what = count > 2 ? words[2] : "";
    if (what == "bench") {
      bench(words[1]);
    } else if (what == "laid-out") {
      open_writer(words[1], sample_layout());
    } else if (count > 1) {
      complete(words[1], sample_layout());
    }
    return count > 1 ? 0 : 2;
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return static_cast<int>(error.code());
  }
}
