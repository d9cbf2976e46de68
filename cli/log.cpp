/// montecopter log: the contents of the log of a real flight, and its possible uses.

#include <memory>

#include "commands.hpp"
#include "log_text.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct LogRequest {
  std::string file;
  LogOptions log;
  bool json = false;
};

ExitCode show_log(const LogRequest& request) {
  const logs::RecordedFlight flight = logs::read_log(request.file, request.log.choice());
  answer(request.json ? log_json(flight).print() + "\n" : log_text(flight));
  return ExitCode::ok;
}

Options options_of(LogRequest& request) {
  Options all = {
      Option{"file", &request.file, log_formats, "FILE"}.required(),
  };
  for (Option& option : request.log.options()) all.push_back(std::move(option));
  all.push_back({"--json", &request.json, "Print JSON"});
  return all;
}

}  // namespace

Command log_command() {
  auto request = std::make_shared<LogRequest>();
  return {
      .name = "log",
      .doc = "Show the contents of the log of a real flight, and what it can be used for",
      .options = options_of(*request),
      .footer =
          "Examples:\n"
          "  montecopter log flight.ulg\n"
          "  montecopter log flight.ulg --instance sensor_accel=1\n"
          "  montecopter log flight.bbl --part 2\n"
          "  montecopter log flight.bin --instance IMU=1\n"
          "  montecopter log flight.csv --columns columns.toml --json",
      .run = [request] { return show_log(*request); },
  };
}

}  // namespace montecopter::cli
