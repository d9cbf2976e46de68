#include "core/logs/flight_log.hpp"

#include <algorithm>

#include "core/logs/dataflash_formats.hpp"
#include "core/logs/ulog_messages.hpp"

namespace montecopter::logs {
namespace {

constexpr double s_per_us = 1e-6;

/// Appends a message unless it is later than end_s. time_s is negative if the message has no time.
void take(std::string_view message, double time_s, double end_s, FlightLog& log) {
  log.last_s = std::max(log.last_s, time_s);
  if (time_s <= end_s) log.bytes += message;
}

FlightLog dataflash_until(std::string_view bytes, double end_s) {
  FlightLog log;
  DataflashFormats formats;
  for (std::size_t at = 0; bytes.substr(at).starts_with(dataflash_sync);) {
    const std::size_t type_at = at + dataflash_sync.size();
    const DataflashFormat* format =
        type_at < bytes.size() ? formats.find(static_cast<unsigned char>(bytes[type_at])) : nullptr;
    if (format == nullptr || format->bytes > bytes.size() - at) break;
    const std::string_view message = bytes.substr(at, format->bytes);
    const DataflashField* time = format->find("TimeUS");
    take(message, time != nullptr ? s_per_us * time->raw(message) : -1, end_s, log);
    at += message.size();
    formats.add(message);
  }
  return log;
}

/// Time of a ULog message [s], or -1. It follows the message number in data, and the level in
/// text.
double ulog_time_s(const UlogMessage& message) {
  constexpr std::size_t time_bytes = 8;
  const std::size_t at = message.type == 'D' ? 2 : 1;
  const bool has_time = message.type == 'D' || message.type == 'L';
  if (!has_time || message.content.size() < at + time_bytes) return -1;
  return s_per_us * static_cast<double>(ulog_number(message.content, at, time_bytes));
}

FlightLog ulog_until(std::string_view bytes, double end_s) {
  constexpr std::size_t header_bytes = 16;
  FlightLog log;
  std::size_t at = std::min(header_bytes, bytes.size());
  log.bytes = bytes.substr(0, at);
  while (const auto message = ulog_message_at(bytes, at, bytes.size())) {
    take(bytes.substr(at, message->end - at), ulog_time_s(*message), end_s, log);
    at = message->end;
  }
  return log;
}

}  // namespace

FlightLog flight_log_until(std::string_view bytes, double end_s) {
  return bytes.starts_with("ULog") ? ulog_until(bytes, end_s) : dataflash_until(bytes, end_s);
}

}  // namespace montecopter::logs
