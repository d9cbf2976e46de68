/// Frames and messages byte by byte, as MAVLink's documents define them: the checksum's extra byte
/// is computed here from the fields of message_definitions/v1.0/common.xml, by the way of
/// https://mavlink.io/en/guide/serialization.html ("CRC_EXTRA calculation"), and offsets are held
/// against the sizes of these fields.

#include "core/mavlink/messages.hpp"

#include "core/mavlink/status_texts.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "core/mavlink/crc.hpp"
#include "core/mavlink/frames.hpp"

using namespace montecopter::mavlink;
using namespace std::string_literals;

namespace {

/// A field of a definition; `length` is 0 for one that is no array.
struct DefinedField {
  std::string type, name;
  std::size_t length = 0;
};

std::size_t size_of(const std::string& type) {
  if (type == "uint64_t" || type == "int64_t" || type == "double") return 8;
  if (type == "uint32_t" || type == "int32_t" || type == "float") return 4;
  if (type == "uint16_t" || type == "int16_t") return 2;
  return 1;
}

/// A message as the definitions have it: fields in their order there, those of extensions apart.
struct Definition {
  MessageKind kind;
  std::vector<DefinedField> fields, extensions;

  std::vector<DefinedField> sorted() const {
    std::vector<DefinedField> all = fields;
    std::stable_sort(all.begin(), all.end(), [](const DefinedField& a, const DefinedField& b) {
      return size_of(a.type) > size_of(b.type);
    });
    return all;
  }
  static std::size_t bytes_of(const std::vector<DefinedField>& fields) {
    std::size_t bytes = 0;
    for (const DefinedField& f : fields)
      bytes += size_of(f.type) * std::max<std::size_t>(f.length, 1);
    return bytes;
  }
  /// Bit by bit, with the polynomial x^16 + x^12 + x^5 + 1.
  static std::uint16_t crc_of(const std::string& bytes) {
    unsigned crc = 0xffff;
    for (const char byte : bytes) {
      crc ^= static_cast<unsigned char>(byte);
      for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? (crc >> 1) ^ 0x8408 : crc >> 1;
    }
    return static_cast<std::uint16_t>(crc);
  }
  std::uint8_t crc_extra() const {
    std::string text = std::string(kind.name) + " ";
    for (const DefinedField& f : sorted()) {
      text += f.type + " " + f.name + " ";
      if (f.length > 0) text += static_cast<char>(f.length);
    }
    const std::uint16_t crc = crc_of(text);
    return static_cast<std::uint8_t>((crc & 0xff) ^ (crc >> 8));
  }
};

std::vector<DefinedField> all_of(const std::string& type, const std::vector<std::string>& names) {
  std::vector<DefinedField> fields;
  for (const std::string& name : names) fields.push_back({type, name});
  return fields;
}
std::vector<DefinedField> joined(std::vector<std::vector<DefinedField>> parts) {
  std::vector<DefinedField> all;
  for (auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::vector<Definition> definitions() {
  const std::vector<DefinedField> time = {{"uint64_t", "time_usec"}};
  return {
      {heartbeat,
       joined({all_of("uint8_t", {"type", "autopilot", "base_mode"}),
               {{"uint32_t", "custom_mode"}},
               all_of("uint8_t", {"system_status", "mavlink_version"})}),
       {}},
      {param_request_read,
       joined({all_of("uint8_t", {"target_system", "target_component"}),
               {{"char", "param_id", 16}, {"int16_t", "param_index"}}}),
       {}},
      {param_request_list, all_of("uint8_t", {"target_system", "target_component"}), {}},
      {param_value,
       {{"char", "param_id", 16},
        {"float", "param_value"},
        {"uint8_t", "param_type"},
        {"uint16_t", "param_count"},
        {"uint16_t", "param_index"}},
       {}},
      {command_long,
       joined({all_of("uint8_t", {"target_system", "target_component"}),
               {{"uint16_t", "command"}, {"uint8_t", "confirmation"}},
               all_of("float",
                      {"param1", "param2", "param3", "param4", "param5", "param6", "param7"})}),
       {}},
      {command_ack,
       {{"uint16_t", "command"}, {"uint8_t", "result"}},
       {{"uint8_t", "progress"},
        {"int32_t", "result_param2"},
        {"uint8_t", "target_system"},
        {"uint8_t", "target_component"}}},
      {hil_actuator_controls,
       joined({time, {{"float", "controls", 16}, {"uint8_t", "mode"}, {"uint64_t", "flags"}}}),
       {}},
      {hil_sensor,
       joined({time,
               all_of("float",
                      {"xacc", "yacc", "zacc", "xgyro", "ygyro", "zgyro", "xmag", "ymag", "zmag",
                       "abs_pressure", "diff_pressure", "pressure_alt", "temperature"}),
               {{"uint32_t", "fields_updated"}}}),
       {{"uint8_t", "id"}}},
      {hil_gps,
       joined({time,
               {{"uint8_t", "fix_type"}},
               all_of("int32_t", {"lat", "lon", "alt"}),
               all_of("uint16_t", {"eph", "epv", "vel"}),
               all_of("int16_t", {"vn", "ve", "vd"}),
               {{"uint16_t", "cog"}, {"uint8_t", "satellites_visible"}}}),
       {{"uint8_t", "id"}, {"uint16_t", "yaw"}}},
      {statustext,
       {{"uint8_t", "severity"}, {"char", "text", 50}},
       {{"uint16_t", "id"}, {"uint8_t", "chunk_seq"}}},
  };
}

std::string hex(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) {
    char two[4];
    std::snprintf(two, sizeof(two), "%02x ",
                  static_cast<unsigned>(static_cast<unsigned char>(byte)));
    text += two;
  }
  if (!text.empty()) text.pop_back();
  return text;
}

std::string frame_of(const MessageKind& kind, const std::string& payload,
                     std::uint8_t sequence = 0) {
  std::string out;
  append_frame(kind, payload, {255, 190}, sequence, out);
  return out;
}

/// All frames that are found when bytes come in pieces of some size.
std::vector<Frame> found(const std::string& bytes, std::size_t piece = 1000) {
  FrameReader reader;
  std::vector<Frame> frames;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.add(std::string_view(bytes).substr(at, piece));
    while (auto frame = reader.next()) frames.push_back(*frame);
  }
  return frames;
}

std::string controls_payload() {
  std::string payload(81, '\0');
  const std::uint64_t time = 0x0102030405060708;
  std::memcpy(payload.data(), &time, 8);
  payload[8] = 1;
  for (int i = 0; i < 16; ++i) {
    const float control = 0.0625f * static_cast<float>(i);
    std::memcpy(payload.data() + 16 + 4 * i, &control, 4);
  }
  payload[80] = '\x81';
  return payload;
}

}  // namespace

TEST_CASE("The checksum is CRC-16/MCRF4XX") {
  Crc crc;
  crc.add("123456789");  // check value of the catalogue of CRC algorithms
  CHECK(crc.value() == 0x6f91);
}

TEST_CASE("Sizes and extra bytes follow from the fields of the definitions") {
  REQUIRE(definitions().size() == message_kinds().size());
  for (const Definition& d : definitions()) {
    CAPTURE(d.kind.name);
    CHECK(find_kind(d.kind.id) != nullptr);
    CHECK(Definition::bytes_of(d.fields) == d.kind.bytes_v1);
    CHECK(Definition::bytes_of(d.fields) + Definition::bytes_of(d.extensions) == d.kind.bytes);
    CHECK(d.crc_extra() == d.kind.crc_extra);
  }
  CHECK(find_kind(30) == nullptr);
}

TEST_CASE("Texts: warnings only, the last first, long ones joined") {
  const auto text = [](char severity, const std::string& words, char id = 0, char part = 0) {
    std::string payload(1, severity);
    payload += words;
    payload.resize(51, '\0');
    return read_status_text(payload + id + '\0' + part);
  };
  StatusTexts texts;
  CHECK(texts.words(100).empty());
  texts.add(text(6, "ArduCopter V4.7"));
  CHECK(texts.words(100).empty());
  const std::string fifty(50, 'x');
  texts.add(text(2, fifty, 7, 0));
  texts.add(text(2, "end", 7, 1));
  texts.add(text(2, "lost beginning", 8, 1));
  CHECK(texts.words(100) == fifty + "end");
  texts.add(text(4, "Mode change to LOITER failed: requires position"));
  texts.add(text(2, fifty, 9, 0));  // repeated, with another id
  texts.add(text(4, "b"));
  CHECK(texts.words(60) == "b; " + fifty);
  CHECK(texts.words(2) == "b");
  CHECK(texts.find("Mode change to ", "failed") ==
        "Mode change to LOITER failed: requires position");
  CHECK(texts.find("Mode change to ", "granted").empty());
}

TEST_CASE("HIL_SENSOR byte by byte") {
  HilSensor m;
  m.time_us = 0x1122334455667788;
  m.acceleration_m_s2 = {1, -1, 2};
  m.gyro_rad_s = {0.5f, -0.5f, 4};
  m.field_gauss = {0.25f, 0, -0.25f};
  m.pressure_hpa = 1013.25f;
  m.differential_pressure_hpa = 8;
  m.altitude_m = 16;
  m.temperature_c = 32;
  m.fields_updated =
      acceleration_fields | gyroscope_fields | magnetometer_fields | barometer_fields;
  m.id = 3;
  CHECK(hex(payload_of(m)) ==
        "88 77 66 55 44 33 22 11 "
        "00 00 80 3f 00 00 80 bf 00 00 00 40 "
        "00 00 00 3f 00 00 00 bf 00 00 80 40 "
        "00 00 80 3e 00 00 00 00 00 00 80 be "
        "00 50 7d 44 00 00 00 41 00 00 80 41 00 00 00 42 "
        "ff 1b 00 00 03");
}

TEST_CASE("HIL_GPS byte by byte") {
  HilGps m;
  m.time_us = 1;
  m.latitude_1e7_deg = 0x01020304;
  m.longitude_1e7_deg = -1;
  m.altitude_mm = 488000;
  m.horizontal_cm = 100;
  m.vertical_cm = 200;
  m.speed_cm_s = 500;
  m.velocity_cm_s = {300, -400, 2};
  m.course_cdeg = 35999;
  m.fix = 3;
  m.satellites = 10;
  m.id = 7;
  m.yaw_cdeg = 0x0908;
  CHECK(hex(payload_of(m)) ==
        "01 00 00 00 00 00 00 00 04 03 02 01 ff ff ff ff 40 72 07 00 64 00 c8 00 f4 01 2c 01 70 fe "
        "02 00 9f 8c 03 0a 07 08 09");
}

TEST_CASE("COMMAND_LONG byte by byte, in a frame of MAVLink 2") {
  CommandLong m;
  m.parameters = {1, 0, 0, 0, 0, 0, 0};
  m.command = 400;
  m.system = 1;
  m.component = 1;
  const std::string payload = payload_of(m);
  CHECK(payload.size() == 33);
  const std::string bytes = frame_of(command_long, payload, 5);
  // The confirmation at the end is 0 and left out: 32 bytes.
  const std::string head = "fd 20 00 00 05 ff be 4c 00 00 00 00 80 3f ";
  CHECK(hex(bytes).starts_with(head));
  CHECK(hex(bytes.substr(38, 4)) == "90 01 01 01");
  CHECK(bytes.size() == 10 + 32 + 2);
  // Of the bytes between the first and the checksum, and of the message's extra byte.
  const std::uint16_t crc = Definition::crc_of(bytes.substr(1, 41) + '\x98');
  CHECK(static_cast<unsigned char>(bytes[42]) == (crc & 0xff));
  CHECK(static_cast<unsigned char>(bytes[43]) == crc >> 8);
}

TEST_CASE("A payload of zeros keeps its first byte") {
  const std::string bytes = frame_of(heartbeat, std::string(9, '\0'));
  CHECK(bytes.size() == 13);
  REQUIRE(found(bytes).size() == 1);
  CHECK(found(bytes)[0].payload == std::string(9, '\0'));
}

TEST_CASE("HIL_ACTUATOR_CONTROLS and COMMAND_ACK are read as they are defined") {
  const HilActuatorControls m = read_controls(controls_payload());
  CHECK(m.time_us == 0x0102030405060708);
  CHECK(m.flags == 1);
  CHECK(m.controls[0] == 0);
  CHECK(m.controls[15] == 0.9375f);
  CHECK((m.mode & armed_mode) != 0);
  const CommandAck ack = read_ack("\x90\x01\x02\0\0\0\0\0\0\0"s);
  CHECK(ack.command == 400);
  CHECK(ack.result == 2);
  CHECK(is_refusal(2));
  CHECK(words_of_result(2) == "denied");
  CHECK_FALSE(is_refusal(0));
  CHECK_FALSE(is_refusal(5));
  CHECK(is_refusal(200));
}

TEST_CASE("A frame is found whole, however its bytes come") {
  const std::string bytes = frame_of(hil_actuator_controls, controls_payload(), 9);
  for (const std::size_t piece : {1, 2, 7, 1000}) {
    const std::vector<Frame> frames = found(bytes + bytes, piece);
    REQUIRE(frames.size() == 2);
    CHECK(frames[1].kind->id == 93);
    CHECK(frames[1].sequence == 9);
    CHECK(frames[1].sender.system == 255);
    CHECK(frames[1].payload == controls_payload());
  }
}

TEST_CASE("Frames of MAVLink 1 and signed ones are read, too") {
  std::string inner = "\x51\x02\x01\x01\x5d"s + controls_payload();
  std::uint16_t crc = Definition::crc_of(inner + '\x2f');
  const std::string v1 =
      "\xfe"s + inner + static_cast<char>(crc & 0xff) + static_cast<char>(crc >> 8);
  inner = "\x51\x01\x00\x02\x01\x01\x5d\x00\x00"s + controls_payload();
  crc = Definition::crc_of(inner + '\x2f');
  const std::string is_signed = "\xfd"s + inner + static_cast<char>(crc & 0xff) +
                                static_cast<char>(crc >> 8) + std::string(13, 'x');
  const std::vector<Frame> frames = found(v1 + is_signed + v1, 5);
  REQUIRE(frames.size() == 3);
  for (const Frame& frame : frames) CHECK(frame.payload == controls_payload());
}

TEST_CASE("What is no frame is dropped, and the next is found") {
  const std::string good = frame_of(hil_actuator_controls, controls_payload());
  const auto is_found_behind = [&](const std::string& before, std::size_t dropped) {
    FrameReader reader;
    reader.add(before + good);
    const auto frame = reader.next();
    REQUIRE(frame.has_value());
    CHECK(frame->payload == controls_payload());
    CHECK(reader.dropped() == dropped);
    CHECK_FALSE(reader.next().has_value());
  };
  is_found_behind("noise", 5);
  for (std::size_t at = 10; at < good.size(); ++at) {  // any damage behind the header
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x20);
    CAPTURE(at);
    is_found_behind(bad, bad.size());
  }
  std::string flagged = good;
  flagged[2] = 2;  // a flag that nobody knows
  is_found_behind(flagged, flagged.size());
  is_found_behind(good.substr(0, 3), 3);
  // One that is not known, whatever it has in it.
  const MessageKind attitude{30, "ATTITUDE", 28, 28, 39};
  is_found_behind(frame_of(attitude, std::string(28, '\xfd')), 40);
}

TEST_CASE("A byte that looks like the first of a frame can be given up") {
  const std::string good = frame_of(hil_actuator_controls, controls_payload());
  FrameReader reader;
  reader.add("\xfd\xff\0\0\0\0\0\x5d\0\0"s + good);
  CHECK_FALSE(reader.next().has_value());  // 255 bytes of it may come
  CHECK(reader.waiting() == 10 + good.size());
  reader.give_up();
  REQUIRE(reader.next().has_value());
  CHECK(reader.waiting() == 0);
  reader.give_up();
  CHECK(reader.dropped() == 10);
}

TEST_CASE("A longer payload than is known is cut, a shorter one is filled up") {
  const MessageKind longer{93, "", 90, 90, 47};
  std::vector<Frame> frames = found(frame_of(longer, controls_payload() + std::string(9, 'n')));
  REQUIRE(frames.size() == 1);
  CHECK(frames[0].payload == controls_payload());
  const MessageKind shorter{93, "", 10, 10, 47};
  frames = found(frame_of(shorter, controls_payload().substr(0, 10)));
  REQUIRE(frames.size() == 1);
  CHECK(frames[0].payload == controls_payload().substr(0, 9) + std::string(72, '\0'));
}
