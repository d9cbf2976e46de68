#include "plan/dispersion.hpp"

#include "base/error.hpp"
#include "dynamics/random/stream.hpp"
#include "scenario/paths.hpp"

namespace montecopter {
namespace {

/// One dispersion of `path`, prepared for drawing.
Dispersion plan_dispersion(Scenario& probe, const std::string& path, const Distribution& given) {
  Dispersion dispersion{path, stream_hash("disperse:" + path), given, Apply::value, {}, {}};
  std::visit(
      [&](auto& d) {
        dispersion.apply = apply_of(d.apply).value();
        if constexpr (requires { d.prepare(); }) d.prepare();
      },
      dispersion.distribution);
  for (const NumberRef& number : find_numbers(probe, path)) {
    dispersion.nominals.push_back(*number.value);
    dispersion.unit = dispersion.apply == Apply::factor ? "1" : number.unit;
  }
  return dispersion;
}

}  // namespace

double Dispersion::draw(std::uint64_t seed, std::uint64_t sample) const {
  const auto words = draw_words<std::uint64_t>(seed, sample, stream, 0, 0);
  const Uniform53 u = Uniform53::from_word(words[0]);
  return std::visit([&](const auto& d) { return d.quantile(u); }, distribution);
}

std::string Dispersion::column_name() const {
  std::string name = "in_" + path;
  for (auto star = name.find('*'); star != std::string::npos; star = name.find('*')) {
    name.replace(star, 1, "all");
  }
  // What is drawn is not the number itself then.
  if (apply == Apply::factor) name += ".factor";
  if (apply == Apply::offset) name += ".offset";
  return name;
}

std::vector<Dispersion> plan_dispersions(const Scenario& scenario) {
  std::vector<Dispersion> dispersions;
  Scenario probe = scenario;
  for (const auto& [path, distribution] : scenario.disperse) {
    const bool each =
        std::visit([](const Application& d) { return d.share == "each"; }, distribution);
    if (!each) {
      dispersions.push_back(plan_dispersion(probe, path, distribution));
      continue;
    }
    for (const NumberRef& number : find_numbers(probe, path)) {
      dispersions.push_back(plan_dispersion(probe, number.path, distribution));
    }
  }
  return dispersions;
}

}  // namespace montecopter
