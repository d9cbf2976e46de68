#include "vehicle/performance/report_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/table.hpp"
#include "core/base/wrapped.hpp"
#include "core/numerics/angles.hpp"

namespace montecopter {
namespace {

/// Slower modes count as neutral: a chain of integrators (position, velocity, tilt) has zeros of
/// high multiplicity, which the rounding of differences spreads by about its fourth root.
constexpr double slowest_1_s = 3e-4;

/// Text of one mode; a complex pair counts once.
std::string mode_text(const std::complex<double>& s) {
  const double size = std::abs(s);
  if (size < slowest_1_s) return "neutral";
  // Damping that differences of the equations show for an undamped mode.
  if (s.imag() != 0 && std::fabs(s.real()) < 1e-6 * size) {
    return fmt::format("{} rad/s, undamped", significant(size, 4));
  }
  if (s.imag() != 0) {
    return fmt::format("{} rad/s, damping ratio {}", significant(size, 4),
                       significant(-s.real() / size, 3));
  }
  return s.real() < 0 ? fmt::format("time constant {} s", significant(-1 / s.real(), 4))
                      : fmt::format("doubles in {} s", significant(std::log(2.0) / s.real(), 4));
}

bool same_mode(const std::complex<double>& a, const std::complex<double>& b) {
  if (std::abs(a) < slowest_1_s && std::abs(b) < slowest_1_s) return true;
  // They are printed with four digits.
  return std::abs(a - b) <= 1e-5 * std::abs(a);
}

}  // namespace

std::string report_line(const std::string& label, const std::string& text) {
  constexpr std::size_t begin = 20, columns = 80;
  if (begin + text.size() <= columns) return fmt::format("  {:<18}{}\n", label, text);
  return fmt::format("  {:<18}{}", label, wrapped(text, begin, columns).substr(begin));
}

std::string modes_text(const std::vector<std::complex<double>>& modes) {
  std::string text, label = "modes at hover";
  std::vector<bool> listed(modes.size());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (listed[i] || modes[i].imag() < 0) continue;
    int count = 0;
    for (std::size_t k = i; k < modes.size(); ++k) {
      if (listed[k] || !same_mode(modes[i], modes[k])) continue;
      listed[k] = true, ++count;
    }
    text += report_line(label, fmt::format("{} x {}", count, mode_text(modes[i])));
    label.clear();
  }
  return text;
}

std::string angle_text(double angle_rad) {
  // Rounding of the trim.
  if (std::fabs(angle_rad) < 1e-12) return "0";
  return fmt::format("{} rad ({} deg)", significant(angle_rad, 8),
                     significant(angle_rad * deg_per_rad));
}

Json json_modes(const std::vector<std::complex<double>>& modes) {
  Json list = Json::array();
  for (const auto& s : modes) list.add(json_numbers(std::vector<double>{s.real(), s.imag()}));
  return list;
}

}  // namespace montecopter
