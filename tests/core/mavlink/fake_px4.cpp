/// A program that behaves as PX4's simulation in software does towards a simulator, and flies a
/// small controller of its own on a small estimate of its own. What it sends and reads is written
/// after the definitions of MAVLink and shares no code with the library that speaks to it. One
/// file, so that one command compiles it: the tests do so, and whoever tries the loop without PX4.
///
///   fake_px4 [-d] -i N -w FOLDER [-s SCRIPT] [ETC]
///
/// Parameters come from the environment, PX4_PARAM_NAME=VALUE. Those that begin with FAKE_ make it
/// misbehave: a number of answers, of which every such one is sent twice (FAKE_DOUBLE), comes after
/// an old one (FAKE_LATE), after what is no message (FAKE_BAD), after messages that nobody asked
/// for (FAKE_OTHER), as MAVLink 1 (FAKE_V1) or with a signature (FAKE_SIGN); or the readings at
/// which it hangs, dies, leaves an answer out or answers ahead of time (FAKE_HANG, FAKE_DIE,
/// FAKE_LOSE, FAKE_AHEAD). FAKE_MUTE is how many readings it takes before it answers, FAKE_DENY a
/// command that it refuses, FAKE_OLD = 1 stamps answers as old versions do. FAKE_SLEEP_US is a mean
/// time that it sleeps at some readings, by the clock; FAKE_CHILD = 1 leaves a process behind it.
/// FAKE_DEAF is how many readings it takes before it opens its port for commands: it never hears
/// those that were sent before. FAKE_UNARMED = 1 acknowledges the command to arm and does not arm,
/// FAKE_IDLE = 1 stays at idle when armed, and says why in STATUSTEXT. The bias of its gyroscope is
/// the mean of the last readings before it is armed. With bit 0 of SDLOG_BACKEND it writes a ULog
/// from its start to the first disarming, late and in pieces as PX4 does; rotor speeds in it are
/// 6000 rpm times its controls, as PX4's simulation makes them up.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

double parameter(const char* name, double otherwise) {
  const char* text = std::getenv((std::string("PX4_PARAM_") + name).c_str());
  return text == nullptr ? otherwise : std::atof(text);
}

/// As PX4's start script: names that are not there are printed, and ignored.
void look_for_unknown_parameters() {
  static const char* const known[] = {
      "MPC_THR_HOVER", "MC_ROLLRATE_P", "MC_PITCHRATE_P", "MC_YAWRATE_P",  "MIS_TAKEOFF_ALT",
      "MPC_XY_P",      "MPC_Z_P",       "SDLOG_BACKEND",  "SDLOG_PROFILE", "SYS_AUTOSTART"};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    std::string name = *variable;
    if (name.rfind("PX4_PARAM_", 0) != 0) continue;
    name = name.substr(10, name.find('=') - 10);
    const bool is_known = std::find(std::begin(known), std::end(known), name) != std::end(known);
    if (is_known || name.rfind("FAKE_", 0) == 0) continue;
    std::printf("ERROR [param] Parameter %s not found.\n", name.c_str());
  }
}

[[noreturn]] void panic(const char* what) {
  std::printf("ERROR [px4] %s\n", what);
  std::exit(1);
}

// --- MAVLink -------------------------------------------------------------------------------------

/// Bit by bit: the polynomial x^16 + x^12 + x^5 + 1, the lowest bit first.
std::uint16_t crc_of(const std::string& bytes, unsigned extra) {
  unsigned crc = 0xffff;
  const auto add = [&](unsigned byte) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  };
  for (const char byte : bytes) add(static_cast<unsigned char>(byte));
  add(extra);
  return static_cast<std::uint16_t>(crc);
}

template <class Number>
void put(std::string& out, Number number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof(number));
}
template <class Number>
Number get(const std::string& bytes, std::size_t at) {
  Number number{};
  if (at + sizeof(number) <= bytes.size()) std::memcpy(&number, bytes.data() + at, sizeof(number));
  return number;
}

std::string frame_v1(unsigned id, unsigned extra, const std::string& payload, int system) {
  std::string inner;
  for (const unsigned byte :
       {static_cast<unsigned>(payload.size()), 7u, static_cast<unsigned>(system), 1u, id}) {
    inner += static_cast<char>(byte);
  }
  inner += payload;
  std::string out = "\xfe" + inner;
  put(out, crc_of(inner, extra));
  return out;
}

std::string frame(unsigned id, unsigned extra, std::string payload, int system,
                  bool is_signed = false) {
  while (payload.size() > 1 && payload.back() == '\0') payload.pop_back();
  std::string inner;
  for (const unsigned byte : {static_cast<unsigned>(payload.size()), is_signed ? 1u : 0u, 0u, 7u,
                              static_cast<unsigned>(system), 1u, id & 255, id >> 8, 0u}) {
    inner += static_cast<char>(byte);
  }
  inner += payload;
  std::string out = "\xfd" + inner;
  put(out, crc_of(inner, extra));
  return is_signed ? out + std::string(13, 's') : out;
}

/// Takes the first whole frame of MAVLink 2 from the front of what has come; false: there is none.
bool take(std::string& bytes, unsigned& id, std::string& payload) {
  if (bytes.size() < 12) return false;
  if (bytes[0] != '\xfd') panic("the simulator sends no MAVLink 2");
  const std::size_t length = static_cast<unsigned char>(bytes[1]);
  if (bytes.size() < 12 + length) return false;
  id = get<std::uint16_t>(bytes, 7);
  payload = bytes.substr(10, length);
  const unsigned extra = id == 107 ? 108 : id == 113 ? 124 : id == 76 ? 152 : 0;
  if (crc_of(bytes.substr(1, 9 + length), extra) != get<std::uint16_t>(bytes, 10 + length)) {
    panic("the simulator sends a wrong checksum");
  }
  payload.resize(80, '\0');
  bytes.erase(0, 12 + length);
  return true;
}

sockaddr_in local(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// --- log -----------------------------------------------------------------------------------------

/// A ULog, after docs.px4.io, ULog File Format.
class Log {
 public:
  explicit Log(bool writes) {
    if (!writes) return;
    for (const char* folder : {"log", "log/2026-11-29"}) ::mkdir(folder, 0700);
    file_ = std::fopen("log/2026-11-29/10_11_12.ulg", "wb");
    if (file_ == nullptr) panic("cannot create a log");
    bytes_ = std::string("ULog\x01\x12\x35\x01", 8) + std::string(8, '\0');
    add('B', std::string(40, '\0'));
    define(0, "vehicle_attitude", "float[4] q");
    define(1, "vehicle_angular_velocity", "float[3] xyz");
    define(2, "vehicle_local_position", "float x;float y;float z;float vx;float vy;float vz");
    define(3, "actuator_motors", "float[4] control");
    add('F', "esc_report:uint64_t timestamp;int32_t esc_rpm;uint8_t[4] _padding0;");
    define(4, "esc_status", "esc_report[4] esc");
  }
  bool writes() const { return file_ != nullptr; }

  void data(std::uint16_t topic, std::uint64_t time_us, const std::string& fields) {
    std::string content;
    put(content, topic);
    put(content, time_us);
    add('D', content + fields);
    constexpr std::size_t piece = 4096;
    while (bytes_.size() >= piece) {
      std::fwrite(bytes_.data(), 1, piece, file_);
      std::fflush(file_);
      bytes_.erase(0, piece);
    }
  }
  void close() {
    if (file_ == nullptr) return;
    std::fwrite(bytes_.data(), 1, bytes_.size(), file_);
    std::fclose(file_);
    file_ = nullptr;
  }

 private:
  void add(char type, const std::string& content) {
    put(bytes_, static_cast<std::uint16_t>(content.size()));
    bytes_ += type + content;
  }
  void define(std::uint16_t topic, const std::string& name, const std::string& fields) {
    add('F', name + ":uint64_t timestamp;" + fields + ";");
    std::string content(1, '\0');
    put(content, topic);
    add('A', content + name);
  }

  std::FILE* file_ = nullptr;
  std::string bytes_;
};

// --- flight --------------------------------------------------------------------------------------

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Readings {
  std::uint64_t time_us = 0;
  Vector force{}, rate{}, field{};
  double pressure_hpa = 0;
  unsigned updated = 0;
};

/// Attitude as the world's down and north in body axes; height by pressure and force; horizontal
/// motion by the GNSS and the tilt.
class Estimate {
 public:
  Vector down{0, 0, 1}, north{1, 0, 0}, velocity{}, position{};  // NED from where it started

  void take(const Readings& r, double dt) {
    const double length = std::sqrt(dot(r.force, r.force));
    if (!is_level_) {
      for (std::size_t i = 0; i < 3; ++i) down[i] = -r.force[i] / length;
      is_level_ = true;
    }
    turn(down, r, dt);
    turn(north, r, dt);
    for (std::size_t i = 0; i < 3; ++i) {
      down[i] += 0.02 * dt * (-r.force[i] / std::max(length, 1.0) - down[i]);
    }
    normalise(down);
    if ((r.updated & 0x1c0) != 0) see_field(r.field);
    const Vector east = cross(down, north);
    const Vector a = {dot(north, r.force), dot(east, r.force), dot(down, r.force) + 9.80665};
    for (std::size_t i = 0; i < 3; ++i) {
      velocity[i] += a[i] * dt;
      position[i] += velocity[i] * dt;
    }
    if ((r.updated & 0x200) != 0) see_height(r.pressure_hpa);
  }

  /// From body to world: its third row is down in body axes, its first north.
  std::array<double, 4> attitude() const {
    const Vector east = cross(down, north);
    const double w = 0.5 * std::sqrt(std::max(1 + north[0] + east[1] + down[2], 1e-12));
    return {w, (down[1] - east[2]) / (4 * w), (north[2] - down[0]) / (4 * w),
            (east[0] - north[1]) / (4 * w)};
  }

  void see_gps(const std::string& m) {
    const double lat = get<std::int32_t>(m, 8) * 1e-7, lon = get<std::int32_t>(m, 12) * 1e-7;
    if (!has_home_) home_[0] = lat, home_[1] = lon, has_home_ = true;
    constexpr double m_per_deg = 111319.5;
    const double shift[2] = {(lat - home_[0]) * m_per_deg,
                             (lon - home_[1]) * m_per_deg * std::cos(lat * M_PI / 180)};
    for (std::size_t i = 0; i < 2; ++i) {
      position[i] += 0.2 * (shift[i] - position[i]);
      velocity[i] += 0.3 * (get<std::int16_t>(m, 26 + 2 * i) / 100.0 - velocity[i]);
    }
  }

 private:
  static void normalise(Vector& v) {
    const double length = std::sqrt(dot(v, v));
    for (double& part : v) part /= length;
  }
  static void turn(Vector& v, const Readings& r, double dt) {
    const Vector change = cross(v, r.rate);
    for (std::size_t i = 0; i < 3; ++i) v[i] += dt * change[i];
    normalise(v);
  }
  void see_field(const Vector& field) {
    Vector level;
    for (std::size_t i = 0; i < 3; ++i) level[i] = field[i] - dot(field, down) * down[i];
    normalise(level);
    for (std::size_t i = 0; i < 3; ++i) north[i] += (is_turned_ ? 0.02 : 1) * (level[i] - north[i]);
    is_turned_ = true;
    normalise(north);
  }
  void see_height(double pressure_hpa) {
    const double height = 44330.77 * (1 - std::pow(pressure_hpa / 1013.25, 0.190263));
    if (!has_height_) height_ = height, has_height_ = true;
    const double error = -(height - height_) - position[2];
    position[2] += 0.1 * error;
    velocity[2] += 0.1 * error;
  }

  double home_[2] = {}, height_ = 0;
  bool has_home_ = false, has_height_ = false, is_turned_ = false, is_level_ = false;
};

/// Hovers, above where it was armed once it is told to take off.
class Law {
 public:
  bool armed = false, takes_off = false, lands = false;

  /// Where it is then is where it hovers.
  void arm(bool is_armed) { armed = is_armed; }

  void control(const Estimate& x, const Readings& r, double dt, float (&motor)[16]) {
    std::fill(std::begin(motor), std::end(motor), 0.0f);
    if (!armed) return;
    if (parameter("FAKE_IDLE", 0) > 0) {
      std::fill(motor, motor + 4, 0.1f);
      return;
    }
    if (takes_off && !lands) climbed_ = std::min(climbed_ + 1.0 * dt, climb_);
    // On the ground it cannot follow, and turns its motors off.
    if (lands) climbed_ -= 0.5 * dt;
    if (lands && -climbed_ - x.position[2] > 0.6) armed = false;
    Vector wanted;
    for (std::size_t i = 0; i < 3; ++i) {
      const double error = (i == 2 ? -climbed_ : 0) - x.position[i];
      const double speed = (i < 2 ? xy_ : z_) * error - (i == 2 && climbed_ < climb_ && takes_off);
      wanted[i] = std::clamp((i < 2 ? 2.0 : 4.0) * (speed - x.velocity[i]), -4.0, 4.0);
    }
    const Vector east = cross(x.down, x.north);
    // Horizontal directions in body axes: x forward, y right.
    const double forward = x.north[0] * wanted[0] + east[0] * wanted[1];
    const double right = x.north[1] * wanted[0] + east[1] * wanted[1];
    const double roll_rate = 6 * (right / 9.80665 - x.down[1]);
    const double pitch_rate = 6 * (-forward / 9.80665 + x.down[0]);
    const double yaw_rate = 2 * x.north[1];
    const double roll = roll_ * (roll_rate - r.rate[0]), pitch = pitch_ * (pitch_rate - r.rate[1]);
    const double yaw = yaw_ * (yaw_rate - r.rate[2]);
    const double thrust = hover_ * (9.80665 - wanted[2]) / 9.80665 / std::max(x.down[2], 0.5);
    // Front right, rear left, front left, rear right; the first two turn counter-clockwise.
    const double all[4] = {thrust - roll + pitch + yaw, thrust + roll - pitch + yaw,
                           thrust + roll + pitch - yaw, thrust - roll - pitch - yaw};
    for (int i = 0; i < 4; ++i) motor[i] = static_cast<float>(std::clamp(all[i], 0.0, 1.0));
  }

 private:
  double climbed_ = 0, climb_ = parameter("MIS_TAKEOFF_ALT", 1);
  double xy_ = parameter("MPC_XY_P", 0.8), z_ = parameter("MPC_Z_P", 1);
  double hover_ = std::getenv("FAKE_HOVER") != nullptr ? std::atof(std::getenv("FAKE_HOVER"))
                                                       : parameter("MPC_THR_HOVER", 0.5),
         roll_ = parameter("MC_ROLLRATE_P", 0.01), pitch_ = parameter("MC_PITCHRATE_P", 0.01),
         yaw_ = parameter("MC_YAWRATE_P", 0.01);
};

// --- the program ---------------------------------------------------------------------------------

class Fake {
 public:
  explicit Fake(int instance) : system_(instance + 1) {
    commands_ = ::socket(AF_INET, SOCK_DGRAM, 0);
    const sockaddr_in own = local(14580 + instance);
    if (::bind(commands_, reinterpret_cast<const sockaddr*>(&own), sizeof(own)) != 0) {
      panic("bind failed");
    }
    station_ = local(14540 + instance);
    const sockaddr_in simulator = local(4560 + instance);
    std::printf(
        "INFO  [simulator_mavlink] Waiting for simulator to accept connection on TCP port "
        "%d\n",
        4560 + instance);
    for (;;) {
      simulator_ = ::socket(AF_INET, SOCK_STREAM, 0);
      if (::connect(simulator_, reinterpret_cast<const sockaddr*>(&simulator), sizeof(simulator)) ==
          0) {
        break;
      }
      ::close(simulator_);
      ::usleep(500);
    }
    std::printf("INFO  [simulator_mavlink] Simulator connected on TCP port %d.\n", 4560 + instance);
    if (const char* name = std::getenv("FAKE_HEARD")) {
      heard_ = std::fopen(name, "a");
      if (heard_ != nullptr) std::setvbuf(heard_, nullptr, _IOLBF, BUFSIZ);
    }
    if (const char* name = std::getenv("FAKE_LOOKS")) look(name);
    if (parameter("FAKE_CHILD", 0) > 0 && ::fork() == 0) {
      for (;;) ::pause();
    }
    send(frame(0, 50, std::string("\0\0\0\0\2\14\0\0\3", 9), system_));
  }

  [[noreturn]] void run() {
    char bytes[4096];
    for (;;) {
      const ssize_t got = ::recv(simulator_, bytes, sizeof(bytes), 0);
      if (got <= 0) std::exit(0);
      come_.append(bytes, static_cast<std::size_t>(got));
      unsigned id = 0;
      std::string payload;
      while (take(come_, id, payload)) {
        if (id == 113) hear_gps(payload);
        if (id == 107) answer(payload);
      }
    }
  }

 private:
  static void look(const char* name) {
    std::FILE* file = std::fopen(name, "a");
    char folder[1024];
    std::fprintf(file, "%s|%s|%d\n", ::getcwd(folder, sizeof(folder)), std::getenv("PX4_SIM_MODEL"),
                 ::getpgid(0) == ::getpid());
    std::fclose(file);
  }
  void send(const std::string& bytes) {
    if (::send(simulator_, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) std::exit(0);
  }
  bool is_every(const char* name) const {
    const auto n = static_cast<std::uint64_t>(parameter(name, 0));
    return n > 0 && count_ % n == 0;
  }
  bool is_at(const char* name) const {
    const double n = parameter(name, 0);
    return n > 0 && static_cast<double>(count_) == n;
  }

  void hear_gps(const std::string& m) {
    estimate_.see_gps(m);
    if (heard_ == nullptr) return;
    std::fprintf(heard_, "gps %llu %d %d %d %d %d %d %u %u\n",
                 static_cast<unsigned long long>(get<std::uint64_t>(m, 0)), get<std::int32_t>(m, 8),
                 get<std::int32_t>(m, 12), get<std::int32_t>(m, 16), get<std::int16_t>(m, 26),
                 get<std::int16_t>(m, 28), get<std::int16_t>(m, 30), get<std::uint8_t>(m, 34),
                 get<std::uint8_t>(m, 35));
  }

  Readings readings_of(const std::string& m) {
    Readings r;
    r.time_us = get<std::uint64_t>(m, 0);
    for (std::size_t i = 0; i < 3; ++i) {
      r.force[i] = static_cast<double>(get<float>(m, 8 + 4 * i));
      r.rate[i] = static_cast<double>(get<float>(m, 20 + 4 * i));
      r.field[i] = static_cast<double>(get<float>(m, 32 + 4 * i));
    }
    r.pressure_hpa = static_cast<double>(get<float>(m, 44));
    r.updated = get<std::uint32_t>(m, 60);
    if (heard_ != nullptr) {
      std::fprintf(heard_, "sensor %llu %u", static_cast<unsigned long long>(r.time_us), r.updated);
      for (std::size_t at = 8; at < 60; at += 4) {
        std::fprintf(heard_, " %.9g", static_cast<double>(get<float>(m, at)));
      }
      std::fprintf(heard_, "\n");
    }
    return r;
  }

  void hear_commands() {
    char bytes[512];
    const bool is_deaf = static_cast<double>(count_) <= parameter("FAKE_DEAF", 0);
    for (;;) {
      const ssize_t got = ::recv(commands_, bytes, sizeof(bytes), MSG_DONTWAIT);
      if (got <= 0) return;
      if (is_deaf) continue;
      std::string all(bytes, static_cast<std::size_t>(got)), m;
      unsigned id = 0;
      if (!take(all, id, m) || id != 76) panic("what came is no command");
      const unsigned command = get<std::uint16_t>(m, 28);
      if (get<std::uint8_t>(m, 30) != system_ || get<std::uint8_t>(m, 31) != 1) {
        panic("the command is for another system");
      }
      if (heard_ != nullptr) {
        std::fprintf(heard_, "command %u", command);
        for (std::size_t i = 0; i < 7; ++i) {
          std::fprintf(heard_, " %g", static_cast<double>(get<float>(m, 4 * i)));
        }
        std::fprintf(heard_, "\n");
      }
      const bool denied = parameter("FAKE_DENY", 0) == command;
      if (denied) std::printf("WARN  [health_and_arming_checks] Preflight Fail: no fake\n");
      if (!denied && command == 400) {
        // What was before depends on when the lockstep began.
        estimate_ = Estimate();
        offset_ = {};
        for (const Vector& rate : rest_) {
          for (std::size_t i = 0; i < 3; ++i)
            offset_[i] += rate[i] / static_cast<double>(rest_.size());
        }
        law_.arm(get<float>(m, 0) > 0.5f && parameter("FAKE_UNARMED", 0) <= 0);
        if (parameter("FAKE_UNARMED", 0) > 0) say("Arming denied: high gyro bias");
      }
      if (!denied && command == 22) law_.takes_off = true;
      if (!denied && command == 21) law_.lands = true;
      std::string ack;
      put(ack, static_cast<std::uint16_t>(command));
      put(ack, static_cast<std::uint8_t>(denied ? 1 : 0));
      ack.resize(10, '\0');
      const std::string out = frame(77, 143, ack, system_);
      ::sendto(commands_, out.data(), out.size(), 0, reinterpret_cast<const sockaddr*>(&station_),
               sizeof(station_));
    }
  }

  void say(const std::string& text) {
    std::string payload(1, '\4');
    payload += text;
    payload.resize(54, '\0');
    const std::string out = frame(253, 83, payload, system_);
    ::sendto(commands_, out.data(), out.size(), 0, reinterpret_cast<const sockaddr*>(&station_),
             sizeof(station_));
  }

  std::string controls(std::uint64_t time_us, const float (&motor)[16]) const {
    std::string payload;
    put(payload, time_us);
    put(payload, std::uint64_t{1});
    for (const float control : motor) put(payload, control);
    put(payload, static_cast<std::uint8_t>(law_.armed ? 129 : 1));
    return payload;
  }

  void misbehave() {
    if (sleep_us_ > 0 && random_() % 16 == 0) {
      ::usleep(static_cast<useconds_t>(random_() % static_cast<unsigned>(2 * sleep_us_)));
    }
    if (is_at("FAKE_HANG")) {
      std::printf("ERROR [simulator_mavlink] poll timeout 0, 111\n");
      for (;;) ::pause();
    }
    if (is_at("FAKE_DIE")) panic("hard fault in ekf2");
  }

  void answer(const std::string& m) {
    Readings r = readings_of(m);
    if (!law_.armed) rest_.push_back(r.rate);
    if (rest_.size() > 128) rest_.erase(rest_.begin());
    if (start_us_ == 0) start_us_ = r.time_us;
    const double dt = last_us_ == 0 ? 0 : 1e-6 * static_cast<double>(r.time_us - last_us_);
    last_us_ = r.time_us;
    ++count_;
    hear_commands();
    for (std::size_t i = 0; i < 3; ++i) r.rate[i] -= offset_[i];
    estimate_.take(r, dt);
    float motor[16];
    law_.control(estimate_, r, dt, motor);
    if (log_.writes()) log(r, motor);
    misbehave();
    if (static_cast<double>(count_) <= parameter("FAKE_MUTE", 0) || is_at("FAKE_LOSE")) return;
    std::uint64_t stamp = r.time_us - (parameter("FAKE_OLD", 0) > 0 ? 0 : start_us_);
    if (is_at("FAKE_AHEAD")) stamp += 1000000;
    send_answer(controls(stamp, motor));
  }

  void log(const Readings& r, const float (&motor)[16]) {
    const auto put_all = [](std::string& out, const auto& numbers) {
      for (const double number : numbers) put(out, static_cast<float>(number));
    };
    // Its clock begins with the first readings.
    const std::uint64_t time_us = r.time_us - start_us_;
    std::string q, rate, place, controls, speeds;
    put_all(q, estimate_.attitude());
    put_all(rate, r.rate);
    put_all(place, estimate_.position);
    put_all(place, estimate_.velocity);
    for (int i = 0; i < 4; ++i) {
      put(controls, motor[i]);
      put(speeds, time_us);
      put(speeds, static_cast<std::int32_t>(motor[i] * 6000));
      speeds.append(4, '\0');
    }
    log_.data(0, time_us, q);
    log_.data(1, time_us, rate);
    log_.data(2, time_us, place);
    log_.data(3, time_us, controls);
    log_.data(4, time_us, speeds);
    was_armed_ = was_armed_ || law_.armed;
    if (was_armed_ && !law_.armed) log_.close();
  }

  void send_answer(const std::string& payload) {
    std::string out;
    const std::string good = frame(93, 47, payload, system_);
    if (is_every("FAKE_BAD")) {
      std::string bad = good;
      bad[20] ^= 1;
      out += bad + "noise" + good.substr(0, 30);
    }
    if (is_every("FAKE_OTHER")) {
      out += frame(0, 50, std::string("\0\0\0\0\2\14\0\0\3", 9), system_);
      out += frame(30, 39, std::string(28, 'a'), system_);  // ATTITUDE
      out += frame_v1(1, 124, std::string(31, 'b'), system_);
    }
    if (is_every("FAKE_LATE")) out += last_;
    if (is_every("FAKE_V1")) {
      out += frame_v1(93, 47, payload, system_);
    } else {
      out += frame(93, 47, payload, system_, is_every("FAKE_SIGN"));
    }
    if (is_every("FAKE_DOUBLE")) out += good;
    send(out);
    last_ = good;
  }

  int system_;
  int simulator_ = -1, commands_ = -1;
  sockaddr_in station_{};
  std::string come_, last_;
  Estimate estimate_;
  std::vector<Vector> rest_;  ///< rates before it is armed
  Vector offset_{};
  Law law_;
  bool was_armed_ = false;
  Log log_{static_cast<int>(parameter("SDLOG_BACKEND", 1)) % 2 == 1};
  std::uint64_t start_us_ = 0, last_us_ = 0, count_ = 0;
  double sleep_us_ = std::getenv("FAKE_SLEEP_US") != nullptr
                         ? std::atof(std::getenv("FAKE_SLEEP_US"))
                         : parameter("FAKE_SLEEP_US", 0);
  std::FILE* heard_ = nullptr;
  std::minstd_rand random_{
      static_cast<std::uint32_t>(std::chrono::steady_clock::now().time_since_epoch().count())};
};

}  // namespace

int main(int count, char** words) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  int instance = -1;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "-d") continue;
    if (word[0] != '-') {
      if (::access((word + "/init.d-posix/rcS").c_str(), R_OK) != 0) panic("no startup script");
      continue;
    }
    if (++i == count) panic("missing value");
    if (word == "-i")
      instance = std::atoi(words[i]);
    else if (word == "-w") {
      if (::chdir(words[i]) != 0) panic("no such folder");
    } else if (word != "-s")
      panic(("unknown option " + word).c_str());
  }
  if (instance < 0) panic("no instance");
  look_for_unknown_parameters();
  Fake(instance).run();
}
