/// A program that behaves as ArduPilot's simulation in software does over its JSON interface, and
/// flies a small controller of its own: position, velocity, tilt, body rate, mixed to a quadrotor
/// in X. What it sends and reads is written after ArduPilot's examples/JSON/readme.md and shares no
/// code with the library that speaks to it.
///
///   fake_ardupilot --model JSON:127.0.0.1 [-I N] [--defaults FILE,FILE] [--speedup X] [--home H]
///                  [--wipe]
///
/// Parameters are read as ArduPilot reads them. Its gains have ArduPilot's names; those that begin
/// with FAKE_ make it misbehave: a number of frames, of which every such one is sent twice
/// (FAKE_DOUBLE), comes after an old one (FAKE_LATE) or after what is no packet (FAKE_BAD); or the
/// frame at which it hangs, dies, begins to count again or leaves a number out (FAKE_HANG,
/// FAKE_DIE, FAKE_RESTART, FAKE_SKIP). FAKE_SLEEP_US is a mean time that it sleeps at some frames,
/// by the clock; FAKE_CHILD = 1 leaves a process behind it. FAKE_STRICT = 1 arms as ArduCopter 4.7
/// does: not with less than 1.8 frames per loop, not within 30 s of the start, and with a log file
/// that opens by the clock; and it gives up where the gyroscope, whose bias it has measured at
/// rest, turns away from the attitude by more than 0.5 deg/s, as its EKF does. FAKE_IDLE = 1 stays
/// at idle when armed, FAKE_REFUSES = 1 takes no mode, FAKE_TYPE is the kind of vehicle in its
/// heartbeat. It says why in STATUSTEXT, to a ground station whose heartbeat it has heard.
///
/// With bit 0 of LOG_BACKEND_TYPE it writes logs/00000001.BIN: what it was told as its estimate,
/// what it commands before the mixer at every frame, and its outputs ten times a second. As
/// ArduPilot it writes it late, in pieces. FAKE_LOG = 0 writes none all the same, and
/// FAKE_LOG_S is the time at which it stops, as on a full disk.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Parameters = std::map<std::string, double>;

[[noreturn]] void panic(const std::string& what) {
  std::printf("PANIC: %s\n", what.c_str());
  std::exit(1);
}

/// ArduPilot's storage: a file of 16 KiB.
void make_storage() {
  std::ofstream file("eeprom.bin", std::ios::binary);
  if (!(file << std::string(16384, '\0')).flush()) panic("cannot write eeprom.bin");
}

/// Lines NAME VALUE, with any of ", =" and tabs in between; # begins a comment. A name that is not
/// known is ignored, without a word.
void read_parameters(const std::string& names, Parameters& parameters) {
  std::stringstream list(names);
  for (std::string name; std::getline(list, name, ',');) {
    std::ifstream file(name);
    if (!file) panic("Failed to load defaults from " + name);
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || line[0] == '#') continue;
      std::replace_if(
          line.begin(), line.end(), [](char c) { return c == ',' || c == '='; }, ' ');
      std::stringstream words(line);
      std::string parameter;
      float value = 0;
      if (!(words >> parameter >> value)) continue;
      const auto at = parameters.find(parameter);
      if (at != parameters.end()) at->second = static_cast<double>(value);
    }
  }
}

/// With the values that hold where nobody gives others.
Parameters usual_parameters() {
  return {{"ATC_RAT_RLL_P", 0.08}, {"ATC_RAT_PIT_P", 0.08},  {"ATC_RAT_YAW_P", 0.3},
          {"ATC_ANG_RLL_P", 6},    {"ATC_ANG_PIT_P", 6},     {"ATC_ANG_YAW_P", 2},
          {"PSC_POSXY_P", 1},      {"PSC_VELXY_P", 2},       {"PSC_POSZ_P", 1},
          {"PSC_VELZ_P", 4},       {"PSC_ACCZ_P", 0.02},     {"MOT_THST_HOVER", 0.5},
          {"MOT_PWM_MIN", 1000},   {"MOT_PWM_MAX", 2000},    {"SIM_RATE_HZ", 1200},
          {"SERVO_32_ENABLE", 0},  {"FAKE_DOUBLE", 0},       {"FAKE_LATE", 0},
          {"FAKE_BAD", 0},         {"FAKE_HANG", 0},         {"FAKE_DIE", 0},
          {"FAKE_RESTART", 0},     {"FAKE_SKIP", 0},         {"FAKE_SLEEP_US", 0},
          {"FAKE_CHILD", 0},       {"FAKE_STRICT", 0},       {"FAKE_IDLE", 0},
          {"FAKE_REFUSES", 0},     {"SCHED_LOOP_RATE", 400}, {"LOG_BACKEND_TYPE", 1},
          {"LOG_DISARMED", 0},     {"FAKE_TYPE", 2},         {"FRAME_CLASS", 1},
          {"FRAME_TYPE", 1},       {"MOT_THST_EXPO", 0.65},  {"FAKE_LOG", 1},
          {"LOG_BITMASK", 180223}, {"FAKE_LOG_S", 1e9},      {"BATT_MONITOR", 0},
          {"BATT_CAPACITY", 3300}};
}

struct Told {
  double time = -1, gyro[3] = {}, force[3] = {}, position[3] = {}, velocity[3] = {}, q[4] = {};
};

/// What stands behind the first place of a name, which is behind that of a section.
const char* value_of(const char* line, const char* section, const char* name) {
  const char* at = std::strstr(line, section);
  if (at != nullptr) at = std::strstr(at + std::strlen(section) + 1, name);
  return at == nullptr ? nullptr : at + std::strlen(name) + 2;
}

bool read_list(const char* line, const char* section, const char* name, double (&to)[3]) {
  const char* at = value_of(line, section, name);
  return at != nullptr && std::sscanf(at, "[%lf, %lf, %lf]", &to[0], &to[1], &to[2]) == 3;
}

/// False if a field is missing that has to be there.
bool read_line(const char* line, Told& told) {
  const char* time = value_of(line, "", "timestamp");
  const char* q = value_of(line, "", "quaternion");
  if (time == nullptr || q == nullptr) return false;
  told.time = std::strtod(time, nullptr);
  return read_list(line, "imu", "gyro", told.gyro) &&
         read_list(line, "imu", "accel_body", told.force) &&
         read_list(line, "", "position", told.position) &&
         read_list(line, "", "velocity", told.velocity) &&
         std::sscanf(q, "[%lf, %lf, %lf, %lf]", &told.q[0], &told.q[1], &told.q[2], &told.q[3]) ==
             4;
}

sockaddr_in address_of(const char* host, int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  if (::inet_pton(AF_INET, host, &address.sin_addr) != 1) panic(std::string("no address ") + host);
  return address;
}

const sockaddr* plain(const sockaddr_in& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

int bound(int type, int port) {
  const int socket = ::socket(AF_INET, type, 0), yes = 1;
  if (type == SOCK_STREAM) ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  const sockaddr_in address = address_of("127.0.0.1", port);
  if (::bind(socket, plain(address), sizeof(address)) != 0) {
    panic("bind failed on port " + std::to_string(port));
  }
  return socket;
}

/// ArduPilot waits for a ground station on its first serial port.
int wait_for_console(int port) {
  const int listening = bound(SOCK_STREAM, port);
  if (::listen(listening, 1) != 0) panic("listen failed");
  std::printf("Waiting for connection ....\n");
  const int console = ::accept(listening, nullptr, nullptr);
  ::close(listening);
  if (console < 0) panic("accept failed");
  // Otherwise a text waits until the previous message is acknowledged, longer than a flight lasts.
  const int at_once = 1;
  ::setsockopt(console, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof(at_once));
  std::printf("Connection on serial port %d\n", port);
  return console;
}

/// A frame of MAVLink 2.
std::string frame_of(unsigned id, char extra, std::string payload) {
  while (payload.size() > 1 && payload.back() == '\0') payload.pop_back();
  std::string inner;
  for (const unsigned byte :
       {static_cast<unsigned>(payload.size()), 0u, 0u, 7u, 1u, 1u, id, 0u, 0u}) {
    inner += static_cast<char>(byte);
  }
  inner += payload;
  unsigned crc = 0xffff;
  for (const char byte : inner + extra) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  }
  return '\xfd' + inner + static_cast<char>(crc & 255) + static_cast<char>(crc >> 8);
}

std::string status_text(unsigned char severity, const std::string& text) {
  std::string payload(1, static_cast<char>(severity));
  payload += text;
  payload.resize(51, '\0');
  return frame_of(253, '\x53', payload);
}

/// Of an autopilot of that kind: mode, type, ArduPilot, base mode, status, version.
std::string heartbeat(int type) {
  std::string payload(4, '\0');
  for (const int byte : {type, 3, 81, 3, 3}) payload += static_cast<char>(byte);
  return frame_of(0, '\x32', payload);
}

/// A DataFlash log, after ArduPilot's libraries/AP_Logger/README.md: messages that formats define.
class Log {
 public:
  explicit Log(bool writes) {
    if (!writes) return;
    if (::mkdir("logs", 0700) != 0) panic("cannot create logs");
    file_ = std::fopen("logs/00000001.BIN", "wb");
    if (file_ == nullptr) panic("cannot create a log");
    define(128, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns", 89);
    define(parm, "PARM", "QNf", "TimeUS,Name,Value", 3 + 8 + 16 + 4);
    define(angles, "ANG", "Qffffff", "TimeUS,DesRoll,Roll,DesPitch,Pitch,DesYaw,Yaw", 3 + 8 + 24);
    define(rates, "RATE", "Qfffffff", "TimeUS,R,P,Y,ROut,POut,YOut,AOut", 3 + 8 + 28);
    define(outputs, "RCOU", "QHHHH", "TimeUS,C1,C2,C3,C4", 3 + 8 + 8);
    define(estimate, "XKF1", "QBffffff", "TimeUS,C,VN,VE,VD,PN,PE,PD", 3 + 8 + 1 + 24);
  }
  bool writes() const { return file_ != nullptr; }

  enum Type : unsigned char { parm = 1, angles, rates, outputs, estimate };

  void begin(Type type, double time_s) {
    bytes_ += "\xa3\x95";
    bytes_ += static_cast<char>(type);
    put(static_cast<std::uint64_t>(std::llround(1e6 * time_s)));
  }
  template <class Number>
  void put(Number number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  void put_parameter(const std::string& name, double value) {
    begin(parm, 0);
    std::string padded = name;
    padded.resize(16, '\0');
    bytes_ += padded;
    put(static_cast<float>(value));
  }
  /// Writes whole pieces only.
  void flush() {
    constexpr std::size_t piece = 4096;
    while (bytes_.size() >= piece) {
      std::fwrite(bytes_.data(), 1, piece, file_);
      std::fflush(file_);
      bytes_.erase(0, piece);
    }
  }

 private:
  void define(unsigned char type, const char* name, const char* format, const char* columns,
              std::size_t size) {
    bytes_ += "\xa3\x95\x80";
    bytes_ += static_cast<char>(type);
    bytes_ += static_cast<char>(size);
    for (const auto& [text, width] :
         {std::pair<std::string, std::size_t>{name, 4}, {format, 16}, {columns, 64}}) {
      std::string padded = text;
      padded.resize(width, '\0');
      bytes_ += padded;
    }
  }

  std::FILE* file_ = nullptr;
  std::string bytes_;
};

/// The law. Armed by rudder to the right at zero throttle; then throttle, roll and pitch sticks are
/// velocities, 0 in the middle.
class Law {
 public:
  explicit Law(const Parameters& parameters) : p_(parameters) {}

  bool may_arm = true, was_refused = false, gives_up = false;
  double mixed[4] = {};  ///< roll, pitch, yaw, throttle before the mixer, where 1 is full
  double rate[3] = {};   ///< without the bias that it has measured

  void control(Told x, const std::uint16_t* rc, double dt, double (&motor)[4]) {
    std::fill(std::begin(motor), std::end(motor), 0);
    if (!armed_) calibrate(x);
    for (int i = 0; i < 3; ++i) x.gyro[i] -= offset_[i];
    std::copy(std::begin(x.gyro), std::end(x.gyro), rate);
    if (armed_ && dt > 0) compare_with_attitude(x, dt);
    std::copy(std::begin(x.q), std::end(x.q), last_q_);
    if (gives_up) return;
    if (!armed_) {
      held_ = rc[2] != 0 && rc[2] < 1050 && rc[3] > 1900 ? held_ + dt : 0;
      if (held_ < 1) return;
      if (!may_arm) {
        was_refused = true;
        held_ = 0;
        return;
      }
      armed_ = true;
      std::copy(std::begin(x.position), std::end(x.position), target_);
      std::printf("Arming motors at %.3f s\n", x.time);
    }
    if (p("FAKE_IDLE") > 0) std::fill(std::begin(motor), std::end(motor), 0.1);
    if (p("FAKE_IDLE") > 0) return;
    if (has_landed_ || (rc[2] < 1050 && !flown_)) return;  // until the throttle is raised
    flown_ = true;
    // Channel 5 is the mode: land.
    const bool lands = rc[4] > 1230 && rc[4] < 1361;
    if (lands) target_[2] += 0.5 * dt;
    has_landed_ = lands && target_[2] - x.position[2] > 0.6 && std::abs(x.velocity[2]) < 0.02;
    double wanted[3];  // acceleration, NED
    follow_sticks(x, rc, dt, wanted);
    mix(x, wanted, motor);
  }

 private:
  double p(const char* name) const { return p_.at(name); }
  static double stick(std::uint16_t pulse) {
    const double part = (static_cast<double>(pulse) - 1500) / 500;
    return pulse == 0 || std::abs(part) < 0.02 ? 0 : std::clamp(part, -1.0, 1.0);
  }

  /// The bias is the mean of the last readings at rest.
  void calibrate(const Told& x) {
    constexpr std::size_t most = 256;
    rest_.push_back({x.gyro[0], x.gyro[1], x.gyro[2]});
    if (rest_.size() > most) rest_.erase(rest_.begin());
    for (std::size_t i = 0; i < 3; ++i) {
      offset_[i] = 0;
      for (const auto& gyro : rest_) offset_[i] += gyro[i] / static_cast<double>(rest_.size());
    }
  }

  void compare_with_attitude(const Told& x, double dt) {
    const double *a = last_q_, *b = x.q;
    const double turn[3] = {a[0] * b[1] - a[1] * b[0] - a[2] * b[3] + a[3] * b[2],
                            a[0] * b[2] - a[2] * b[0] - a[3] * b[1] + a[1] * b[3],
                            a[0] * b[3] - a[3] * b[0] - a[1] * b[2] + a[2] * b[1]};
    constexpr double most_rad_s = 0.5 * M_PI / 180, lag_s = 0.25;
    for (int i = 0; i < 3; ++i) {
      residual_[i] += dt / lag_s * (x.gyro[i] - 2 * turn[i] / dt - residual_[i]);
      gives_up = gives_up || (p("FAKE_STRICT") > 0 && std::abs(residual_[i]) > most_rad_s);
    }
  }

  void follow_sticks(const Told& x, const std::uint16_t* rc, double dt, double (&wanted)[3]) {
    const double velocity[3] = {-2 * stick(rc[1]), 2 * stick(rc[0]), -stick(rc[2])};
    for (int i = 0; i < 3; ++i) {
      target_[i] += velocity[i] * dt;
      const char* position_gain = i < 2 ? "PSC_POSXY_P" : "PSC_POSZ_P";
      const char* velocity_gain = i < 2 ? "PSC_VELXY_P" : "PSC_VELZ_P";
      const double v = velocity[i] + p(position_gain) * (target_[i] - x.position[i]);
      wanted[i] = std::clamp(p(velocity_gain) * (v - x.velocity[i]), -4.0, 4.0);
    }
  }

  void mix(const Told& x, const double (&wanted)[3], double (&motor)[4]) {
    constexpr double g = 9.80665;
    const double w = x.q[0], qx = x.q[1], qy = x.q[2], qz = x.q[3];
    // Downwards in body axes, the third row of the rotation from body to world.
    const double down[3] = {2 * (qx * qz - w * qy), 2 * (qy * qz + w * qx),
                            1 - 2 * (qx * qx + qy * qy)};
    const double north_x = 1 - 2 * (qy * qy + qz * qz), north_y = 2 * (qx * qy + w * qz);
    const double length = std::sqrt(north_x * north_x + north_y * north_y);
    const double c = north_x / length, s = north_y / length;  // of the heading
    const double lean_forward = (c * wanted[0] + s * wanted[1]) / g;
    const double lean_right = (-s * wanted[0] + c * wanted[1]) / g;
    const double roll_rate = p("ATC_ANG_RLL_P") * (lean_right - down[1]);
    const double pitch_rate = p("ATC_ANG_PIT_P") * (-lean_forward + down[0]);
    const double yaw_rate = -p("ATC_ANG_YAW_P") * s;
    const double roll = p("ATC_RAT_RLL_P") * (roll_rate - x.gyro[0]);
    const double pitch = p("ATC_RAT_PIT_P") * (pitch_rate - x.gyro[1]);
    const double yaw = p("ATC_RAT_YAW_P") * (yaw_rate - x.gyro[2]);
    const double force = (g - wanted[2]) / std::max(down[2], 0.5);
    double thrust = p("MOT_THST_HOVER") * force / g;
    thrust += p("PSC_ACCZ_P") * (force + x.force[2]) / g;  // what the accelerometer says is missing
    const double inputs[4] = {2 * roll, 2 * pitch, 2 * yaw, thrust};
    std::copy(std::begin(inputs), std::end(inputs), mixed);
    // Front right, rear left, front left, rear right; the first two turn counter-clockwise.
    motor[0] = thrust - roll + pitch + yaw;
    motor[1] = thrust + roll - pitch + yaw;
    motor[2] = thrust + roll + pitch - yaw;
    motor[3] = thrust - roll - pitch - yaw;
  }

  const Parameters& p_;
  bool armed_ = false, flown_ = false, has_landed_ = false;
  double held_ = 0, target_[3] = {}, offset_[3] = {}, residual_[3] = {}, last_q_[4] = {};
  std::vector<std::array<double, 3>> rest_;
};

class Fake {
 public:
  Fake(const Parameters& parameters, const std::string& host, int instance)
      : p_(parameters),
        law_(p_),
        rc_socket_(bound(SOCK_DGRAM, 5501 + 10 * instance)),
        console_(wait_for_console(5760 + 10 * instance)),
        frames_(::socket(AF_INET, SOCK_DGRAM, 0)),
        physics_(address_of(host.c_str(), 9002 + 10 * instance)),
        log_(static_cast<int>(p("LOG_BACKEND_TYPE")) % 2 == 1 && p("FAKE_LOG") > 0) {
    if (log_.writes()) log_parameters();
    const timeval second = {1, 0};
    ::setsockopt(frames_, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof(second));
    if (const char* name = std::getenv("FAKE_HEARD")) {
      heard_ = std::fopen(name, "a");
      if (heard_ != nullptr) std::setvbuf(heard_, nullptr, _IOLBF, BUFSIZ);
    }
    if (p("FAKE_CHILD") > 0 && ::fork() == 0) {
      for (;;) ::pause();
    }
  }

  [[noreturn]] void run() {
    for (;;) {
      misbehave();
      send_frame();
      Told told;
      hear(told);
      if (heard_ != nullptr) std::fprintf(heard_, "%s\n", line_.c_str());
      const double dt = told.time - time_;
      if (time_ < 0 || (dt > 0 && dt < 0.1)) advance(told, time_ < 0 ? 0 : dt);
      time_ = told.time;
      last_ = frame_++;
    }
  }

 private:
  double p(const char* name) const { return p_.at(name); }
  bool is_every(const char* name) const {
    const auto n = static_cast<std::uint32_t>(p(name));
    return n > 0 && frame_ % n == 0;
  }
  bool is_at(const char* name) const {
    const double n = p(name);
    return n > 0 && static_cast<double>(sent_) == n;
  }

  void advance(const Told& told, double dt) {
    if (told.time >= next_rc_) {
      while (::recv(rc_socket_, rc_, sizeof(rc_), MSG_DONTWAIT) > 0) {
      }
      next_rc_ = told.time + 0.02;
    }
    double motor[4];
    const std::string why = why_not_armed(told.time);
    law_.may_arm = why.empty();
    law_.control(told, rc_, dt, motor);
    if (law_.was_refused && !why.empty()) say(2, "Arm: " + why);
    law_.was_refused = false;
    if (law_.gives_up && !has_given_up_) say(2, "EKF Failsafe: changed to LAND Mode");
    has_given_up_ = law_.gives_up;
    if (p("FAKE_REFUSES") > 0 && frame_ == 500)
      say(4, "Mode change to LOITER failed: requires position");
    const double low = p("MOT_PWM_MIN"), high = p("MOT_PWM_MAX");
    for (int i = 0; i < 4; ++i) {
      pwm_[i] = static_cast<std::uint16_t>(
          std::lround(low + (high - low) * std::clamp(motor[i], 0.0, 1.0)));
    }
    if (log_.writes() && told.time < p("FAKE_LOG_S")) log(told);
    if (frame_ % 400 == 0) send_to_station(heartbeat(static_cast<int>(p("FAKE_TYPE"))));
    if (frame_ % 16 == 0) hear_station();
  }

  /// Its thrust curve is a straight line, whatever it is told.
  void log_parameters() {
    std::map<std::string, double> all = p_;
    for (const auto& [name, value] : std::map<std::string, double>{
             {"MOT_THST_EXPO", 0}, {"MOT_SPIN_MIN", 0}, {"MOT_SPIN_MAX", 1}}) {
      all[name] = value;
    }
    for (int i = 0; i < 4; ++i) all["SERVO" + std::to_string(i + 1) + "_FUNCTION"] = 33 + i;
    for (const auto& [name, value] : all) log_.put_parameter(name, value);
  }

  void log(const Told& told) {
    constexpr double degrees = 180 / M_PI;
    const double *q = told.q, w = q[0];
    const double angles[3] = {
        std::atan2(2 * (w * q[1] + q[2] * q[3]), 1 - 2 * (q[1] * q[1] + q[2] * q[2])),
        std::asin(2 * (w * q[2] - q[3] * q[1])),
        std::atan2(2 * (w * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]))};
    log_.begin(Log::angles, told.time);
    for (const double angle : angles) {
      log_.put(0.0f);
      log_.put(static_cast<float>(degrees * angle));
    }
    log_.begin(Log::rates, told.time);
    for (const double rate : law_.rate) log_.put(static_cast<float>(degrees * rate));
    for (const double input : law_.mixed) log_.put(static_cast<float>(input));
    const auto hz = static_cast<std::uint32_t>(p("SIM_RATE_HZ"));
    if (frame_ % (hz / 10) == 0) {
      log_.begin(Log::outputs, told.time);
      for (int i = 0; i < 4; ++i) log_.put(pwm_[i]);
    }
    if (frame_ % (hz / 50) == 0) {
      log_.begin(Log::estimate, told.time);
      log_.put('\0');
      for (const double v : told.velocity) log_.put(static_cast<float>(v));
      for (const double x : told.position) log_.put(static_cast<float>(x));
    }
    log_.flush();
  }

  std::string why_not_armed(double time) {
    if (p("FAKE_STRICT") <= 0) return "";
    const double least = 1.8 * p("SCHED_LOOP_RATE");
    if (p("SIM_RATE_HZ") < least) {
      char text[51];
      std::snprintf(text, sizeof(text), "Gyro 0 rate %dHz < loop*1.8 %dHz",
                    static_cast<int>(p("SIM_RATE_HZ")), static_cast<int>(least));
      return text;
    }
    if (time < 30) return "Gyros inconsistent";
    // The file is open some time later, by the clock.
    if (p("LOG_BACKEND_TYPE") > 0 && p("LOG_DISARMED") <= 0 && random_() % 100 != 0) {
      return "Logging not started";
    }
    return "";
  }

  void send_to_station(const std::string& frame) {
    ::send(console_, frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  }

  /// Frames of MAVLink 2 from a ground station: its heartbeat, and requests for parameters.
  void hear_station() {
    char bytes[4096];
    ssize_t got = 0;
    while ((got = ::recv(console_, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0) {
      from_station_.append(bytes, static_cast<std::size_t>(got));
    }
    while (from_station_.size() >= 12) {
      if (from_station_[0] != '\xfd') panic("the station sends no MAVLink 2");
      const std::size_t length = static_cast<unsigned char>(from_station_[1]);
      if (from_station_.size() < 12 + length) return;
      const int id = static_cast<unsigned char>(from_station_[7]);
      std::string payload = from_station_.substr(10, length);
      payload.resize(20, '\0');
      from_station_.erase(0, 12 + length);
      has_station_ = has_station_ || id == 0;
      const std::string name = payload.substr(4, 16).c_str();
      std::uint16_t index = 0;
      for (const auto& [known, value] : p_) {
        if (id == 20 && known == name) send_to_station(parameter(known, value, by_name));
        if (id == 21 && is_listed(known)) send_to_station(parameter(known, value, index++));
      }
    }
  }

  /// As ArduPilot lists no parameter of a group whose switch is 0.
  bool is_listed(const std::string& name) const {
    return name != "BATT_CAPACITY" || p("BATT_MONITOR") > 0;
  }

  static constexpr std::uint16_t by_name = 0xffff;

  std::string parameter(const std::string& name, double value, std::uint16_t index) const {
    const auto single = static_cast<float>(value);
    std::string payload(reinterpret_cast<const char*>(&single), sizeof(single));
    std::size_t count = 0;
    for (const auto& [known, ignored] : p_) count += is_listed(known) ? 1 : 0;
    for (const std::size_t number : {count, static_cast<std::size_t>(index)}) {
      payload += static_cast<char>(number & 255);
      payload += static_cast<char>(number >> 8);
    }
    payload += name;
    payload.resize(24, '\0');
    return frame_of(22, '\xdc', payload + '\x09');
  }

  /// Nobody hears it who has not sent a heartbeat.
  void say(unsigned char severity, const std::string& text) {
    hear_station();
    if (has_station_) send_to_station(status_text(severity, text));
  }

  std::vector<unsigned char> packet(std::uint32_t frame) const {
    const int outputs = p("SERVO_32_ENABLE") > 0 ? 32 : 16;
    std::vector<unsigned char> bytes;
    const auto append = [&](std::uint32_t number, int size) {
      for (int k = 0; k < size; ++k) bytes.push_back((number >> (8 * k)) & 0xff);
    };
    append(outputs == 16 ? 18458 : 29569, 2);
    append(static_cast<std::uint32_t>(p("SIM_RATE_HZ")), 2);
    append(frame, 4);
    for (int i = 0; i < outputs; ++i) append(pwm_[i], 2);
    return bytes;
  }

  void send(const std::vector<unsigned char>& bytes) {
    ::sendto(frames_, bytes.data(), bytes.size(), 0, plain(physics_), sizeof(physics_));
  }

  void send_frame() {
    ++sent_;
    if (is_every("FAKE_BAD")) {
      std::vector<unsigned char> bad = packet(frame_);
      if (frame_ % 2 == 0) bad.pop_back();
      bad[0] ^= 1;
      send(bad);
    }
    if (is_every("FAKE_LATE") && frame_ > 0) send(packet(last_));
    send(packet(frame_));
    if (is_every("FAKE_DOUBLE")) send(packet(frame_));
  }

  void misbehave() {
    if (p("FAKE_SLEEP_US") > 0 && random_() % 16 == 0) {
      ::usleep(static_cast<useconds_t>(static_cast<double>(random_() % 2000) / 1000.0 *
                                       p("FAKE_SLEEP_US")));
    }
    if (is_at("FAKE_HANG")) {
      std::printf("Main loop stuck\n");
      for (;;) ::pause();
    }
    if (is_at("FAKE_DIE")) panic("EKF lane gone at frame " + std::to_string(sent_));
    if (is_at("FAKE_RESTART")) frame_ = 0;
    if (is_at("FAKE_SKIP")) ++frame_;
  }

  /// The line between the last two line feeds of a datagram. Sends the frame again where nobody
  /// answers.
  void hear(Told& told) {
    char bytes[4096];
    for (;;) {
      const ssize_t got = ::recv(frames_, bytes, sizeof(bytes) - 1, 0);
      if (got <= 0) {
        std::printf("No JSON sensor message received, resending servos\n");
        send(packet(frame_));
        continue;
      }
      bytes[got] = '\0';
      char* end = std::strrchr(bytes, '\n');
      if (end == nullptr || end == bytes) continue;
      *end = '\0';
      const char* begin = std::strrchr(bytes, '\n');
      if (begin != nullptr && read_line(begin + 1, told)) {
        if (heard_ != nullptr) line_ = begin + 1;
        return;
      }
      std::printf("Did not contain all mandatory fields\n");
    }
  }

  const Parameters& p_;
  Law law_;
  int rc_socket_, console_, frames_;
  sockaddr_in physics_;
  Log log_;
  std::uint16_t rc_[16] = {}, pwm_[32] = {};
  std::uint32_t frame_ = 0, last_ = 0;
  std::uint64_t sent_ = 0;
  double time_ = -1, next_rc_ = 0;
  std::FILE* heard_ = nullptr;
  std::string line_, from_station_;
  bool has_station_ = false, has_given_up_ = false;
  std::minstd_rand random_{
      static_cast<std::uint32_t>(std::chrono::steady_clock::now().time_since_epoch().count())};
};

}  // namespace

int main(int count, char** words) {
  Parameters parameters = usual_parameters();
  std::string host = "127.0.0.1";
  int instance = 0;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::printf("Starting SITL: JSON\n");
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--wipe") continue;
    if (i + 1 == count) panic("no value of " + word);
    const std::string value = words[++i];
    if (word == "--model") {
      if (value.rfind("JSON", 0) != 0) panic("Unknown simulator " + value);
      if (value.size() > 5) host = value.substr(5);
    } else if (word == "-I") {
      instance = std::atoi(value.c_str());
    } else if (word == "--defaults") {
      read_parameters(value, parameters);
    } else if (word != "--speedup" && word != "--home") {
      panic("unknown option " + word);
    }
  }
  if (const char* sleep = std::getenv("FAKE_SLEEP_US")) {
    parameters["FAKE_SLEEP_US"] = std::atof(sleep);
  }
  make_storage();
  Fake(parameters, host, instance).run();
}
