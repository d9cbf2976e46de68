#include "results/report/outcome.hpp"

#include "results/summarise/report.hpp"

namespace montecopter::report {

std::string counts_of(const Summary& summary) {
  std::string line = headline(summary);
  const std::string name = summary.scenario + ": ";
  if (line.ends_with('\n')) line.pop_back();
  return line.starts_with(name) ? line.substr(name.size()) : line;
}

std::int64_t flights(const Summary& summary) {
  return summary.samples() - summary.count(Status::not_run) - summary.count(Status::invalid_input);
}

std::int64_t failed_flights(const Summary& summary) {
  return flights(summary) - summary.count(Status::ok);
}

}  // namespace montecopter::report
