#include "simulate/programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "dynamics/controllers/controller.hpp"
#include "scenario/library_file.hpp"
#include "simulate/block_flyer.hpp"
#include "simulate/setup/own_library.hpp"

namespace montecopter {
namespace {

const LibraryController* own_controller(const Plan& plan) {
  return std::get_if<LibraryController>(&*plan.scenario.controller);
}

using Digest = std::vector<std::byte>;

/// The digest of each of so many flights of a row, side by side.
std::vector<Digest> digests_of(BlockFlyer& flyer, const Plan& plan, std::int64_t row,
                               std::size_t times) {
  const std::vector<std::int64_t> rows(times, row);
  const std::vector<std::byte>& all = flyer.fly(rows).data[column_index(plan.layout, "digest")];
  std::vector<Digest> digests;
  const std::size_t size = all.size() / times;
  for (std::size_t i = 0; i < times; ++i) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(i * size);
    digests.emplace_back(first, first + static_cast<std::ptrdiff_t>(size));
  }
  return digests;
}

/// Throws Error(refused) if flights of a row by a program differ.
void require_same_again(const Plan& plan, const Kernel& kernel, const std::string& where,
                        std::int64_t row) {
  const PreparedFlights prepared(plan);
  BlockFlyer flyer(plan, prepared, kernel);
  const Digest first = digests_of(flyer, plan, row, 1).front();
  std::vector<Digest> others = digests_of(flyer, plan, row, 1);
  for (Digest& digest : digests_of(flyer, plan, row, 2)) others.push_back(std::move(digest));
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i] == first) continue;
    const auto& own = std::get<LibraryController>(*plan.scenario.controller);
    throw Error(ExitCode::refused,
                Problem{where,
                        fmt::format("{} ('{}') flies sample {} differently {}",
                                    plan.own_library->title(), own.found_at, plan.number_of(row),
                                    i == 0 ? "the second time" : "beside another flight"),
                        "it keeps something outside of the memory of a flight, such as a static "
                        "variable, or asks a clock",
                        "Keep everything in `memory`, and nothing else"}
                    .text());
  }
}

/// The first row that is flown by `one`, which is the plan or one of its variants; -1: none.
std::int64_t first_row(const Plan& plan, const Plan& one) {
  for (std::int64_t row = 0; row < plan.layout.samples; ++row) {
    if (&plan.at(plan.point_of(row)) == &one) return row;
  }
  return -1;
}

void load_one(const Plan& whole, Plan& plan, const Kernel& kernel, const std::string& where) {
  if (own_controller(plan) == nullptr) return;
  plan.own_library = std::make_shared<const OwnLibrary>(plan.scenario, where);
  const std::int64_t row = first_row(whole, plan);
  if (row >= 0) require_same_again(plan, kernel, where, row);
}

}  // namespace

bool needs_programs(const Plan& plan) {
  if (plan.variants.empty()) return own_controller(plan) != nullptr;
  return std::any_of(plan.variants.begin(), plan.variants.end(), needs_programs);
}

void find_programs(const Plan& plan, const std::string& where) {
  for (const Plan& variant : plan.variants) find_programs(variant, where);
  const LibraryController* own = own_controller(plan);
  if (plan.variants.empty() && own != nullptr) require_library(*own, where);
}

void load_programs(Plan& plan, const Kernel& kernel, const std::string& where) {
  if (plan.variants.empty()) return load_one(plan, plan, kernel, where);
  for (Plan& variant : plan.variants) load_one(plan, variant, kernel, where);
}

void share_programs(const Plan& from, Plan& to) {
  to.own_library = from.own_library;
  for (std::size_t i = 0; i < std::min(from.variants.size(), to.variants.size()); ++i) {
    to.variants[i].own_library = from.variants[i].own_library;
  }
}

void require_programs(const Plan& plan) {
  for (const Plan& variant : plan.variants) require_programs(variant);
  if (plan.variants.empty()) require_loaded(plan);
}

}  // namespace montecopter
