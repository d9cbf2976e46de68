#pragma once
/// Random numbers of a search in the space of inputs. Each is a function of the seed, the name of
/// its use, a number and a position. No result depends on the order in which they are drawn.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/numerics/uniform.hpp"
#include "dynamics/random/normal_pair.hpp"
#include "dynamics/random/stream.hpp"

namespace montecopter {

class AddressedNumbers {
 public:
  AddressedNumbers(std::uint64_t seed, std::string_view use)
      : seed_(seed), stream_(stream_hash(use)) {}

  /// Fills `normals` with the standard normal numbers of an evaluation.
  void normals(std::int64_t evaluation, std::span<double> normals) const {
    for (std::size_t i = 0; i < normals.size(); i += 4) {
      const Words4<std::uint64_t> words = words_of(evaluation, i / 4);
      std::array<double, 4> four;
      normal_pair<double>(words[0], words[1], four[0], four[1]);
      normal_pair<double>(words[2], words[3], four[2], four[3]);
      for (std::size_t k = i; k < normals.size() && k < i + 4; ++k) normals[k] = four[k - i];
    }
  }

  /// A uniform number of an evaluation.
  Uniform53 uniform(std::int64_t evaluation, std::uint64_t position = 0) const {
    return Uniform53::from_word(words_of(evaluation, position)[0]);
  }

 private:
  Words4<std::uint64_t> words_of(std::int64_t evaluation, std::uint64_t block) const {
    return draw_words<std::uint64_t>(seed_, static_cast<std::uint64_t>(evaluation), stream_, 0,
                                     block);
  }

  std::uint64_t seed_;
  RandomStream stream_;
};

}  // namespace montecopter
