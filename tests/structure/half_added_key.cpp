/// Tables of keys, and what is half added of them: LACKS_KEY has a member that fields() does not
/// list, LACKS_SWITCH one that is so small that it changes no size, LACKS_NOT_KEY one that is no
/// key and does not say so; LACKS_BASE does not list the keys of a base, LACKS_BASE_KEY one of
/// them; LACKS_OTHER_KEY names one member twice in place of two; LACKS_BOXED_KEY has constructors
/// and does not list a member. Compiled by a test, never linked.

#include "core/fields/schema_of.hpp"

namespace montecopter {

struct ToyLimits {
  double low = 0.0;
  std::optional<double> high;

  static constexpr auto fields() {
    using L = ToyLimits;
    return FieldList{
        field("low", &L::low, "1", any_number, Vary::per_sample, "Lower limit"),
#ifndef LACKS_BASE_KEY
        field("high", &L::high, "1", any_number, Vary::per_sample, "Upper limit"),
#endif
    };
  }
};

struct ToyMarks {};

struct ToyTimes {
  double start_s = 0.0;

  static constexpr auto fields() {
    return FieldList{
        field("start_s", &ToyTimes::start_s, "s", any_number, Vary::fixed, "When it starts")};
  }
};

struct ToyTable : ToyLimits, ToyMarks, ToyTimes {
  static constexpr std::string_view type_name = "toy";
  static constexpr std::string_view doc = "Of every kind of member one";

  bool is_on = true;
  bool is_loud = false;
  std::string name;
  Rate rate_hz = {1, 1};
  std::array<double, 3> place_m = {};
  std::array<double, 3> size_m = {};
  std::vector<ToyTimes> times;
  std::optional<std::string> text;
  std::map<std::string, double> parameters;
  std::variant<ToyLimits, ToyTimes> either;

  std::vector<double> sorted = {};  ///< no key

  static constexpr auto fields() {
    using T = ToyTable;
    return join(ToyLimits::fields(),
#ifndef LACKS_BASE
                ToyTimes::fields(),
#endif
                FieldList{
                    field("is_on", &T::is_on, "Whether it runs"),
#ifndef LACKS_SWITCH
                    field("is_loud", &T::is_loud, "Whether it is heard"),
#endif
                    field("name", &T::name, "What it is called"),
                    field("rate_hz", &T::rate_hz, "Hz", positive, Vary::fixed, "How often"),
                    field("place_m", &T::place_m, "m", any_number, Vary::fixed, "Where it is"),
#ifdef LACKS_OTHER_KEY
                    field("size_m", &T::place_m, "m", any_number, Vary::fixed, "Its edges"),
#else
                    field("size_m", &T::size_m, "m", any_number, Vary::fixed, "Its edges"),
#endif
                    field("times", &T::times, "When it runs"),
#ifndef LACKS_KEY
                    field("text", &T::text, "What it says"),
#endif
                    field("parameters", &T::parameters, "1", any_number, Vary::fixed, "Numbers"),
                });
  }
#ifdef LACKS_NOT_KEY
  static constexpr auto not_keys() { return FieldList{&ToyTable::either}; }
#else
  static constexpr auto not_keys() { return FieldList{&ToyTable::sorted, &ToyTable::either}; }
#endif
};

/// As a Scenario, whose constructors are defined where all that it holds is known.
struct ToyHolder {
  std::string name;
  BoxedValue<ToyTimes> times;

  ToyHolder();
  ~ToyHolder();

  static constexpr auto fields() {
    using H = ToyHolder;
    return FieldList{
        field("name", &H::name, "What it is called"),
#ifndef LACKS_BOXED_KEY
        field("times", &H::times, "When it runs"),
#endif
    };
  }
};

template const TypeSchema& schema_of<ToyTable>();
static_assert(is_complete_table<ToyHolder>, "this table is not complete");

}  // namespace montecopter
