/// Packets to and from programs, byte by byte: what is sent has the SHA-256 of the same packet made
/// by Python's struct.pack from the tables of docs/external-process.md, and what is answered is
/// written here as bytes.

#include "simulate/external/packets.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "core/base/sha256.hpp"

namespace montecopter {
namespace {

std::string sha256(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hex(hash.digest());
}

template <class Struct>
std::span<const std::byte> bytes_of(const Struct& packet) {
  return std::as_bytes(std::span(&packet, 1));
}

/// struct.pack("<4sHHQ", b"MCOP", 1, 1, 0) + pack("<Q4I", 0x0102030405060708, 4, 1, 2, 0)
/// + pack("<2d", 1.5, 9.81) + pack("<9d", 0.01 k, k = 1 ... 9) + pack("<3d", 0.002, 0.5, 80)
/// + pack("<16d", k + 0.25) + pack("<16d", k + 100.5) + pack("<16d", k + 50.125), k = 0 ... 15
/// + pack("<56sd56sd", b"gain", 2.5, b"a-name_of-55" + 43 * b"x", -0.0)
TEST_CASE("the packet that starts a flight") {
  montecopter_vehicle vehicle{};
  vehicle.commands = 4;
  vehicle.mass_kg = 1.5;
  vehicle.gravity_m_s2 = 9.81;
  for (int k = 0; k < 9; ++k) vehicle.inertia_kg_m2[k] = 0.01 * (k + 1);
  vehicle.period_s = 0.002;
  vehicle.thrust_low_n = 0.5, vehicle.thrust_high_n = 80;
  for (int k = 0; k < MONTECOPTER_MOST_COMMANDS; ++k) {
    vehicle.command_low[k] = k + 0.25;
    vehicle.command_high[k] = k + 100.5;
    vehicle.command_hover[k] = k + 50.125;
  }
  const std::vector<std::string> names = {"gain", "a-name_of-55" + std::string(43, 'x')};
  const double given[] = {2.5, -0.0};
  const auto packet =
      start_packet(vehicle, 0x0102030405060708, MONTECOPTER_BODY_RATE, names, given);
  CHECK(packet.size() == 664);
  CHECK(hex(std::span(packet).first(48)) ==
        "4d434f50010001000000000000000000"
        "0807060504030201"
        "04000000010000000200000000000000"
        "000000000000f83f");
  CHECK(sha256(packet) == "4279e4c07492aeeb5375314070613cc13400d66bd066650721090217f2891472");
}

struct Asked {
  montecopter_state state;
  montecopter_reference reference;
  const double set_point[4] = {1, 2, 3, 4};

  Asked() {
    double numbers[18];
    for (int k = 0; k < 18; ++k) numbers[k] = k + 0.5;
    std::memcpy(&state, numbers, sizeof(state));
    for (double& number : numbers) number = -number;
    std::memcpy(&reference, numbers, sizeof(reference));
  }
};

/// pack("<4sHHQ", b"MCOP", 1, 3, 7) + pack("<2d", 0.012, 0.5) + pack("<13d", k + 0.5)
/// + pack("<18d", -(k + 0.5)) + bytes(40); and number 2^40, time 0, factor 1, bytes(144) in place
/// of a reference, pack("<5d", 1, 2, 3, 4, 0).
TEST_CASE("the packet of an update") {
  const Asked asked;
  montecopter_input input{};
  input.time_s = 0.012, input.gain_factor = 0.5;
  input.state = &asked.state;
  input.reference = &asked.reference;
  CHECK(sha256(bytes_of(update_packet(7, input, 0))) ==
        "245d86a15afc8656bed88ff882176a9afdae95b1e412255aac3d80edb56d4b4c");
  input.time_s = 0, input.gain_factor = 1;
  input.reference = nullptr;
  input.set_point = asked.set_point;
  CHECK(sha256(bytes_of(update_packet(std::uint64_t{1} << 40, input, 4))) ==
        "c0f2415836ac0dfa3dad8c9dff02a8e7da998398303b4fa009746cd9ebec111a");
}

/// An answer as bytes: "MCOP", version 1, kind, number, and what follows.
std::vector<std::byte> answer(unsigned char kind, unsigned char number, const std::string& body) {
  std::string text = {
      'M', 'C', 'O', 'P', 1, 0, static_cast<char>(kind), 0, static_cast<char>(number), 0,
      0,   0,   0,   0,   0, 0};
  text += body;
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST_CASE("answers") {
  std::string text;
  double commands[MONTECOPTER_MOST_COMMANDS] = {};
  // 1.0 is 0x3ff0000000000000.
  std::string numbers(128, '\0');
  numbers[6] = '\xf0', numbers[7] = '\x3f';
  CHECK(read_answer(answer(4, 9, numbers), 9, commands, text) == Answer::as_asked);
  CHECK(commands[0] == 1.0);
  CHECK(commands[1] == 0.0);
  CHECK(read_answer(answer(2, 0, ""), 0, nullptr, text) == Answer::as_asked);
  CHECK(text.empty());
  // Of a packet before, whatever it is.
  CHECK(read_answer(answer(4, 8, numbers), 9, commands, text) == Answer::late);
  CHECK(read_answer(answer(77, 8, "x"), 9, commands, text) == Answer::late);
  CHECK(read_answer(answer(5, 9, "no solution"), 9, commands, text) == Answer::failed);
  CHECK(text == "no solution");
  CHECK(read_answer(answer(5, 0, std::string(5000, 'x')), 0, commands, text) == Answer::failed);
  CHECK(text.size() == failed_text_bytes);
}

TEST_CASE("answers that are none") {
  const std::string numbers(128, '\0');
  const auto complaint = [](const std::vector<std::byte>& packet, std::uint64_t number) {
    std::string text;
    double commands[MONTECOPTER_MOST_COMMANDS] = {};
    CHECK(read_answer(packet, number, commands, text) == Answer::malformed);
    return text;
  };
  for (std::size_t size = 0; size < 16; ++size) {
    auto packet = answer(4, 9, numbers);
    packet.resize(size);
    CHECK_THAT(complaint(packet, 9), Catch::Contains("shorter than a header (16)"));
  }
  CHECK_THAT(complaint(answer(4, 9, numbers + "x"), 9),
             Catch::Contains("145 bytes instead of 144"));
  CHECK_THAT(complaint(answer(4, 9, ""), 9), Catch::Contains("16 bytes instead of 144"));
  CHECK_THAT(complaint(answer(2, 0, "x"), 0), Catch::Contains("17 bytes instead of 16"));
  CHECK_THAT(complaint(answer(4, 0, numbers), 0), Catch::Contains("kind 4 instead of 2"));
  CHECK_THAT(complaint(answer(2, 9, ""), 9), Catch::Contains("kind 2 instead of 4"));
  CHECK_THAT(complaint(answer(4, 10, numbers), 9),
             Catch::Contains("packet 10 instead of packet 9"));
}

}  // namespace
}  // namespace montecopter
