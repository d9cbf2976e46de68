#pragma once
/// Random numbers that are the same for a pack of lanes and for one of its lanes alone.

#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "core/numerics/quaternion_exp.hpp"
#include "support/four_lanes.hpp"
#include "support/same_bits.hpp"

namespace montecopter {

struct AloneTag;
/// One lane of four.
using OneDouble = Pack<isa::OneLane<AloneTag>>;

/// Hands out the numbers of the lanes from `first` on; two with the same seed hand out the same.
template <class S>
class RandomLanes {
 public:
  RandomLanes(unsigned seed, int first) : random_(seed), first_(first) {}

  S between(double low, double high) {
    std::uniform_real_distribution<double> even(low, high);
    std::array<double, 4> all;
    for (double& x : all) x = even(random_);
    return S::load(all.data() + first_);
  }
  Vec3<S> vector(double most) {
    const S x = between(-most, most), y = between(-most, most), z = between(-most, most);
    return {x, y, z};
  }
  /// Near the identity.
  Quat<S> attitude() {
    const S x = between(-0.3, 0.3), y = between(-0.3, 0.3), z = between(-0.3, 0.3);
    return normalised<S>({S(1.0), x, y, z});
  }
  /// Fills a struct whose members are all S.
  template <class Struct>
  Struct filled(double low, double high) {
    std::array<S, sizeof(Struct) / sizeof(S)> numbers;
    for (S& number : numbers) number = between(low, high);
    Struct filled{};
    std::memcpy(static_cast<void*>(&filled), numbers.data(), sizeof(numbers));
    return filled;
  }

 private:
  std::mt19937 random_;
  int first_;
};

/// The numbers of one lane of a struct whose members are all S.
template <class S, class Struct>
std::vector<double> lane_of(const Struct& packs, int lane) {
  std::vector<double> numbers;
  for (std::size_t k = 0; k < sizeof(Struct) / sizeof(S); ++k) {
    S number;
    std::memcpy(static_cast<void*>(&number), reinterpret_cast<const char*>(&packs) + k * sizeof(S),
                sizeof(S));
    numbers.push_back(number.lane(lane));
  }
  return numbers;
}

}  // namespace montecopter
