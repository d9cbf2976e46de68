#include "simulate/programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "dynamics/controllers/controller.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/files/program_file.hpp"
#include "simulate/block_flyer.hpp"
#include "simulate/external/known_parameters.hpp"
#include "simulate/external/program.hpp"

namespace montecopter {
namespace {

const ProgramController* external_controller(const Plan& plan) {
  return program_of(*plan.scenario.controller);
}

using Digest = std::vector<std::byte>;

/// The digest of each flight of a block.
std::vector<Digest> digests_of(const Block& block, const Plan& plan) {
  const std::size_t times = block.rows.size();
  const std::vector<std::byte>& all = block.data[column_index(plan.layout, digest_column)];
  std::vector<Digest> digests;
  const std::size_t size = all.size() / times;
  for (std::size_t i = 0; i < times; ++i) {
    digests.emplace_back(all.data() + i * size, all.data() + (i + 1) * size);
  }
  return digests;
}

/// Whether the program ended the first flight of the last flown block.
bool has_failed(const Block& block, const Plan& plan) {
  return block.data[column_index(plan.layout, status_column)][0] ==
         static_cast<std::byte>(Status::controller_failed);
}

/// Throws Error(refused) if repeated flights of a row by a program differ. If the program ends its
/// flight, no other flights follow here: a hanging program would take its full timeout each time,
/// and the run itself reports that flight.
void require_same_again(const Plan& plan, const Kernel& kernel, const std::string& where,
                        std::int64_t row) {
  const PreparedFlights prepared(plan);
  BlockFlyer flyer(plan, prepared, kernel);
  const std::vector<std::int64_t> alone = {row}, beside_itself = {row, row};
  const Block& block = flyer.fly(alone);
  if (has_failed(block, plan)) return;
  const Digest first = digests_of(block, plan).front();
  std::vector<Digest> others = digests_of(flyer.fly(alone), plan);
  for (Digest& digest : digests_of(flyer.fly(beside_itself), plan)) {
    others.push_back(std::move(digest));
  }
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i] == first) continue;
    const ExternalProgram& program = *plan.external_program;
    const auto [why, suggestion] = program.cause_of_difference();
    throw Error(ExitCode::refused,
                Problem{where,
                        fmt::format("{} ('{}') flies sample {} differently {}", program.title(),
                                    external_controller(plan)->found_at(), plan.number_of(row),
                                    i == 0 ? "the second time" : "beside another flight"),
                        std::string(why), std::string(suggestion)});
  }
}

/// The first row flown by `one`, which is the plan or one of its variants; -1 if none.
std::int64_t first_row(const Plan& plan, const Plan& one) {
  for (std::int64_t row = 0; row < plan.layout.samples; ++row) {
    if (&plan.at(plan.point_of(row)) == &one) return row;
  }
  return -1;
}

void load_one(const Plan& whole, Plan& plan, const Kernel& kernel, const std::string& where) {
  if (external_controller(plan) == nullptr) return;
  require_program(*plan.scenario.controller, where);
  require_known_parameters(plan.scenario, where);
  plan.external_program = load_program(plan.scenario, where);
  const std::int64_t row = first_row(whole, plan);
  const bool is_held_to_it = is_repeatable(*plan.scenario.controller);
  if (row >= 0 && is_held_to_it) require_same_again(plan, kernel, where, row);
}

}  // namespace

bool needs_programs(const Plan& plan) {
  if (plan.variants.empty()) return external_controller(plan) != nullptr;
  return std::any_of(plan.variants.begin(), plan.variants.end(), needs_programs);
}

bool needs_library(const Plan& plan) {
  if (plan.variants.empty()) {
    return std::holds_alternative<LibraryController>(*plan.scenario.controller);
  }
  return std::any_of(plan.variants.begin(), plan.variants.end(), needs_library);
}

void find_programs(const Plan& plan, const std::string& where) {
  for (const Plan& variant : plan.variants) find_programs(variant, where);
  if (!plan.variants.empty()) return;
  require_program(*plan.scenario.controller, where);
  require_known_parameters(plan.scenario, where);
}

void load_programs(Plan& plan, const Kernel& kernel, const std::string& where) {
  if (plan.variants.empty()) return load_one(plan, plan, kernel, where);
  for (Plan& variant : plan.variants) load_one(plan, variant, kernel, where);
}

void share_programs(const Plan& from, Plan& to) {
  to.external_program = from.external_program;
  for (std::size_t i = 0; i < std::min(from.variants.size(), to.variants.size()); ++i) {
    to.variants[i].external_program = from.variants[i].external_program;
  }
}

void require_programs(const Plan& plan) {
  for (const Plan& variant : plan.variants) require_programs(variant);
  if (plan.variants.empty()) require_loaded(plan);
}

}  // namespace montecopter
