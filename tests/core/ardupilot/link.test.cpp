/// Flights in lockstep with the fake firmware, over the sockets of a real one: the same bytes
/// whatever the clock does, and a clear end where the firmware misbehaves. The physics are a rigid
/// body of this test.

#include "core/ardupilot/link.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/ardupilot/parameter_lines.hpp"
#include "core/ardupilot/pulse_range.hpp"
#include "core/ardupilot/state_line.hpp"
#include "core/base/error.hpp"

using namespace montecopter;
using namespace montecopter::ardupilot;

namespace {

/// A process of the fake, in a folder of its own.
class Firmware {
 public:
  Firmware(int instance, const std::vector<std::pair<std::string, double>>& parameters,
           const std::string& suffix = "")
      : folder_(std::filesystem::temp_directory_path() /
                ("montecopter-fake-" + std::to_string(::getpid()) + "-" + std::to_string(instance) +
                 suffix)) {
    std::filesystem::create_directory(folder_);
    std::string lines = "# of the test\n";
    for (const auto& [name, value] : parameters) append_parameter_line(name, value, lines);
    std::ofstream(folder_ / "own.parm") << lines;
    const std::string number = std::to_string(instance);
    process_ = ::fork();
    if (process_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::chdir(folder_.c_str()) != 0) std::_Exit(127);
      const int log = ::open("log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(log, STDOUT_FILENO);
      ::dup2(log, STDERR_FILENO);
      ::execl(MONTECOPTER_FAKE_ARDUPILOT, "fake", "--model", "JSON:127.0.0.1", "-I", number.c_str(),
              "--wipe", "--defaults", "own.parm", nullptr);
      std::_Exit(127);
    }
  }
  ~Firmware() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
    std::filesystem::remove_all(folder_);
  }
  Firmware(const Firmware&) = delete;
  Firmware& operator=(const Firmware&) = delete;

  bool is_alive() {
    if (process_ > 0 && ::waitpid(process_, nullptr, WNOHANG) == process_) process_ = -1;
    return process_ > 0;
  }
  pid_t process() const { return process_; }
  std::string log() const {
    std::stringstream text;
    text << std::ifstream(folder_ / "log").rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path folder_;
  pid_t process_ = -1;
};

using Vector = std::array<double, 3>;

/// A quadrotor in X: 1 kg, arms of 0.2 m, a motor lag of 30 ms, hover at half of the thrust.
class Body {
 public:
  static constexpr double g = 9.80665, dt = 1.0 / 400;

  VehicleState state(double time_s) const {
    VehicleState s;
    s.time_s = time_s;
    s.gyro_rad_s = w_;
    s.specific_force_m_s2 = {0, 0, is_on_ground() ? -g : -thrust()};
    s.position_m = p_;
    s.attitude = q_;
    s.velocity_m_s = v_;
    return s;
  }
  const Vector& position() const { return p_; }
  bool is_on_ground() const { return p_[2] >= 0 && thrust() <= g; }

  void step(const ServoPacket& frame) {
    for (std::size_t i = 0; i < 4; ++i) {
      u_[i] += dt / 0.03 * (PulseRange{}.fraction(frame.pulse_us[i]) - u_[i]);
    }
    if (is_on_ground()) {
      v_ = w_ = {};
      return;
    }
    // Of motors front right, rear left, front left, rear right.
    const double roll = u_[1] + u_[2] - u_[0] - u_[3], pitch = u_[0] + u_[2] - u_[1] - u_[3];
    const double yaw = u_[0] + u_[1] - u_[2] - u_[3];
    const Vector alpha = {70 * roll, 70 * pitch, 10 * yaw};
    const auto [w, x, y, z] = q_;
    const double f = -thrust();
    const Vector a = {f * 2 * (x * z + w * y), f * 2 * (y * z - w * x),
                      f * (1 - 2 * (x * x + y * y)) + g};
    for (std::size_t i = 0; i < 3; ++i) {
      v_[i] += dt * a[i];
      p_[i] += dt * v_[i];
      w_[i] += dt * alpha[i];
    }
    turn();
  }

 private:
  double thrust() const { return g * 0.5 * (u_[0] + u_[1] + u_[2] + u_[3]); }

  void turn() {
    const auto [w, x, y, z] = q_;
    const double h = dt / 2;
    q_ = {w - h * (w_[0] * x + w_[1] * y + w_[2] * z), x + h * (w_[0] * w + w_[2] * y - w_[1] * z),
          y + h * (w_[1] * w - w_[2] * x + w_[0] * z), z + h * (w_[2] * w + w_[1] * x - w_[0] * y)};
    const double length = std::sqrt(q_[0] * q_[0] + q_[1] * q_[1] + q_[2] * q_[2] + q_[3] * q_[3]);
    for (double& part : q_) part /= length;
  }

  Vector p_{}, v_{}, w_{};
  std::array<double, 4> q_ = {1, 0, 0, 0}, u_{};
};

struct Flown {
  Reception end = Reception::frame;
  int frames = 0;
  std::uint64_t hash = 14695981039346656037u;  ///< FNV-1a of all frames and lines
  double highest_m = 0, last_m = 0, drift_m = 0;
  std::string log, fault;

  void add(std::string_view bytes) {
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  }
};

/// Sticks: armed from 1 to 2.5 s, then up at 1 m/s for 3 s, then held.
RcChannels sticks(double time_s) {
  RcChannels rc{};
  rc[0] = rc[1] = rc[3] = 1500;
  rc[2] = 1000;
  if (1 <= time_s && time_s < 2.5) rc[3] = 2000;
  if (2.5 <= time_s) rc[2] = time_s < 5.5 ? 2000 : 1500;
  return rc;
}

struct Settings {
  std::vector<std::pair<std::string, double>> parameters;
  double seconds = 8;
  bool sleeps = false;
  int hangs_at = 0;  ///< the frame at which it hangs, and has said so; 0: never
};

constexpr double in_time_s = 60, too_late_s = 0.3;  // of what comes, and of what never does

Flown fly(const Settings& settings) {
  const std::unique_ptr<Link> link = Link::take();
  Firmware firmware(link->instance(), settings.parameters);
  Body body;
  Flown flown;
  std::random_device random;
  RcChannels told{};
  const int steps = static_cast<int>(settings.seconds / Body::dt);
  for (int n = 1; n <= steps; ++n) {
    while (n == settings.hangs_at && !firmware.log().ends_with("Main loop stuck\n")) ::usleep(1000);
    flown.end = link->listen(n == settings.hangs_at ? too_late_s : in_time_s,
                             [&] { return firmware.is_alive(); });
    if (flown.end != Reception::frame) break;
    flown.frames = n;
    if (settings.sleeps && random() % 32 == 0) ::usleep(random() % 2000);
    body.step(link->frame());
    const double t = n * Body::dt;
    const RcChannels rc = sticks(t);
    if (rc != told) link->tell_rc(told = rc);
    std::string line;
    append_state_line(body.state(t), line);
    for (const std::uint16_t pulse : link->frame().pulse_us) flown.add(std::to_string(pulse));
    flown.add(line);
    flown.highest_m = std::max(flown.highest_m, -body.position()[2]);
    link->answer(line);
  }
  flown.last_m = -body.position()[2];
  flown.drift_m = std::hypot(body.position()[0], body.position()[1]);
  flown.log = firmware.log();
  flown.fault = link->last_fault();
  return flown;
}

}  // namespace

TEST_CASE("The fake takes off, climbs by its sticks and hovers, the same way each time") {
  const Flown first = fly({});
  CAPTURE(first.log);
  REQUIRE(first.end == Reception::frame);
  CHECK(first.frames == 3200);
  CHECK(first.last_m == Approx(3).margin(0.2));  // up at 1 m/s for 3 s
  CHECK(first.drift_m < 1e-9);                   // nothing pushes it aside
  CHECK(first.log.find("Arming motors at 2.0") != std::string::npos);

  CHECK(fly({}).hash == first.hash);
  Settings slow;
  slow.sleeps = true;
  slow.parameters = {{"FAKE_SLEEP_US", 500}};
  CHECK(fly(slow).hash == first.hash);

  // Nor do frames that are doubled or late, and datagrams that are none.
  Settings noisy = slow;
  noisy.parameters = {
      {"FAKE_DOUBLE", 3}, {"FAKE_LATE", 5}, {"FAKE_BAD", 7}, {"FAKE_SLEEP_US", 300}};
  const Flown through_noise = fly(noisy);
  CHECK(through_noise.frames == first.frames);
  CHECK(through_noise.hash == first.hash);
  CHECK_FALSE(through_noise.fault.empty());

  CHECK(fly({{{"SERVO_32_ENABLE", 1}}}).hash == first.hash);

  const Flown other = fly({{{"ATC_RAT_RLL_P", 0.1}, {"PSC_VELZ_P", 5}}});
  CHECK(other.hash != first.hash);
  CHECK(other.last_m == Approx(3).margin(0.2));
}

TEST_CASE("A firmware that repeats its frame because nobody answered in time is answered once") {
  Settings s;
  s.seconds = 0.1;
  const Flown quick = fly(s);
  // The physics are away for longer than the second after which a frame is sent again.
  const std::unique_ptr<Link> link = Link::take();
  Firmware firmware(link->instance(), {});
  Body body;
  Flown flown;
  RcChannels told{};
  for (int n = 1; n <= 40; ++n) {
    REQUIRE(link->listen(in_time_s, [&] { return firmware.is_alive(); }) == Reception::frame);
    CHECK(link->frame().frame == static_cast<std::uint32_t>(n - 1));
    if (n == 20) ::usleep(2200000);
    body.step(link->frame());
    const double t = n * Body::dt;
    if (const RcChannels rc = sticks(t); rc != told) link->tell_rc(told = rc);
    std::string line;
    append_state_line(body.state(t), line);
    for (const std::uint16_t pulse : link->frame().pulse_us) flown.add(std::to_string(pulse));
    flown.add(line);
    link->answer(line);
  }
  CHECK(flown.hash == quick.hash);
}

TEST_CASE("A firmware that dies, hangs, begins again or leaves a frame out ends the flight") {
  const auto flown = [](const char* fault, int hangs_at = 0) {
    Settings s;
    s.parameters = {{fault, 300}};
    s.hangs_at = hangs_at;
    return fly(s);
  };
  const Flown died = flown("FAKE_DIE");
  CHECK(died.end == Reception::end);
  CHECK(died.frames == 300);
  CHECK(died.log.find("PANIC: EKF lane gone at frame 300") != std::string::npos);
  const Flown hung = flown("FAKE_HANG", 301);
  CHECK(hung.end == Reception::silence);
  CHECK(hung.frames == 300);
  CHECK(flown("FAKE_RESTART").end == Reception::restarted);
  CHECK(flown("FAKE_SKIP").end == Reception::skipped);
}

TEST_CASE("No two firmwares have the same ports") {
  const std::unique_ptr<Link> link = Link::take();
  const std::unique_ptr<Link> other = Link::take();
  CHECK(other->instance() > link->instance());  // each has ports of its own
}

TEST_CASE("A firmware that cannot start has ended, and says why") {
  const std::unique_ptr<Link> link = Link::take();
  Firmware first(link->instance(), {});
  REQUIRE(link->listen(in_time_s, [&] { return first.is_alive(); }) == Reception::frame);
  Firmware second(link->instance(), {}, "second");
  const std::unique_ptr<Link> other = Link::take();
  CHECK(other->listen(in_time_s, [&] { return second.is_alive(); }) == Reception::end);
  CHECK(second.log().ends_with("PANIC: bind failed on port " +
                               std::to_string(ports_of(link->instance()).rc) + "\n"));
}
