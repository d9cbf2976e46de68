#pragma once
/// The work of a process that was started together with others and is not the first. It flies the
/// blocks that the first process assigns, into the file that the first process has laid out. If it
/// must not write into that file, it sends the blocks to the first process.

#include <atomic>
#include <functional>

#include "plan/plan.hpp"
#include "record/cluster/messages.hpp"
#include "record/cluster/transport.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter::cluster {

/// Plan and settings of the flights.
struct Preparation {
  Plan plan;
  const Kernel* kernel = nullptr;
  std::int64_t threads = 1;
  bool threads_are_given = false;
};

/// Digest of everything that must agree in all processes: build, scenario, layout.
std::string flights_digest(const Plan& plan);

/// Description of this process for others or, in the first process, for itself.
Hello hello_of(const Plan& plan, std::int64_t threads, bool threads_are_given);

struct Interruption {
  const std::atomic<bool>& stop;       ///< no new block begins when it is set
  std::function<int()> signal_number;  ///< signal that set it; 0: none did
};

/// Helps until the first process releases it. Its own failures, also of `prepare`, are reported to
/// the first process.
void help(Transport& transport, const std::function<Preparation()>& prepare,
          const Interruption& interruption);

}  // namespace montecopter::cluster
