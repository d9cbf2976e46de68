#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/column_names.hpp"
#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "core/base/version.hpp"
#include "results/export/flight_log.hpp"
#include "results/export/little_endian.hpp"
#include "results/export/topic_rows.hpp"
#include "results/export/topic_times.hpp"

namespace montecopter {
namespace {

constexpr std::string_view magic("\x89MCAP0\r\n", 8);
constexpr double ticks_per_s = 1e9;
/// Bytes of messages in one chunk, which a reader loads at once to show a moment.
constexpr std::size_t chunk_bytes = std::size_t{1} << 20;

enum class Op : char {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  statistics = 0x0B,
  metadata = 0x0C,
  metadata_index = 0x0D,
  summary_offset = 0x0E,
  data_end = 0x0F,
};

std::string record_of(Op op, const std::string& content) {
  std::string bytes(1, static_cast<char>(op));
  append_number(bytes, content.size());
  return bytes + content;
}

/// Prefixes bytes with their length in 4 bytes, for texts and the entries of maps and arrays.
std::string counted(std::string_view text) {
  std::string bytes;
  append_number(bytes, static_cast<std::uint32_t>(text.size()));
  return bytes += text;
}

using TextMap = std::vector<std::pair<std::string, std::string>>;

std::string counted_map(const TextMap& map) {
  std::string entries;
  for (const auto& [key, value] : map) entries += counted(key) + counted(value);
  return counted(entries);
}

/// CRC-32 of ISO 3309, as in zlib.
std::uint32_t crc_of(const std::string& bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

/// Topic of a signal: "imu0.gyroscope" becomes "/imu0/gyroscope".
std::string topic_of(const std::string& signal) {
  std::string topic = "/" + signal;
  std::replace(topic.begin(), topic.end(), '.', '/');
  return topic;
}

std::string member_of(const record::TracedSignal& signal, std::size_t component) {
  const std::string& name = signal.components[component];
  return name.empty() ? "value" : name;
}

/// JSON Schema of a signal's messages. No member is required: JSON has no NaN, and a component
/// without a number is left out. Foxglove refuses types that may be null.
std::string schema_text(const SignalChoice& choice) {
  const record::Dataset& dataset = *choice.signal.dataset;
  Json properties = Json::object();
  for (const std::size_t component : choice.components) {
    properties.set(member_of(choice.signal, component),
                   Json::object()
                       .set("type", Json::text("number"))
                       .set("description", Json::text(dataset.text("units"))));
  }
  return Json::object()
      .set("title", Json::text(dataset.name))
      .set("description", Json::text(dataset.text("long_name")))
      .set("type", Json::text("object"))
      .set("properties", std::move(properties))
      .print();
}

struct ChunkTimes {
  std::uint64_t first = 0, last = 0;
};

class McapWriter {
 public:
  McapWriter(const LoggedSample& logged, const ByteSink& sink) : logged_(logged), sink_(sink) {
    TopicTimes times(logged.file);
    for (const SignalChoice& choice : logged.signals) {
      sources_.push_back({{choice}, times.of(choice), choice.components});
      ticks_.push_back(ticks_of(logged.file, sources_.back(), ticks_per_s));
    }
    counts_.resize(sources_.size());
  }

  void write() {
    put(std::string(magic));
    put(record_of(Op::header, counted("") + counted(std::string("montecopter ") + version)));
    for (std::size_t i = 0; i < sources_.size(); ++i) put(schema(i) + channel(i));
    write_metadata();
    take_rows(logged_.file, logged_.trace, sources_,
              [&](std::size_t topic, std::size_t time, std::span<const double> row) {
                add_message(topic, time, row);
              });
    write_chunk();
    // The CRC of the data section is optional, and readers do not agree where it begins. The CRC of
    // a chunk covers all its messages.
    put(record_of(Op::data_end, std::string(4, '\0')));
    write_summary();
  }

 private:
  void put(const std::string& bytes) {
    sink_(bytes);
    written_ += bytes.size();
  }

  static std::uint16_t id_of(std::size_t topic) { return static_cast<std::uint16_t>(topic + 1); }

  std::string schema(std::size_t topic) const {
    const SignalChoice& choice = logged_.signals[topic];
    std::string content;
    append_number(content, id_of(topic));
    content += counted("montecopter." + choice.signal.name()) + counted("jsonschema");
    return record_of(Op::schema, content + counted(schema_text(choice)));
  }

  std::string channel(std::size_t topic) const {
    const record::Dataset& dataset = *logged_.signals[topic].signal.dataset;
    std::string content;
    append_number(content, id_of(topic));
    append_number(content, id_of(topic));
    content += counted(topic_of(dataset.name)) + counted("json");
    content += counted_map({{"signal", dataset.name},
                            {"unit", dataset.text("units")},
                            {"frame", dataset.text("frame")},
                            {"long_name", dataset.text("long_name")}});
    return record_of(Op::channel, content);
  }

  void write_metadata() {
    TextMap map = {{"scenario", logged_.scenario}, {"sample", fmt::format("{}", logged_.sample)}};
    for (const LoggedInput& input : inputs_of(logged_)) {
      map.emplace_back(input_prefix + input.path, csv_number(input.value));
    }
    metadata_ = {written_, 0};
    put(record_of(Op::metadata, counted("montecopter") + counted_map(map)));
    metadata_.second = written_ - metadata_.first;
  }

  /// A message such as {"x":1,"y":2}; numbers read back the same in their stored type.
  std::string json(const SignalChoice& choice, std::span<const double> row) const {
    std::string text;
    for (const std::size_t component : choice.components) {
      const double value = row[component];
      if (!std::isfinite(value)) continue;
      const bool narrow = choice.signal.dataset->element == Element::f32;
      text += text.empty() ? "{" : ",";
      text += json_quote(member_of(choice.signal, component)) + ":";
      text += narrow ? fmt::format("{}", static_cast<float>(value)) : json_number(value);
    }
    return (text.empty() ? "{" : text) + "}";
  }

  void add_message(std::size_t topic, std::size_t time, std::span<const double> row) {
    const std::uint64_t tick = ticks_[topic][time];
    if (chunk_.empty()) chunk_times_.first = tick;
    chunk_times_.last = tick;
    append_number(index_[id_of(topic)], tick);
    append_number(index_[id_of(topic)], chunk_.size());
    std::string content;
    append_number(content, id_of(topic));
    append_number(content, static_cast<std::uint32_t>(counts_[topic]++));
    append_number(content, tick);
    append_number(content, tick);
    chunk_ += record_of(Op::message, content + json(logged_.signals[topic], row));
    if (chunk_.size() >= chunk_bytes) write_chunk();
  }

  void write_chunk() {
    if (chunk_.empty()) return;
    if (chunks_ == 0) all_times_.first = chunk_times_.first;
    all_times_.last = chunk_times_.last;
    ++chunks_;
    const std::string times = times_text(chunk_times_);
    std::string content = times;
    append_number(content, chunk_.size());
    append_number(content, crc_of(chunk_));
    content += counted("");
    append_number(content, chunk_.size());
    const std::uint64_t start = written_;
    put(record_of(Op::chunk, content + chunk_));
    const std::uint64_t length = written_ - start;
    std::string offsets;
    for (const auto& [id, entries] : index_) {
      append_number(offsets, id);
      append_number(offsets, written_);
      std::string index;
      append_number(index, id);
      put(record_of(Op::message_index, index + counted(entries)));
    }
    std::string index = times;
    append_number(index, start);
    append_number(index, length);
    index += counted(offsets);
    append_number(index, written_ - start - length);
    index += counted("");
    append_number(index, chunk_.size());
    append_number(index, chunk_.size());
    chunk_indices_ += record_of(Op::chunk_index, index);
    chunk_.clear();
    index_.clear();
  }

  static std::string times_text(const ChunkTimes& times) {
    std::string text;
    append_number(text, times.first);
    append_number(text, times.last);
    return text;
  }

  std::string statistics() const {
    std::uint64_t messages = 0;
    std::string counts, content;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      append_number(counts, id_of(i));
      append_number(counts, counts_[i]);
      messages += counts_[i];
    }
    append_number(content, messages);
    append_number(content, static_cast<std::uint16_t>(sources_.size()));
    append_number(content, static_cast<std::uint32_t>(sources_.size()));
    append_number(content, std::uint32_t{0});  // attachments
    append_number(content, std::uint32_t{1});  // metadata
    append_number(content, chunks_);
    return record_of(Op::statistics, content + times_text(all_times_) + counted(counts));
  }

  std::string metadata_index() const {
    std::string content;
    append_number(content, metadata_.first);
    append_number(content, metadata_.second);
    return record_of(Op::metadata_index, content + counted("montecopter"));
  }

  /// Writes the summary: records of one kind are grouped, and the offsets after them say where. The
  /// CRC covers all bytes from the first record up to its own place in the footer.
  void write_summary() {
    std::string schemas, channels;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      schemas += schema(i);
      channels += channel(i);
    }
    const std::vector<std::pair<Op, std::string>> groups = {
        {Op::schema, std::move(schemas)},
        {Op::channel, std::move(channels)},
        {Op::statistics, statistics()},
        {Op::metadata_index, metadata_index()},
        {Op::chunk_index, std::move(chunk_indices_)},
    };
    const std::uint64_t start = written_;
    std::string summary, offsets;
    for (const auto& [op, records] : groups) {
      std::string content(1, static_cast<char>(op));
      append_number(content, start + summary.size());
      append_number(content, records.size());
      offsets += record_of(Op::summary_offset, content);
      summary += records;
    }
    const std::uint64_t offset_start = start + summary.size();
    constexpr std::uint64_t footer_bytes = 8 + 8 + 4;
    summary += offsets + static_cast<char>(Op::footer);
    append_number(summary, footer_bytes);
    append_number(summary, start);
    append_number(summary, offset_start);
    append_number(summary, crc_of(summary));
    put(summary + std::string(magic));
  }

  const LoggedSample& logged_;
  const ByteSink& sink_;
  std::vector<TopicSource> sources_;
  std::vector<std::vector<std::uint64_t>> ticks_;
  std::vector<std::uint64_t> counts_;  ///< messages by channel
  std::uint64_t written_ = 0;
  std::pair<std::uint64_t, std::uint64_t> metadata_;  ///< offset and length
  std::string chunk_, chunk_indices_;
  std::map<std::uint16_t, std::string>
      index_;  ///< index of the chunk: times and offsets by channel
  ChunkTimes chunk_times_, all_times_;
  std::uint32_t chunks_ = 0;
};

}  // namespace

void export_mcap(const LoggedSample& logged, const ByteSink& sink) {
  McapWriter(logged, sink).write();
}

}  // namespace montecopter
