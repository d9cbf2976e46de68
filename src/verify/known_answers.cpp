#include "verify/known_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "core/numerics/normal_quantile.hpp"
#include "core/numerics/powers.hpp"
#include "dynamics/random/normal_pair.hpp"
#include "dynamics/random/stream.hpp"

namespace montecopter::verify {
namespace {

/// Threefry4x64-20 of kat_vectors, which comes with Random123 (D. E. Shaw Research).
constexpr std::uint64_t ones = ~std::uint64_t{0};
const ThreefryAnswer answers[] = {
    {{0, 0, 0, 0},
     {0, 0, 0, 0},
     {0x09218ebde6c85537, 0x55941f5266d86105, 0x4bd25e16282434dc, 0xee29ec846bd2e40b}},
    {{ones, ones, ones, ones},
     {ones, ones, ones, ones},
     {0x29c24097942bba1b, 0x0371bbfb0f6f4e11, 0x3c231ffa33f83a1c, 0xcd29113fde32d168}},
    {{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
     {0x452821e638d01377, 0xbe5466cf34e90c6c, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd},
     {0xa7e8fde591651bd9, 0xbaafd0c30138319b, 0x84a5c1a729e685b9, 0x901d406ccebc1ba4}},
};

Check addresses() {
  const auto words = draw_words<std::uint64_t>(7, 11, 12, 13, 14);
  const auto wanted = threefry4x64_20<std::uint64_t>({11, 12, 13, 14}, {7, 0, 0, 0});
  int different = 0;
  for (std::size_t k = 0; k < 4; ++k) different += words[k] == wanted[k] ? 0 : 1;
  return equality_check(
      {"counter of a draw", "key (seed, 0, 0, 0), counter (sample, stream, tick, block)"},
      different);
}

Check streams() {
  struct Name {
    const char* text;
    std::uint64_t hash;
  };
  int different = 0;
  for (const Name& name : {Name{"", 0xcbf29ce484222325}, Name{"a", 0xaf63dc4c8601ec8c},
                           Name{"foobar", 0x85944171f73967e8}}) {
    different += stream_hash(name.text) == name.hash ? 0 : 1;
  }
  return equality_check({"FNV-1a of stream names", "draft-eastlake-fnv, appendix C"}, different);
}

Check uniforms() {
  struct Uniform {
    std::uint64_t word;
    double value;
  };
  int different = 0;
  for (const Uniform& u : {Uniform{0, 0x1p-54}, Uniform{0x7ff, 0x1p-54}, Uniform{0x800, 0x3p-54},
                           Uniform{std::uint64_t{1} << 63, 0.5}, Uniform{ones, 1.0},
                           Uniform{0x09218ebde6c85537, 0x1.2431d7bcd90a8p-5}}) {
    different += uniform_of<double>(u.word) == u.value ? 0 : 1;
    different += Uniform53::from_word(u.word).value() == u.value ? 0 : 1;
  }
  return equality_check({"uniform numbers from random words", "(k + 1/2) 2^-53, rounded"},
                        different);
}

/// Normal numbers of the last words of kat_vectors; the uniform numbers are rounded.
Check box_muller() {
  const double wanted[] = {-0.1194284968426142, -0.9106228643668424, -1.058195429808293,
                           -0.4417997989251123};
  Largest error;
  for (std::size_t k = 0; k < 4; k += 2) {
    double first = 0, second = 0;
    normal_pair<double>(answers[2].words[k], answers[2].words[k + 1], first, second);
    error.take(units_apart(first, wanted[k]));
    error.take(units_apart(second, wanted[k + 1]));
  }
  // The radius has an error of 1.7 units at most, sine and cosine of 1.5, and the product of half a
  // unit more.
  return error_check({"normal pairs from random words", "Box & Muller 1958, 120 digits"}, error, 4,
                     "ulp");
}

Check quantiles() {
  struct Quantile {
    std::uint64_t k;
    double x;
  };
  Largest error;
  for (const Quantile& q :
       {Quantile{0, -8.292361075813595}, Quantile{0x400, -7.331562494594737},
        Quantile{0x40000000, -5.166578119641677}, Quantile{0x1000000000000, -1.8627318674216506},
        Quantile{0x8000000000000, -0.6744897501960816},
        Quantile{0xfffffffffffff, -1.3914582123358836e-16},
        Quantile{0x14000000000000, 0.3186393639643753},
        Quantile{0x1fffffffefffff, 6.337957681066634}}) {
    error.take(normal_quantile(Uniform53{q.k}) / q.x - 1);
  }
  // Tolerance promised by src/core/numerics/normal_quantile.hpp.
  return error_check({"normal quantiles", "Phi^-1(u), 120 digits"}, error, 1e-14);
}

/// First draw of the process noise, which is Euler's velocity after one step: sqrt(W / h) / m z h.
Check first_draws(const Lab& lab) {
  BodyFlight flight = {.drag = "process_noise = {force_n2_s = 1.0, moment_n2_m2_s = 0.0}",
                       .integrator = "euler",
                       .rate_hz = 1,
                       .duration_s = 1,
                       .output_hz = 1};
  const FlightsInMemory flown = lab.fly(flight);
  const double wanted[] = {0.2913507647208429, -0.09074231108299775, 0.19273425708591438};
  Largest error;
  for (std::size_t k = 0; k < 3; ++k) {
    error.take(units_apart(flown.at("velocity", flown.outputs() - 1)[k], wanted[k]));
  }
  return error_check(
      {"first process noise of a flight", "Threefry, FNV-1a, Box & Muller, 120 digits"}, error, 4,
      "ulp");
}

/// Arguments and values, rounded from 120 digits.
constexpr FunctionValue exps[] = {
    {-700.0, 0, 9.85967654375977e-305}, {-1.0, 0, 0.36787944117144233},
    {0.001, 0, 1.0010005001667084},     {1.0, 0, 2.718281828459045},
    {10.5, 0, 36315.502674246636},      {700.0, 0, 1.0142320547350045e+304}};
constexpr FunctionValue logs[] = {
    {1e-300, 0, -690.7755278982137},    {0.1, 0, -2.3025850929940455},
    {0.999, 0, -0.0010005003335835344}, {1.5, 0, 0.4054651081081644},
    {10.0, 0, 2.302585092994046},       {1e+300, 0, 690.7755278982137}};
constexpr FunctionValue sines[] = {
    {1e-05, 0, 9.999999999833334e-06},  {1.0, 0, 0.8414709848078965},
    {3.0, 0, 0.1411200080598672},       {22.0, 0, -0.008851309290403876},
    {355.0, 0, -3.014435335948845e-05}, {1e9, 0, 0.5458434494486996}};
constexpr FunctionValue cosines[] = {
    {1e-05, 0, 0.99999999995},       {1.0, 0, 0.5403023058681398},   {1.5, 0, 0.0707372016677029},
    {11.0, 0, 0.004425697988050785}, {355.0, 0, -0.999999999545659}, {1e9, 0, 0.8378871813639024}};
constexpr FunctionValue expm1s[] = {{-1.0, 0, -0.6321205588285577},
                                    {-1e-08, 0, -9.999999950000001e-09},
                                    {1e-08, 0, 1.0000000050000001e-08},
                                    {0.5, 0, 0.6487212707001282}};
constexpr FunctionValue log1ps[] = {{-0.5, 0, -0.6931471805599453},
                                    {-1e-08, 0, -1.0000000050000001e-08},
                                    {1e-08, 0, 9.999999950000001e-09},
                                    {2.0, 0, 1.0986122886681098}};
constexpr FunctionValue angles[] = {{1.0, 3.0, 0.3217505543966422},
                                    {-2.0, 1.0, -1.1071487177940904},
                                    {1.0, -1e-08, 1.5707963367948967},
                                    {-0.3, -4.0, -3.066732805879026}};
constexpr FunctionValue powers[] = {{2.0, 0.5, 1.4142135623730951},
                                    {0.7, -13.3, 114.86720871908459},
                                    {1.0000001, 1e7, 2.7182816941320818},
                                    {1e-10, 3.7, 9.99999999999996e-38}};

template <class Function, std::size_t N>
Check function_check(const char* name, Function function, const FunctionValue (&values)[N]) {
  // Tolerance promised by src/core/numerics/elementary.hpp: below 2 ulp of the true value, so at
  // most 2 from the rounded one.
  return error_check({name, fmt::format("{} values of 120 digits", N)},
                     largest_units(function, values), 2, "ulp");
}

std::vector<Check> functions() {
  return {function_check(
              "exp", [](double x, double) { return exp<double>(x); }, exps),
          function_check(
              "log", [](double x, double) { return log<double>(x); }, logs),
          function_check(
              "sin", [](double x, double) { return sin<double>(x); }, sines),
          function_check(
              "cos", [](double x, double) { return cos<double>(x); }, cosines),
          function_check(
              "expm1", [](double x, double) { return expm1<double>(x); }, expm1s),
          function_check(
              "log1p", [](double x, double) { return log1p<double>(x); }, log1ps),
          function_check(
              "atan2", [](double y, double x) { return atan2<double>(y, x); }, angles),
          function_check(
              "pow", [](double x, double y) { return pow<double>(x, y); }, powers)};
}

/// Position of a double: doubles of one sign count up as integers do.
std::int64_t place(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}

}  // namespace

std::span<const ThreefryAnswer> threefry_answers() { return answers; }

Check threefry_check(std::span<const ThreefryAnswer> known) {
  int different = 0;
  for (const ThreefryAnswer& answer : known) {
    const auto words = threefry4x64_20<std::uint64_t>(answer.counter, answer.key);
    for (std::size_t k = 0; k < 4; ++k) different += words[k] == answer.words[k] ? 0 : 1;
  }
  return equality_check({"Threefry4x64-20", "kat_vectors of Random123"}, different);
}

double units_apart(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::infinity();
  const std::int64_t low = std::min(place(a), place(b)), high = std::max(place(a), place(b));
  return static_cast<double>(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low));
}

std::vector<Check> known_answer_checks(const Lab& lab) {
  std::vector<Check> checks = {
      threefry_check(answers), addresses(), streams(), uniforms(), box_muller(), quantiles(),
      first_draws(lab)};
  for (Check& check : functions()) checks.push_back(std::move(check));
  return checks;
}

}  // namespace montecopter::verify
