#pragma once
/// Functions of the kernel for graphics cards, besides its flights.

#include <string>

#include "simulate/border/kernel_api.hpp"

namespace montecopter::nvidia {

/// The reason why no card can fly; empty if one can. Opens the driver.
std::string trouble_with_cards();

/// Whether all cards compute doubles half as fast as floats, as compute cards do. Cards for
/// graphics take 32 or 64 times as long, and a processor is faster than they are.
bool cards_are_fast();

/// Whether a card flies this plan; otherwise the processor does.
bool flies_on_card(const FlightPlan& plan);

/// Whether a card is ready: the driver has compiled the flights of this plan, and memory is
/// available.
bool is_ready(const FlightPlan& plan);

/// Whether a card flies this plan in a form that is much faster than a processor.
bool gains_on_card(const FlightPlan& plan);

}  // namespace montecopter::nvidia
