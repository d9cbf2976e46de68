#include "import_log.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <span>

#include "core/base/counted.hpp"
#include "core/base/printable.hpp"
#include "core/base/sha256.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "record/writer.hpp"
#include "results/transcribe/transcribe.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

namespace fs = std::filesystem;

constexpr double most_hz = 1e6;

transcribe::LogFile log_file(const ImportLogRequest& request, const std::string& bytes,
                             const std::optional<logs::Columns>& columns) {
  Sha256 hash;
  hash.add(std::as_bytes(std::span(bytes)));
  transcribe::LogFile file;
  file.name = printable(fs::path(request.file).filename().string());
  file.sha256 = hex(hash.digest());
  file.bytes = bytes.size();
  if (columns) file.columns = columns->text;
  return file;
}

/// Error(refused) if the output exists, unless --force is given. It is replaced only when the new
/// file is complete.
void require_free(const ImportLogRequest& request) {
  if (request.output.empty()) {
    throw Error(ExitCode::usage, Problem{"--output", "the name of the result file is empty"});
  }
  std::error_code none;
  if (request.force || !fs::exists(fs::symlink_status(request.output, none))) return;
  throw Error(ExitCode::refused, Problem{request.output, "it exists", "",
                                         "Use --force to replace it, or name another file"});
}

/// Writes the result, with the same bytes each time: they do not depend on host or time.
void store(const ImportLogRequest& request, const transcribe::Transcript& transcript) {
  const bool replaces = fs::exists(request.output);
  record::Writer writer = record::Writer::create_or_resume(
      request.output, transcript.layout, {}, {.reproducible = true, .fresh = replaces});
  for (const std::string& warning : writer.warnings()) remark(warning + "\n");
  writer.write(transcribe::block_of(transcript));
  writer.finish({});
  writer.require_in_place();
}

std::string made_text(const ImportLogRequest& request, const transcribe::Transcript& transcript) {
  std::string text = fmt::format("{}: flight with {}", request.output,
                                 counted(transcript.signals.size(), "signal"));
  const transcribe::EvenGrid& grid = transcript.grid;
  if (grid.times > 0) {
    text += fmt::format("; resampled to {} times at {:g} Hz, except sensor readings", grid.times,
                        grid.rate_hz);
  }
  return text + fmt::format("; time 0 is {:.3f} s in the log\n", grid.start_s);
}

}  // namespace

ExitCode import_log(const ImportLogRequest& request) {
  require_free(request);
  std::optional<double> rate_hz;
  if (request.rate) rate_hz = positive_number("--rate", *request.rate, most_hz);
  const logs::LogChoice choice = request.log.choice();
  const std::string bytes = logs::read_log_file(request.file);
  const logs::RecordedFlight flight = logs::read_log_bytes(bytes, request.file, choice);
  require_not_read(request.output);
  const transcribe::Transcript transcript =
      transcribe::transcribe(flight, log_file(request, bytes, choice.columns), rate_hz);
  store(request, transcript);
  if (request.json) {
    Json json = log_json(flight);
    json.set("output", Json::text(request.output))
        .set("start_s", Json::number(transcript.grid.start_s))
        .set("times", Json::number(transcript.grid.times));
    answer(json.print() + "\n");
  } else {
    answer(log_text(flight) + made_text(request, transcript));
  }
  return ExitCode::ok;
}

}  // namespace montecopter::cli
