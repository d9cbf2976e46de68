#include "simulate/border/sample_row.hpp"

#include <catch2/catch.hpp>
#include <type_traits>

#include "simulate/setup/prepared_flights.hpp"

using namespace montecopter;

namespace {

template <template <class> class Constants, class Part>
concept Fits = requires(SampleRow row, Part SampleParts::*part, const Constants<double>& c) {
  row.put(part, c);
};

// A part that is forgotten, and a struct in the place of another, do not compile.
static_assert(!std::is_default_constructible_v<SampleParts>);
static_assert(Fits<WorldConstants, StructsPart<WorldConstants>>);
static_assert(!Fits<WorldConstants, StructsPart<BatteryConstants>>);
static_assert(!Fits<WorldConstants, NumbersPart>);

Plan plan_of(const std::string& name) {
  return make_plan(load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/" + name, {}));
}

/// Counts how often each number of a row belongs to a part.
template <class... Parts>
std::vector<int> owners(const SampleParts& parts, Parts SampleParts::*... part) {
  std::vector<int> owned(static_cast<std::size_t>(parts.size));
  const auto own = [&](int first, int size) {
    for (int k = first; k < first + size; ++k) ++owned.at(static_cast<std::size_t>(k));
  };
  (own((parts.*part).first, (parts.*part).size), ...);
  return owned;
}

}  // namespace

TEST_CASE("the parts of a row divide it: no number belongs to two, none to nobody") {
  for (const char* name : {"x500-estimated.toml", "hummingbird-battery.toml", "marvin-square.toml",
                           "neo9-rotor-loss.toml", "sih-gusts.toml"}) {
    INFO(name);
    const PreparedFlights prepared(plan_of(name));
    using P = SampleParts;
    const std::vector<int> owned =
        owners(*prepared.parts, &P::vehicle, &P::world, &P::contact, &P::initial_state, &P::control,
               &P::sensors, &P::winds, &P::pulses, &P::estimator, &P::events, &P::battery);
    CHECK(owned == std::vector<int>(owned.size(), 1));
  }
}

TEST_CASE("what is put into a part is found there, and nowhere else") {
  const PreparedFlights prepared(plan_of("hummingbird-battery.toml"));
  SampleRow row = prepared.make_row();
  BatteryConstants<double> battery{};
  battery.avionics = 3.0;
  row.put(&SampleParts::battery, battery);
  int found = 0;
  for (const double x : row[&SampleParts::battery]) found += x == 3.0 ? 1 : 0;
  CHECK(found == 1);
  for (const double x : row[&SampleParts::events]) CHECK(x == 0.0);
  CHECK(row[&SampleParts::estimator].empty());  // there is none
}
