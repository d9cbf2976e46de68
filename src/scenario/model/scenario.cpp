#include "scenario/model/scenario.hpp"

#include <algorithm>

#include "dynamics/models.hpp"

namespace montecopter {

Scenario::Scenario() = default;
Scenario::Scenario(const Scenario& other) = default;
Scenario::Scenario(Scenario&& other) noexcept = default;
Scenario& Scenario::operator=(const Scenario& other) = default;
Scenario& Scenario::operator=(Scenario&& other) noexcept = default;
Scenario::~Scenario() = default;

bool Scenario::says_nothing(std::string_view key) const {
  return (key == "disturbance" && disturbance.empty()) ||
         (key == "requirement" && requirement.empty()) ||
         (key == "correlate" && correlate.empty()) || (key == "window" && window.empty()) ||
         key == "golden" || key == "record";
}

bool Scenario::has_end_event() const {
  return std::any_of(event.begin(), event.end(), ends_flight);
}

bool Scenario::has_other_event() const {
  return !std::all_of(event.begin(), event.end(), ends_flight);
}

}  // namespace montecopter
