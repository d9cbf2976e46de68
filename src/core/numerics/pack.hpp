#pragma once
/// Pack<Isa>: one native register of doubles, the number type S of formulas in kernels. Lane i of
/// every pack belongs to sample i of the samples that are flown side by side. Tagged by instruction
/// set so that objects compiled for different CPUs can never share a symbol (see
/// cmake/kernels.cmake). One of the instruction sets is chosen by the MONTECOPTER_ISA_* macro of
/// the kernel object.
///
/// A comparison gives a Mask, one condition per lane, and select() takes from two packs by it.
/// Lanes never branch apart, so the numbers of a lane depend on no other lane. A branch on
/// all(mask) may only choose between computations with the same result. The operations are those of
/// scalar.hpp, correctly rounded; each is one instruction, or the functions of isa/*.hpp. PackWords
/// are the 64-bit integers of the random numbers and of signs.

#include <cstdint>

#include "core/numerics/scalar.hpp"

#if defined(MONTECOPTER_ISA_AVX512)
#include "core/numerics/isa/avx512.hpp"
#elif defined(MONTECOPTER_ISA_AVX2)
#include "core/numerics/isa/avx2.hpp"
#elif defined(MONTECOPTER_ISA_NEON)
#include "core/numerics/isa/neon.hpp"
#endif
#include "core/numerics/isa/scalar.hpp"

namespace montecopter {

namespace isa {
#if defined(MONTECOPTER_ISA_AVX512)
using Native = Avx512;
#elif defined(MONTECOPTER_ISA_AVX2)
using Native = Avx2;
#elif defined(MONTECOPTER_ISA_NEON)
using Native = Neon;
#elif defined(MONTECOPTER_ISA_NVIDIA)
struct NvidiaTag;  // a thread flies one sample
using Native = OneLane<NvidiaTag>;
#elif defined(MONTECOPTER_ISA_SCALAR)
struct ScalarTag;
using Native = OneLane<ScalarTag>;
#else
struct BaselineTag;
using Native = OneLane<BaselineTag>;
#endif
}  // namespace isa

/// Lanes of a condition.
template <class Isa>
struct Mask {
  typename Isa::MaskRegister m;

  friend Mask operator&(const Mask& a, const Mask& b) { return {Isa::mask_and(a.m, b.m)}; }
  bool lane(int i) const { return Isa::mask_lane(m, i); }
  friend bool all(const Mask& mask) { return Isa::mask_all(mask.m); }
};

template <class Isa>
struct PackWords;

template <class Isa>
struct Pack {
  using Register = typename Isa::Register;
  static constexpr int width = Isa::width;

  Register v;

  Pack() = default;
  Pack(double x) : v(Isa::broadcast(x)) {}  // NOLINT: implicit by design, constants mix in
  static Pack from_register(Register r) {
    Pack p;
    p.v = r;
    return p;
  }

  static Pack load(const double* lanes) { return from_register(Isa::load(lanes)); }
  void store(double* lanes) const { Isa::store(lanes, v); }
  /// Turns four packs into a row of four numbers for each lane. `rows`: [width][4], aligned to 64
  /// bytes.
  static void store_by_lane(const Pack (&columns)[4], double* rows) {
    Isa::store_by_lane(rows, columns[0].v, columns[1].v, columns[2].v, columns[3].v);
  }
  double lane(int i) const {
    alignas(64) double lanes[width];
    store(lanes);
    return lanes[i];
  }

  friend Pack operator+(const Pack& a, const Pack& b) { return from_register(Isa::add(a.v, b.v)); }
  friend Pack operator-(const Pack& a, const Pack& b) { return from_register(Isa::sub(a.v, b.v)); }
  friend Pack operator*(const Pack& a, const Pack& b) { return from_register(Isa::mul(a.v, b.v)); }
  friend Pack operator/(const Pack& a, const Pack& b) { return from_register(Isa::div(a.v, b.v)); }
  friend Pack operator-(const Pack& a) { return from_register(Isa::negate(a.v)); }
  Pack& operator+=(const Pack& b) { return *this = *this + b; }
  Pack& operator-=(const Pack& b) { return *this = *this - b; }
  Pack& operator*=(const Pack& b) { return *this = *this * b; }

  friend Mask<Isa> operator<(const Pack& a, const Pack& b) { return {Isa::less(a.v, b.v)}; }
  friend Mask<Isa> operator>(const Pack& a, const Pack& b) { return {Isa::less(b.v, a.v)}; }
  friend Mask<Isa> operator==(const Pack& a, const Pack& b) { return {Isa::equal(a.v, b.v)}; }

  friend Pack fma(const Pack& a, const Pack& b, const Pack& c) {
    return from_register(Isa::fma(a.v, b.v, c.v));
  }
  friend Pack fnma(const Pack& a, const Pack& b, const Pack& c) {
    return from_register(Isa::fnma(a.v, b.v, c.v));
  }
  // Compare-and-select, as the registers of x86-64 do it: the second operand if either is NaN or
  // both are zeros.
  friend Pack min(const Pack& a, const Pack& b) { return from_register(Isa::min(a.v, b.v)); }
  friend Pack max(const Pack& a, const Pack& b) { return from_register(Isa::max(a.v, b.v)); }
  friend Pack sqrt(const Pack& x) { return from_register(Isa::sqrt(x.v)); }
  friend Pack abs(const Pack& x) { return from_register(Isa::abs(x.v)); }
  /// x with its sign flipped where the highest bit of the word is set.
  friend Pack flip_sign(const Pack& x, const PackWords<Isa>& w) {
    return from_register(Isa::flip_sign(x.v, w.w));
  }
  friend Pack select(const Mask<Isa>& mask, const Pack& yes, const Pack& no) {
    return from_register(Isa::select(mask.m, yes.v, no.v));
  }
};

/// 64-bit words beside the lanes of a Pack.
template <class Isa>
struct PackWords {
  static constexpr int width = Isa::width;

  typename Isa::WordRegister w;

  PackWords() = default;
  PackWords(std::uint64_t x) : w(Isa::broadcast_word(x)) {}  // NOLINT: implicit by design
  static PackWords from_register(typename Isa::WordRegister r) {
    PackWords p(0);
    p.w = r;
    return p;
  }
  static PackWords load(const std::uint64_t* lanes) {
    return from_register(Isa::load_words(lanes));
  }

  friend PackWords operator+(const PackWords& a, const PackWords& b) {
    return from_register(Isa::word_add(a.w, b.w));
  }
  friend PackWords operator^(const PackWords& a, const PackWords& b) {
    return from_register(Isa::word_xor(a.w, b.w));
  }
  friend PackWords operator&(const PackWords& a, const PackWords& b) {
    return from_register(Isa::word_and(a.w, b.w));
  }
  friend PackWords operator|(const PackWords& a, const PackWords& b) {
    return from_register(Isa::word_or(a.w, b.w));
  }
  friend Mask<Isa> is_zero(const PackWords& a) { return {Isa::word_is_zero(a.w)}; }
};

template <class Isa>
struct Lanes<Pack<Isa>> {
  using Words = PackWords<Isa>;
  static constexpr int width = Isa::width;
  static Pack<Isa> from_words(const Words& w) {
    return Pack<Isa>::from_register(Isa::from_words(w.w));
  }
  static Pack<Isa> from_integer(const Words& k) {
    return Pack<Isa>::from_register(Isa::from_integer(k.w));
  }
};

template <int bits, class Isa>
PackWords<Isa> rotate_left(const PackWords<Isa>& x) {
  return PackWords<Isa>::from_register(Isa::template word_rotate_left<bits>(x.w));
}
template <int bits, class Isa>
PackWords<Isa> shift_left(const PackWords<Isa>& x) {
  return PackWords<Isa>::from_register(Isa::template word_shift_left<bits>(x.w));
}
template <int bits, class Isa>
PackWords<Isa> shift_right(const PackWords<Isa>& x) {
  return PackWords<Isa>::from_register(Isa::template word_shift_right<bits>(x.w));
}
template <class Isa>
PackWords<Isa> words_of(const Pack<Isa>& x) {
  return PackWords<Isa>::from_register(Isa::words_of(x.v));
}
}  // namespace montecopter
