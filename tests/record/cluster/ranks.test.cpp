/// What processes that fly together say to each other, without MPI: threads of this process stand
/// for them. tests/cli/ranks.py flies with real ones.

#include <catch2/catch.hpp>

#include <thread>

#include "core/base/error.hpp"
#include "record/cluster/among_threads.hpp"
#include "record/cluster/leader.hpp"
#include "record/cluster/shared_file.hpp"

using namespace montecopter;
using namespace montecopter::cluster;

namespace {

Hello hello_on(const std::string& host, std::int64_t threads = 1,
               std::vector<std::uint64_t> processors = {1}) {
  Hello hello;
  hello.host = hello.boot = host;
  hello.flights = "the same";
  hello.threads = threads;
  hello.processors = std::move(processors);
  return hello;
}

/// What the first process says when it hears from others that say `hellos`; empty: all is well.
std::string gathered(const Hello& own, const std::vector<Hello>& hellos,
                     ExitCode code = ExitCode::refused) {
  post.size = static_cast<int>(hellos.size()) + 1;
  std::vector<std::jthread> others;
  for (std::size_t i = 0; i < hellos.size(); ++i) {
    others.emplace_back([&, i] {
      Transport transport(*among_threads.at(i + 1));
      transport.send(0, packed(hellos[i]));
      CHECK(kind_of(transport.receive().bytes) == Kind::leave);
    });
  }
  try {
    Leader leader(std::make_unique<Transport>(*among_threads[0]), [](int) {});
    leader.gather(own);
  } catch (const Error& error) {
    CHECK(error.code() == code);
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("messages come out as they went in", "[ranks]") {
  Hello hello = hello_on("node7", 12, {3, 0, 5});
  hello.failure = {6, "error: no."};
  hello.threads_are_given = true;
  const Hello again = hello_in(packed(hello));
  CHECK(again.failure.code == 6);
  CHECK(again.failure.text == "error: no.");
  CHECK(again.host == "node7");
  CHECK(again.threads == 12);
  CHECK(again.threads_are_given);
  CHECK(again.processors == hello.processors);

  const Join join{{"/a/b.h5", 7, 8, {{"status", 4096}, {"check", 8192}}}, 3, "/a/b.h5.probe-1"};
  const Join joined = join_in(packed(join));
  CHECK(joined.place.path == "/a/b.h5");
  CHECK(joined.place.device == 7);
  CHECK(joined.place.inode == 8);
  CHECK(joined.place.offsets == join.place.offsets);
  CHECK(joined.threads == 3);
  CHECK(joined.probe == join.probe);

  Ready ready{true, 1, 2, 3};
  CHECK(ready_in(packed(ready)).has_file);
  CHECK(ready_in(packed(ready)).file_system == 3);
  CHECK(fly_in(packed(Fly{true})).sends);
  CHECK_FALSE(fly_in(packed(Fly{false})).sends);

  const Block block{{3, 5}, {{std::byte{1}, std::byte{2}}, {}, {std::byte{255}}}};
  CHECK(block_in(packed(block)).rows == block.rows);
  CHECK(block_in(packed(block)).data == block.data);

  Ask ask;
  ask.report.steps = std::int64_t{1} << 60;
  ask.report.by_status[2] = 9;
  ask.report.given_up = 64;
  ask.report.silent = -3;
  ask.report.checks = {~0ull, 1};
  ask.blocks = 77;
  const Ask asked = ask_in(packed(ask));
  CHECK(asked.report.steps == ask.report.steps);
  CHECK(asked.report.by_status == ask.report.by_status);
  CHECK(asked.report.given_up == ask.report.given_up);
  CHECK(asked.report.silent == ask.report.silent);
  CHECK(asked.report.checks == ask.report.checks);
  CHECK(asked.blocks == 77);

  DoneMessage done;
  done.failure = {6, "disk full"};
  done.signal = 15;
  CHECK(done_in(packed(done)).failure.text == "disk full");
  CHECK(done_in(packed(done)).signal == 15);

  RowRanges rows;
  rows.add(0, 64);
  rows.add(70);
  CHECK(rows_in(packed(rows)) == rows);
  CHECK(rows_in(packed(RowRanges{})).empty());
}

TEST_CASE("a message that is cut or of another kind is an error", "[ranks]") {
  const std::string whole = packed(hello_on("node"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK_THROWS_AS(hello_in(whole.substr(0, size)), Error);
  }
  CHECK_THROWS_AS(rows_in(whole), Error);
  CHECK_THROWS_AS(kind_of("\x63"), Error);
}

TEST_CASE("processes share the processors of their machine", "[ranks]") {
  const auto shared = [](std::vector<Hello> all) { return shared_threads(all); };
  using Threads = std::vector<std::int64_t>;
  // Each is bound to one of its own; all may use all; one machine has fewer.
  CHECK(shared({hello_on("a", 1, {1}), hello_on("a", 1, {2})}) == Threads{1, 1});
  CHECK(shared({hello_on("a", 8, {0xff}), hello_on("a", 8, {0xff})}) == Threads{4, 4});
  CHECK(shared({hello_on("a", 8, {0xff}), hello_on("b", 2, {3})}) == Threads{8, 2});
  // More processes than processors, and numbers that were typed.
  CHECK(shared({hello_on("a", 2, {3}), hello_on("a", 2, {3}), hello_on("a", 2, {3})}) ==
        Threads{1, 1, 1});
  Hello given = hello_on("a", 8, {3});
  given.threads_are_given = true;
  CHECK(shared({given, given}) == Threads{8, 8});
  Hello by_slurm = hello_on("a", 4, {0xff});
  by_slurm.of_machine = 4;
  CHECK(shared({by_slurm, by_slurm}) == Threads{2, 2});
  // What Slurm gives is less than what may be used.
  CHECK(shared({hello_on("a", 2, {0xff})}) == Threads{2});
}

TEST_CASE("processes of several machines are heard", "[ranks]") {
  CHECK(gathered(hello_on("a"), {hello_on("a"), hello_on("b")}).empty());
}

TEST_CASE("file systems that keep what several machines write", "[ranks]") {
  CHECK(is_coherent(0x0BD00BD0));    // Lustre
  CHECK(is_coherent(0x00C36400));    // CephFS
  CHECK_FALSE(is_coherent(0x6969));  // NFS
  CHECK_FALSE(is_coherent(0xEF53));  // ext4
}

TEST_CASE("long messages go in parts", "[ranks]") {
  post.size = 3;
  Transport first(*among_threads[1], 5), second(*among_threads[2], 7), reader(*among_threads[0]);
  first.send(0, "0123456789abc");
  second.send(0, "ABCDEFG");
  first.send(0, "");
  CHECK(reader.poll()->bytes == "0123456789abc");
  CHECK(reader.poll()->bytes == "ABCDEFG");
  const auto empty = reader.poll();
  CHECK(empty->bytes.empty());
  CHECK(empty->from == 1);
  CHECK_FALSE(reader.poll());
}

TEST_CASE("who flies something else, or cannot, is named", "[ranks]") {
  Hello other = hello_on("a");
  other.flights = "another scenario";
  const std::string why = gathered(hello_on("a"), {hello_on("a"), other});
  CHECK(why.find("process 2 of 3 on a differs from process 0 in its scenario") !=
        std::string::npos);
  Hello failed = hello_on("node9");
  failed.failure = {2, "s.toml: error: no such file."};
  CHECK(gathered(hello_on("a"), {failed}, ExitCode::usage) ==
        "s.toml: error: no such file.\n(process 1 of 2 on node9)");
}

TEST_CASE("the marks of those who see another folder are missing", "[ranks]") {
  const Probe probe("ranks-test.h5");
  CHECK(probe.missing(4) == std::vector<int>{1, 2, 3});
  Probe::mark(probe.path(), 3);
  Probe::mark(probe.path(), 1);
  CHECK(probe.missing(4) == std::vector<int>{2});
  CHECK_THROWS_AS(Probe::mark("elsewhere/ranks-test.h5.probe-1", 2), Error);
}
