#pragma once
/// What a process does that was started together with others and is not the first: it flies the
/// blocks that the first one assigns, into the file that the first one has laid out, or sends
/// them to the first one where it must not write into that file.

#include <atomic>
#include <functional>

#include "plan/plan.hpp"
#include "record/cluster/messages.hpp"
#include "record/cluster/transport.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter::cluster {

/// What it would fly, and how.
struct Preparation {
  Plan plan;
  const Kernel* kernel = nullptr;
  std::int64_t threads = 1;
  bool threads_are_given = false;
};

/// Digest of all that has to be the same in all processes: build, scenario, layout.
std::string flights_digest(const Plan& plan);

/// What this process says of itself, to others or, as the first one, to itself.
Hello hello_of(const Plan& plan, std::int64_t threads, bool threads_are_given);

struct Interruption {
  const std::atomic<bool>& stop;       ///< flies no new block when it is set
  std::function<int()> signal_number;  ///< that set it; 0: none did
};

/// Returns when the first process says so. Failures of its own, also of `prepare`, are reported to
/// the first process.
void help(Transport& transport, const std::function<Preparation()>& prepare,
          const Interruption& interruption);

}  // namespace montecopter::cluster
