#pragma once
/// What the program asks of the kernel for graphics cards beside flights.

#include <string>

#include "simulate/border/kernel_api.hpp"

namespace montecopter::nvidia {

/// Empty: there is a card to fly with. Otherwise the reason why not. Opens the driver.
std::string trouble_with_cards();

/// Whether all cards compute with doubles half as fast as with floats, as those for computing do.
/// Cards for graphics take 32 or 64 times as long, and a processor is ahead of them.
bool cards_are_fast();

/// Whether a card flies this plan; the processor does otherwise.
bool flies_on_card(const FlightPlan& plan);

/// Whether a card can begin: the driver has compiled the flights of this plan, and there is memory.
bool is_ready(const FlightPlan& plan);

/// Whether it flies it in a form that is much faster than a processor.
bool gains_on_card(const FlightPlan& plan);

}  // namespace montecopter::nvidia
