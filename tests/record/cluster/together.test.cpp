/// A campaign flown by a leader and helpers that are threads of this process, as mpirun's processes
/// do it: the bytes are those of simulate() alone.

#include <catch2/catch.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <span>
#include <thread>

#include "core/base/error.hpp"
#include "plan/plan.hpp"
#include "record/cluster/among_threads.hpp"
#include "record/cluster/helper.hpp"
#include "record/cluster/leader.hpp"
#include "record/sample_layout.hpp"
#include "record/writer.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/simulate.hpp"

using namespace montecopter;
using namespace montecopter::cluster;
using montecopter::testing::read_file;
using montecopter::testing::TempDir;

namespace {

constexpr int helpers = 3;

Plan small_plan() {
  return make_plan(load_scenario(
      MONTECOPTER_SCENARIOS "/examples/sih-hover.toml",
      {"monte_carlo.samples=1000", "simulation.duration_s=0.2", "output.traces=\"every:7\""}));
}

record::Writer writer_of(const std::string& path, const Plan& plan) {
  return record::Writer::create_or_resume(path, plan.layout, {}, {.reproducible = true});
}

Preparation preparation() { return {small_plan(), &choose_kernel("auto"), 2, true}; }

/// The threads that stand for the other processes.
class Others {
 public:
  using Prepare = std::function<Preparation(int rank)>;

  explicit Others(const Prepare& prepare = [](int) { return preparation(); }) {
    post.size = helpers + 1;
    for (int rank = 1; rank <= helpers; ++rank) {
      threads_.emplace_back([this, rank, prepare] {
        Transport transport(*among_threads.at(static_cast<std::size_t>(rank)));
        const auto number = [this] { return signal.load(); };
        help(transport, [&] { return prepare(rank); }, {stop, number});
      });
    }
  }
  std::atomic<bool> stop{false};
  std::atomic<int> signal{0};

 private:
  std::vector<std::jthread> threads_;
};

/// What a leader does with them.
struct Campaign {
  explicit Campaign(
      const std::string& file, const std::function<void()>& before_join = [] {})
      : writer(writer_of(file, plan)),
        leader(std::make_unique<Transport>(*among_threads[0]), [this](int number) {
          heard = number;
          stop = true;
        }) {
    leader.gather(hello_of(plan, 2, true));
    before_join();
    leader.join(writer);
  }
  void fly(const RowRanges& rows, Progress& progress) {
    const int threads = static_cast<int>(leader.own_threads());
    leader.simulate(plan, rows,
                    {.threads = threads, .kernel = &choose_kernel("auto"), .stop = &stop}, progress,
                    writer);
  }

  Plan plan = small_plan();
  std::atomic<bool> stop{false};
  std::atomic<int> heard{0};
  record::Writer writer;
  Leader leader;
};

std::string alone(const std::string& path) {
  const Plan plan = small_plan();
  const record::Writer writer = writer_of(path, plan);
  Progress progress;
  simulate(plan, writer.missing_rows(), {.threads = 1, .kernel = &choose_kernel("auto")}, progress,
           [&](const Block& block) { writer.write(block); });
  return read_file(path);
}

}  // namespace

TEST_CASE("several fill the file that one fills", "[ranks]") {
  const TempDir dir;
  const std::string expected = alone(dir / "alone.h5");
  Others others;
  Campaign campaign(dir / "together.h5");
  CHECK(campaign.leader.all_threads() == 8);
  CHECK(campaign.leader.text() == "4 processes");
  CHECK(campaign.leader.senders() == 0);
  Progress progress;
  // Twice, as `--until decided` does it: first a part with gaps, then the rest.
  RowRanges part, rest;
  for (const std::int64_t row : campaign.writer.missing_rows()) {
    (row % 3 == 0 && row < 700 ? part : rest).add(row);
  }
  campaign.fly(part, progress);
  CHECK(progress.done == part.count());
  campaign.fly(rest, progress);
  CHECK(progress.done == 1000);
  CHECK(progress.begun == 1000);
  CHECK(progress.by_status[1] == 1000);
  CHECK(campaign.writer.tally().samples() == 1000);
  CHECK(read_file(dir / "together.h5") == expected);
}

TEST_CASE("an interruption of one of them ends all", "[ranks]") {
  const TempDir dir;
  Others others;
  Campaign campaign(dir / "a.h5");
  others.signal = 15;
  others.stop = true;
  Progress progress;
  campaign.fly(campaign.writer.missing_rows(), progress);
  CHECK(campaign.heard == 15);
  CHECK(progress.done <= 1000);
}

TEST_CASE("who cannot prepare is named, and the others are let go", "[ranks]") {
  const TempDir dir;
  Others others([](int rank) {
    if (rank == 2) throw Error(ExitCode::usage, "s.toml: error: no such file.");
    return preparation();
  });
  try {
    const Campaign campaign(dir / "a.h5");
    FAIL("it should have been refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    CHECK(std::string(error.what()).find("(process 2 of 4 on ") != std::string::npos);
  }
}

TEST_CASE("who sees another file sends what it flies", "[ranks]") {
  const TempDir dir;
  const std::string expected = alone(dir / "alone.h5");
  Others others;
  // Another file has the name when the others open it, as in a folder of another machine.
  Campaign campaign(dir / "a.h5", [&] {
    std::filesystem::rename(dir / "a.h5", dir / "moved.h5");
    (void)writer_of(dir / "a.h5", small_plan());
  });
  CHECK(campaign.leader.senders() == helpers);
  const std::string other = read_file(dir / "a.h5");
  Progress progress;
  campaign.fly(campaign.writer.missing_rows(), progress);
  CHECK(progress.done == 1000);
  CHECK(campaign.writer.tally().samples() == 1000);
  CHECK(read_file(dir / "moved.h5") == expected);
  CHECK(read_file(dir / "a.h5") == other);
}
