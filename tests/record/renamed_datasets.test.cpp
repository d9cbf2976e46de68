/// Results of earlier builds are read by the names of today.

#include <catch2/catch.hpp>

#include "record/renamed_datasets.hpp"

namespace montecopter::record {
namespace {

Dataset column(const std::string& name, const std::string& long_name = "") {
  Dataset dataset{
      .name = name, .element = Element::f64, .shape = {1}, .dims = {"sample"}, .attributes = {}};
  if (!long_name.empty()) dataset.attributes.push_back({"long_name", long_name});
  return dataset;
}

std::vector<std::string> names_of_today(const std::vector<Dataset>& datasets) {
  Schema schema{{}, datasets};
  rename_datasets(schema);
  std::vector<std::string> names;
  for (const Dataset& dataset : schema.datasets) names.push_back(dataset.name);
  return names;
}

using Names = std::vector<std::string>;

TEST_CASE("metrics and inputs get their names of today") {
  CHECK(names_of_today({column("m_saturated_share"), column("stat_saturated_share"),
                        column("in_vehicle.tail_rotor.profile_share"),
                        column("in_vehicle.tail_rotor.profile_share.factor"),
                        column("sweep_vehicle.tail_rotor.profile_share"), column("position")}) ==
        Names{"m_saturated_fraction", "stat_saturated_fraction",
              "in_vehicle.tail_rotor.profile_fraction",
              "in_vehicle.tail_rotor.profile_fraction.factor",
              "sweep_vehicle.tail_rotor.profile_fraction", "position"});
}

TEST_CASE("only metrics that go over a window end with its name") {
  CHECK(names_of_today({column("m_saturated_share_late", "a fraction, in the window late"),
                        column("m_saturated_share_own", "max(t)"), column("m_saturated_shares")}) ==
        Names{"m_saturated_fraction_late", "m_saturated_share_own", "m_saturated_shares"});
}

TEST_CASE("no two datasets get one name") {
  CHECK(names_of_today({column("m_saturated_share"), column("m_saturated_fraction")}) ==
        Names{"m_saturated_share", "m_saturated_fraction"});
}

}  // namespace
}  // namespace montecopter::record
