#include "core/logs/read_log.hpp"
#include "core/logs/uses.hpp"
#include "fuzz/attempt.hpp"
#include "fuzz/targets.hpp"

namespace montecopter::fuzz {
namespace {

/// So that CSV is read, too, where the header fits.
const logs::Columns& some_columns() {
  static const logs::Columns columns = logs::parse_columns(
      "[time]\ncolumn = \"t\"\nunit = \"s\"\n"
      "[columns.attitude]\nfrom = [\"w\", \"x\", \"y\", \"z\"]\nframe = \"FLU to ENU\"\n",
      "columns.toml");
  return columns;
}

}  // namespace

void flight_log(std::string_view input) {
  if (input.empty()) return;
  const auto choice = static_cast<unsigned char>(input[0]);
  logs::LogChoice wanted;
  if (choice % 4 == 1) wanted.columns = some_columns();
  if (choice % 4 == 2) wanted.part = 2;
  accepted([&] {
    const logs::RecordedFlight flight = logs::read_log_bytes(input.substr(1), "fuzz", wanted);
    for (const logs::RecordedSignal& signal : flight.signals) {
      if (signal.time_s.empty() || signal.values.size() != signal.time_s.size() * signal.width()) {
        finding("a signal without rows, or with some that are not whole");
      }
    }
    (void)logs::judge_uses(flight);
  });
}

}  // namespace montecopter::fuzz
