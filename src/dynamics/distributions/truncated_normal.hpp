#pragma once
/// Normal distribution restricted to [low, high], both given.

#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/distributions/normal.hpp"
#include "dynamics/distributions/truncation.hpp"

namespace montecopter {

struct TruncatedNormalDistribution {
  static constexpr std::string_view type_name = "truncated_normal";
  static constexpr std::string_view doc =
      "Normal distribution between two limits, exact without rejection";

  double mean = required;
  double sd = required;
  double low = required;
  double high = required;

  static constexpr auto fields() {
    using D = TruncatedNormalDistribution;
    return FieldList{
        field("mean", &D::mean, "", any_number, Vary::fixed,
              "Mean before truncation [unit of the draw]"),
        field("sd", &D::sd, "", positive, Vary::fixed,
              "Standard deviation before truncation [unit of the draw]"),
        field("low", &D::low, "", any_number, Vary::fixed, "Lower limit [unit of the draw]"),
        field("high", &D::high, "", any_number, Vary::fixed,
              "Upper limit, above low [unit of the draw]"),
    };
  }

  void check(Problems& problems) const;

  NormalDistribution law() const { return {mean, sd}; }
  Limits limits() const { return {low, high}; }
  Limits extremes() const { return limits(); }
  Part part() const { return Part::of(law(), limits()); }

  std::optional<Part> prepared = std::nullopt;  ///< set by prepare()
  static constexpr auto not_keys() { return FieldList{&TruncatedNormalDistribution::prepared}; }

  void prepare() { prepared = part(); }

  double quantile(const Uniform53& u) const {
    return quantile_of(law(), prepared ? *prepared : part(), u);
  }
};

}  // namespace montecopter
