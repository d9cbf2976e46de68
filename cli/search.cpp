#include "search.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <csignal>
#include <numeric>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/base/packed_bytes.hpp"
#include "core/base/sha256.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "record/cluster/helper.hpp"
#include "record/cluster/leader.hpp"
#include "record/posix.hpp"

namespace montecopter::cli {
namespace {

std::string packed(const std::vector<double>& numbers) {
  BytePacker out;
  for (const double x : numbers) out.number(std::bit_cast<std::uint64_t>(x));
  return out.out;
}

std::vector<double> numbers_in(std::string_view bytes) {
  std::vector<double> numbers;
  for (ByteUnpacker in(bytes); !in.empty();) numbers.push_back(std::bit_cast<double>(in.number()));
  return numbers;
}

/// A message between processes: the exit code of a failure and its text, or 0 and bytes.
std::string message_of(ExitCode code, std::string_view bytes) {
  BytePacker out;
  out.number(static_cast<std::uint64_t>(code));
  out.raw(bytes);
  return out.out;
}

std::string message_of(const std::exception& error) {
  const auto* known = dynamic_cast<const Error*>(&error);
  return message_of(known ? known->code() : ExitCode::internal, error.what());
}

/// The bytes of a message. Throws the failure of another process.
std::string bytes_of(const std::string& message, const std::string& process) {
  ByteUnpacker in(message);
  const auto code = static_cast<ExitCode>(in.number());
  std::string bytes = message.substr(sizeof(std::uint64_t));
  if (code == ExitCode::ok) return bytes;
  throw Error(code, process.empty() ? bytes : fmt::format("{}\n({})", bytes, process));
}

}  // namespace

/// A file of numbers, in the order of the flights: a line that names the search, and for each
/// flight its number and a check of number and place. A torn end is flown again.
class Search::KeptNumbers {
 public:
  KeptNumbers(const std::string& path, const std::string& search)
      : path_(path), head_(fmt::format("montecopter search 1 {}\n", search)) {
    require_writable(path, true, "--resume");
    std::signal(SIGXFSZ, SIG_IGN);  // too large a file is reported like a full disk
    file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) record::throw_errno(path_, "open it", errno);
    std::string there;
    char piece[1 << 16];
    for (ssize_t n; (n = ::read(file_, piece, sizeof piece)) != 0;) {
      if (n < 0) record::throw_errno(path_, "read it", errno);
      there.append(piece, static_cast<std::size_t>(n));
      if (there.size() >= head_.size() && !there.starts_with(head_)) break;
    }
    if (there.empty() || (there.size() < head_.size() && head_.starts_with(there))) {
      write(head_, 0);
    } else if (!there.starts_with(head_)) {
      throw Error(ExitCode::refused, Problem{path_, "this file belongs to another search",
                                             "scenario, options and build must be the same",
                                             "Give another file to --resume, or remove this one"});
    } else {
      read_numbers(std::string_view(there).substr(head_.size()));
    }
  }
  ~KeptNumbers() { ::close(file_); }
  KeptNumbers(const KeptNumbers&) = delete;
  KeptNumbers& operator=(const KeptNumbers&) = delete;

  const std::vector<double>& numbers() const { return numbers_; }
  void add(const std::vector<double>& more) {
    std::string bytes;
    for (const double x : more) bytes += row(numbers_.size(), x), numbers_.push_back(x);
    write(bytes, head_.size() + (numbers_.size() - more.size()) * row_bytes);
  }

 private:
  static constexpr std::size_t row_bytes = 16;

  static std::string row(std::size_t place, double number) {
    BytePacker checked, out;
    checked.number(place), checked.number(std::bit_cast<std::uint64_t>(number));
    out.number(std::bit_cast<std::uint64_t>(number));
    out.number(xxh3_128(std::as_bytes(std::span(checked.out))).low);
    return out.out;
  }

  void read_numbers(std::string_view rows) {
    for (; rows.size() >= row_bytes; rows.remove_prefix(row_bytes)) {
      const double x = numbers_in(rows.substr(0, row_bytes / 2)).front();
      if (rows.substr(0, row_bytes) != row(numbers_.size(), x)) break;
      numbers_.push_back(x);
    }
  }

  void write(std::string_view bytes, std::size_t at) {
    while (!bytes.empty()) {
      const ssize_t n = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(at));
      if (n <= 0) record::throw_errno(path_, "write it", errno);
      const auto written = static_cast<std::size_t>(n);
      bytes.remove_prefix(written), at += written;
    }
  }

  std::string path_, head_;
  int file_ = -1;
  std::vector<double> numbers_;
};

Search::Search() {
  if (const int tasks = cluster::started_apart(); tasks > 1) {
    throw Error(ExitCode::usage,
                Problem{"srun", fmt::format("it started {} tasks that cannot communicate", tasks),
                        "each would do the whole search", "Use srun --mpi=pmix, or one task"});
  }
  transport_ = cluster::transport_of_environment();
  if (!transport_) return;
  rank_ = static_cast<std::size_t>(transport_->rank());
  size_ = static_cast<std::size_t>(transport_->size());
}

Search::~Search() = default;

/// Ends the search in all processes, which wait for the first one.
void Search::fail_in_all(const Error& error) {
  for (int rank = 1; rank < transport_->size(); ++rank) transport_->send(rank, message_of(error));
  is_open_ = false;
  throw error;
}

/// Gives the first process the bytes of all, in their order, or the failure of one. Others get
/// nothing.
std::vector<std::string> Search::gather(const std::string& own) {
  if (transport_->rank() > 0) return transport_->send(0, own), std::vector<std::string>{};
  std::vector<std::string> all(size_);
  all[0] = own;
  for (std::size_t i = 1; i < all.size(); ++i) {
    cluster::Message message = transport_->receive();
    all.at(static_cast<std::size_t>(message.from)) = std::move(message.bytes);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    try {
      all[i] = bytes_of(all[i], i == 0 ? "" : fmt::format("process {}", i));
    } catch (const Error& error) {
      fail_in_all(error);
    }
  }
  return all;
}

/// Gives all processes the bytes of the first one.
std::string Search::broadcast(const std::string& bytes) {
  if (transport_->rank() > 0) {
    const std::string message = transport_->receive().bytes;
    try {
      return bytes_of(message, "process 0");
    } catch (const Error&) {
      is_open_ = false;
      throw;
    }
  }
  for (int rank = 1; rank < transport_->size(); ++rank) {
    transport_->send(rank, message_of(ExitCode::ok, bytes));
  }
  return bytes;
}

int Search::begin(const Plan& plan, const SearchOptions& options, const std::string& settings) {
  const std::string text = cluster::flights_digest(plan) + settings;
  Sha256 digest;
  digest.add(std::as_bytes(std::span(text)));
  const Digest256 bytes = digest.digest();
  const std::string search = hex(bytes);
  file_ = options.resume.value_or("");
  if (options.resume && leads()) {
    kept_ = std::make_unique<KeptNumbers>(file_, search);
    numbers_ = kept_->numbers();
  }
  if (options.resume) {
    tell_at_second_signal(
        fmt::format("finished flights are in {}; run the same command to resume", file_));
  }
  const int own = threads_wanted(options.threads);
  const std::vector<std::int64_t> threads =
      transport_ ? agree(plan, options, search) : std::vector<std::int64_t>{own};
  constexpr std::size_t block = 64;
  if (options.resume) {
    part_ = block * static_cast<std::size_t>(std::accumulate(threads.begin(), threads.end(), 0));
  }
  return static_cast<int>(threads[rank_]);
}

/// Compares the searches of all processes, and shares threads and kept numbers.
std::vector<std::int64_t> Search::agree(const Plan& plan, const SearchOptions& options,
                                        const std::string& search) {
  cluster::Hello own = cluster::hello_of(plan, threads_wanted(options.threads),
                                         threads_are_given({.threads = options.threads}));
  own.flights = search + file_;
  std::vector<cluster::Hello> all;
  for (const std::string& bytes : gather(message_of(ExitCode::ok, cluster::packed(own)))) {
    all.push_back(cluster::hello_in(bytes));
    if (all.back().flights == own.flights) continue;
    fail_in_all(Error(ExitCode::refused,
                      Problem{fmt::format("process {} of {}", all.size() - 1, size_),
                              "it differs from process 0 in its scenario, options or build", "",
                              "Start all processes with the same command and the same files"}));
  }
  BytePacker agreed;
  for (const std::int64_t one : cluster::shared_threads(all)) agreed.signed_number(one);
  const std::string bytes = broadcast(agreed.out + packed(numbers_));
  std::vector<std::int64_t> threads(size_);
  ByteUnpacker in(bytes);
  for (std::int64_t& one : threads) one = in.signed_number();
  numbers_ = numbers_in(std::string_view(bytes).substr(8 * size_));
  return threads;
}

void Search::stop_if_signalled() const {
  const auto code = signal_exit_code();
  if (!code) return;
  throw Error(*code, file_.empty()
                         ? std::string("interrupted: nothing was written. With --resume FILE, the "
                                       "same command continues.")
                         : fmt::format("interrupted: {} are in {}; run the same command to resume.",
                                       counted(next_, "flight"), file_));
}

std::vector<double> Search::fly_together(std::span<const RarePoint> points,
                                         const Performance& fly) {
  if (!transport_) {
    stop_if_signalled();
    std::vector<double> flown = fly(points);
    if (kept_) kept_->add(flown);
    return flown;
  }
  const std::size_t first = points.size() * rank_ / size_,
                    end = points.size() * (rank_ + 1) / size_;
  std::string own;
  try {
    stop_if_signalled();
    if (end > first) own = packed(fly(points.subspan(first, end - first)));
    own = message_of(ExitCode::ok, own);
  } catch (const std::exception& error) {
    own = message_of(error);
  }
  std::string all;
  for (const std::string& bytes : gather(own)) all += bytes;
  try {
    if (kept_) kept_->add(numbers_in(all));
  } catch (const Error& error) {  // the others wait
    fail_in_all(error);
  }
  return numbers_in(broadcast(all));
}

std::vector<double> Search::fly(std::span<const RarePoint> points, const Performance& fly) {
  std::vector<double> found;
  while (found.size() < points.size()) {
    const std::size_t left = points.size() - found.size();
    if (next_ < numbers_.size()) {
      const std::size_t count = std::min(left, numbers_.size() - next_);
      const auto kept = std::span(numbers_).subspan(next_, count);
      found.insert(found.end(), kept.begin(), kept.end());
      next_ += count;
      continue;
    }
    const std::size_t count = part_ > 0 ? std::min(left, part_) : left;
    const std::vector<double> flown = fly_together(points.subspan(found.size(), count), fly);
    found.insert(found.end(), flown.begin(), flown.end());
    next_ += count;
  }
  return found;
}

void Search::tell(const std::exception& error) {
  if (!transport_ || !is_open_) return;
  is_open_ = false;
  if (transport_->rank() > 0) return transport_->send(0, message_of(error));
  for (int rank = 1; rank < transport_->size(); ++rank) (void)transport_->receive();
  for (int rank = 1; rank < transport_->size(); ++rank) transport_->send(rank, message_of(error));
}

ExitCode search_in_all(const std::function<ExitCode(Search&)>& run) {
  Search search;
  try {
    const ExitCode code = run(search);
    return search.leads() ? code : ExitCode::ok;
  } catch (const std::exception& error) {
    search.tell(error);
    if (search.leads()) throw;
    return ExitCode::ok;
  }
}

Option search_threads_option(SearchOptions& options) {
  return {"-j,--threads", &options.threads,
          "Number of threads; default: all processors that this process may use", "N"};
}

Option resume_option(SearchOptions& options) {
  return {"--resume", &options.resume,
          "Keep the numbers of finished flights in this file, and continue from it", "FILE"};
}

}  // namespace montecopter::cli
