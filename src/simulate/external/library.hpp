#pragma once
/// A shared library with a controller of the user's own: loaded, and found sound. To load it is to
/// run it: programs.hpp says who may.

#include <string>

#include "dynamics/controllers/library.hpp"
#include "simulate/external/program.hpp"

namespace montecopter {

/// The functions of a controller, and what it says of itself; its parameters are not placed.
ExternalPlan plan_of(const montecopter_controller& controller);

class ExternalLibrary : public ExternalProgram {
 public:
  /// Loads the library of the scenario's controller and asks it what it is. Throws Error(usage) if
  /// it is no shared library or no controller of this interface, takes more than it may, or does
  /// not fit the scenario's parameters and events; `where` is the place of the controller.
  ExternalLibrary(const LibraryController& controller, const Scenario& scenario,
                  const std::string& where);

  /// "NAME VERSION", as the library says.
  std::string title() const override;
  Cause cause_of_difference() const override;

 private:
  const montecopter_controller* controller_;
};

}  // namespace montecopter
