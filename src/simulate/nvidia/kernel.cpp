/// The kernel whose lanes are the threads of a graphics card. Kernel::fly() stages the flights of
/// all its lanes (arena.hpp) and copies them to the card of the calling thread. It launches the
/// first form that suits the plan (forms.hpp), one thread for each lane, and copies the results
/// back. The processor flies plans that suit no form.
///
/// Each thread of the program has its own stream and arena, so that one thread prepares flights and
/// stores results while the flights of another run. A thread gets many blocks at once from
/// simulate() (Kernel::samples_at_once).

#include "simulate/nvidia/kernel.hpp"

#include <algorithm>
#include <optional>

#include "core/base/error.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/nvidia/arena.hpp"
#include "simulate/nvidia/cards.hpp"

namespace montecopter::nvidia {
namespace {

/// Threads of a block. With the registers that flights take, a multiprocessor runs four blocks.
constexpr unsigned block_threads = 64;
/// Largest arena in bytes. More samples are flown in several launches.
constexpr std::size_t most_arena_bytes = std::size_t{1} << 29;

struct ChosenForm {
  std::size_t place;  ///< in the list
  bool is_ahead;      ///< of a processor
};

/// The first form that suits a plan.
std::optional<ChosenForm> form_of(const FlightPlan& plan) {
  std::optional<ChosenForm> found;
  std::size_t next = 0;
  each_form([&]<class Form>() {
    if (!found && Form::suits(plan)) found = {next, Form::is_ahead};
    ++next;
  });
  return found;
}

/// Memory of a card and of this machine, reused by all launches; it grows on demand.
class Arena {
 public:
  explicit Arena(const Driver& driver) : driver_(driver) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() { release(); }

  /// False if the card or this machine has no room.
  bool make_room(const ArenaSize& size) {
    if (size.total() <= card_bytes_ && size.staged() <= host_bytes_) return true;
    release();
    const Result result = driver_.cuMemAlloc_v2(&card_, size.total());
    if (result == out_of_memory) {
      card_ = 0;
      return false;
    }
    driver_.require(result, "allocate memory");
    card_bytes_ = size.total();
    void* memory = nullptr;
    const Result pinned = driver_.cuMemHostAlloc(&memory, size.staged(), 0);
    if (pinned == out_of_memory) return false;
    driver_.require(pinned, "allocate memory of this machine");
    host_ = static_cast<std::byte*>(memory);
    host_bytes_ = size.staged();
    return true;
  }
  void release() {
    if (card_ != 0) (void)driver_.cuMemFree_v2(card_);
    if (host_ != nullptr) (void)driver_.cuMemFreeHost(host_);
    card_ = 0, host_ = nullptr, card_bytes_ = host_bytes_ = 0;
  }
  std::byte* host() const { return host_; }
  Address card() const { return card_; }

 private:
  const Driver& driver_;
  Address card_ = 0;
  std::byte* host_ = nullptr;
  std::size_t card_bytes_ = 0, host_bytes_ = 0;
};

/// Resources of a flying thread.
class ThreadContext {
 public:
  /// Context of this thread.
  static ThreadContext& of_thread() {
    thread_local ThreadContext pilot;
    return pilot;
  }

  /// Compiles the flights of a form and allocates memory on the card.
  void prepare(std::size_t form) {
    card_.use();
    (void)card_.entry(form);
    const ArenaSize some = {.in = most_arena_bytes, .both = 0, .out = 0, .memory = 0};
    if (!arena_.make_room(some)) driver_.require(out_of_memory, "allocate memory");
    arena_.release();
  }

  void fly(std::size_t form, const FlightPlan& plan, std::span<LaneIo> lanes) {
    card_.use();
    const Function entry = card_.entry(form);
    const ArenaSize size = arena_size(plan, lanes);
    const bool fits = size.total() <= most_arena_bytes || lanes.size() == 1;
    if (fits && arena_.make_room(size)) return launch(entry, size, plan, lanes);
    if (lanes.size() == 1) driver_.require(out_of_memory, "allocate memory");
    const std::size_t half = lanes.size() / 2;
    fly(form, plan, lanes.first(half));
    fly(form, plan, lanes.subspan(half));
  }

  ThreadContext(const ThreadContext&) = delete;
  ThreadContext& operator=(const ThreadContext&) = delete;
  ~ThreadContext() {
    arena_.release();
    (void)driver_.cuStreamDestroy_v2(stream_);
  }

 private:
  ThreadContext() : driver_(Driver::get()), card_(Cards::get().of_thread()), arena_(driver_) {
    card_.use();
    constexpr unsigned not_blocking = 1;
    driver_.require(driver_.cuStreamCreate(&stream_, not_blocking), "open a stream");
  }

  void launch(Function entry, const ArenaSize& size, const FlightPlan& plan,
              std::span<LaneIo> lanes) {
    LaunchArguments staged = stage(plan, lanes, size, arena_.host(), arena_.card());
    driver_.require(
        driver_.cuMemcpyHtoDAsync_v2(arena_.card(), arena_.host(), size.in + size.both, stream_),
        "receive the flights");
    int count = static_cast<int>(lanes.size());
    std::int64_t numbers = plan.memory();
    void* arguments[] = {&staged.plan, &staged.lanes, &count, &staged.memory, &numbers};
    const auto blocks = (static_cast<unsigned>(count) + block_threads - 1) / block_threads;
    driver_.require(driver_.cuLaunchKernel(entry, blocks, 1, 1, block_threads, 1, 1, 0, stream_,
                                           arguments, nullptr),
                    "start the flights");
    driver_.require(driver_.cuMemcpyDtoHAsync_v2(arena_.host() + size.in, arena_.card() + size.in,
                                                 size.both + size.out, stream_),
                    "return the results");
    driver_.require(driver_.cuStreamSynchronize(stream_), "fly");
    collect(plan, lanes, size, arena_.host(), arena_.card());
  }

  const Driver& driver_;
  Card& card_;
  Arena arena_;
  Stream stream_ = nullptr;
};

void fly(const FlightPlan& plan, LaneIo* lanes, int count, double* memory) {
  if (count == 0) return;
  if (const auto form = form_of(plan)) {
    ThreadContext::of_thread().fly(form->place, plan, {lanes, static_cast<std::size_t>(count)});
  } else {
    processor_kernel().fly(plan, lanes, count, memory);
  }
}

double step_only(const FlightPlan& plan, LaneIo* lanes, int count, std::int64_t repeats) {
  return processor_kernel().step_only(plan, lanes, count, repeats);
}

}  // namespace

bool flies_on_card(const FlightPlan& plan) { return form_of(plan).has_value(); }

bool gains_on_card(const FlightPlan& plan) {
  const auto form = form_of(plan);
  return form && form->is_ahead && !plan.estimator.is_there();
}

bool is_ready(const FlightPlan& plan) {
  if (!Cards::get().trouble().empty()) return false;
  try {
    ThreadContext::of_thread().prepare(form_of(plan).value().place);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::string trouble_with_cards() { return Cards::get().trouble(); }

bool cards_are_fast() { return Cards::get().are_fast(); }

}  // namespace montecopter::nvidia

extern "C" const montecopter::Kernel montecopter_kernel_nvidia = {
    "nvidia", 1, montecopter::nvidia::fly, montecopter::nvidia::step_only, 1 << 16};
