#include "record/cluster/transport.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/program_folder.hpp"
#include "core/base/text.hpp"
#include "record/cluster/transport.h"

namespace montecopter::cluster {
namespace {

const montecopter_transport& load_module() {
  constexpr const char* name = "montecopter_mpi.so";
  const std::string beside = program_folder() + "/" + name;
  const std::string installed =
      fmt::format("{}/../{}/montecopter/{}", program_folder(), MONTECOPTER_LIBDIR, name);
  std::string why;
  for (const std::string& path : {beside, installed}) {
    if (::access(path.c_str(), F_OK) != 0) continue;
    // RTLD_GLOBAL: parts that MPI loads by itself look for MPI's symbols there.
    void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    void* symbol = module == nullptr ? nullptr : ::dlsym(module, MONTECOPTER_TRANSPORT_SYMBOL);
    if (symbol != nullptr) {
      return *reinterpret_cast<const montecopter_transport* (*)()>(symbol)();
    }
    why = fmt::format(" ({})", ::dlerror());
    break;
  }
  if (why.empty()) why = fmt::format(" (neither {} nor {} exists)", beside, installed);
  throw Error(ExitCode::io,
              fmt::format("error: cannot load the MPI module that {} processes need to fill one "
                          "file{}. Build it where libopenmpi-dev is installed, or start one "
                          "process; shards need no module (run --help).",
                          started_together(), why));
}

}  // namespace

Transport::Transport(const montecopter_transport& module, std::size_t part_bytes)
    : module_(module), part_bytes_(part_bytes) {
  if (const char* wrong = module_.begin()) {
    throw Error(ExitCode::io, fmt::format("error: cannot start MPI ({}).", wrong));
  }
  rank_ = module_.rank();
  size_ = module_.size();
}

Transport::~Transport() { module_.end(); }

// Sends in parts. The last byte of a part says whether more follow. Parts of a sender arrive in
// order.
void Transport::send(int to, const std::string& bytes) {
  const std::lock_guard lock(mutex_);
  std::size_t at = 0;
  do {
    std::string part = bytes.substr(at, part_bytes_);
    at += part.size();
    part += at < bytes.size() ? '\1' : '\0';
    module_.send(to, part.data(), part.size());
  } while (at < bytes.size());
}

std::optional<Message> Transport::poll() {
  const std::lock_guard lock(mutex_);
  int from = 0;
  for (;;) {
    const std::ptrdiff_t size = module_.probe(&from);
    if (size < 0) return std::nullopt;
    std::string& bytes = begun_[from];
    const std::size_t before = bytes.size();
    bytes.resize(before + static_cast<std::size_t>(size));
    module_.receive(from, bytes.data() + before, static_cast<std::size_t>(size));
    const bool more = bytes.back() == '\1';
    bytes.pop_back();
    if (more) continue;
    Message message{from, std::move(bytes)};
    begun_.erase(from);
    return message;
  }
}

Message Transport::receive() {
  for (Backoff backoff;; backoff.wait()) {
    if (auto message = poll()) return *std::move(message);
  }
}

void Backoff::wait() {
  // Answers take about 0.1 ms. Longer waits are for flights, which take at least some ms.
  const int tenths = std::min(1 + waits_++ / 10, 10);
  std::this_thread::sleep_for(std::chrono::microseconds(100 * tenths));
}

int number_in(const char* variable) {
  const char* text = std::getenv(variable);
  const auto number = text == nullptr ? std::nullopt : parse_int(text);
  return number && *number > 0 && *number < INT_MAX ? static_cast<int>(*number) : 0;
}

int started_together() {
  if (const int ranks = number_in("OMPI_COMM_WORLD_SIZE")) return ranks;  // mpirun of Open MPI
  if (const int ranks = number_in("PMI_SIZE")) return ranks;  // mpirun of MPICH, srun --mpi=pmi2
  // srun --mpi=pmix
  if (std::getenv("PMIX_RANK") == nullptr) return 1;
  return std::max(1, number_in("SLURM_STEP_NUM_TASKS"));
}

int started_apart() {
  for (const char* by : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    if (std::getenv(by) != nullptr) return 1;
  }
  return std::max(1, number_in("SLURM_STEP_NUM_TASKS"));
}

std::unique_ptr<Transport> transport_of_environment() {
  if (started_together() == 1) return nullptr;
  auto transport = std::make_unique<Transport>(load_module());
  if (transport->size() == started_together()) return transport;
  throw Error(
      ExitCode::io,
      fmt::format("error: {} processes of this command were started, but MPI sees {} "
                  "(montecopter_mpi.so was built with another MPI). Use the mpirun of the MPI "
                  "that the module was built with, or srun --mpi=pmix.",
                  started_together(), transport->size()));
}

}  // namespace montecopter::cluster
