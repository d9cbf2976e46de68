#pragma once
/// The work of FlownFormulas on rows: the operations of formulas and the sums of reductions.

#include <algorithm>
#include <limits>

#include "simulate/lanes/flown_formulas.hpp"

namespace montecopter {

/// Operations on rows first to end - 1 of an array of packs.
template <class S>
class FormulaWork {
 public:
  using Which = decltype(S(0.0) < S(0.0));

  FormulaWork(S* packs, int first, int end) : packs_(packs), first_(first), end_(end) {}

  /// Computes steps in their order.
  [[gnu::noinline]] void compute(const FormulaRowStep* step, const FormulaRowStep* end) const {
    while (step != end) {
      const FormulaRowStep* const next = end_of_chain(step, end);
      if (next - step > 1) {
        add_products(step, next);
      } else {
        compute(*step);
      }
      step = next;
    }
  }

  [[gnu::noinline]] void compute(const FormulaRowStep& s) const {
    switch (s.op) {
      case FormulaOp::add:
        if (s.adds_product) return add_product(s);
        return each_pair(s, [](const S& a, const S& b) { return a + b; });
      case FormulaOp::subtract:
        return each_pair(s, [](const S& a, const S& b) { return a - b; });
      case FormulaOp::multiply:
        return each_pair(s, [](const S& a, const S& b) { return a * b; });
      case FormulaOp::divide:
        return each_pair(s, [](const S& a, const S& b) { return a / b; });
      case FormulaOp::smaller:
        return each_pair(
            s, [](const S& a, const S& b) { return select(b < a, b, select(b == b, a, b)); });
      case FormulaOp::larger:
        return each_pair(
            s, [](const S& a, const S& b) { return select(a < b, b, select(b == b, a, b)); });
      case FormulaOp::negate:
        return each(s, [](const S& a) { return -a; });
      case FormulaOp::abs:
        return each(s, [](const S& a) { return abs(a); });
      case FormulaOp::sqrt:
        return each(s, [](const S& a) { return sqrt(a); });
      case FormulaOp::power:
        return each(s, [&](const S& a) { return power(a, s.exponent); });
      case FormulaOp::norm:
        return over_components(s, [](const S& sum, const S& a) { return fma(a, a, sum); });
      default:  // FormulaOp::sum, the last of those that programs have
        return over_components(s, [](const S& sum, const S& a) { return sum + a; });
    }
  }

  /// Adds the rows of component k to the sums of a reduction. `first_row` is the number of row 0 in
  /// the traces.
  [[gnu::noinline]] void add(const FormulaReduction& r, int k, std::int64_t first_row) const {
    const Rows rows = {packs_ + r.value.first + k * r.value.per_component,
                       packs_ + r.level.first + k * r.level.per_component, r.value.per_row,
                       r.level.per_row};
    const bool begins = first_row + first_ == r.first_row;
    S* const sums = packs_ + r.sums + k * reduction_sums;
    switch (r.op) {
      case FormulaOp::maximum:
        return add_extreme(rows, sums, [](const S& a, const S& b) { return a < b; });
      case FormulaOp::minimum:
        return add_extreme(rows, sums, [](const S& a, const S& b) { return b < a; });
      case FormulaOp::time_of_maximum:
        return add_timed_extreme(rows, sums, [](const S& a, const S& b) { return a < b; });
      case FormulaOp::time_of_minimum:
        return add_timed_extreme(rows, sums, [](const S& a, const S& b) { return b < a; });
      case FormulaOp::rms:
        return add_each(rows, sums[0], [](const S& sum, const S& x) { return fma(x, x, sum); });
      case FormulaOp::mean:
        return add_each(rows, sums[0], [](const S& sum, const S& x) { return sum + x; });
      case FormulaOp::integral:
        if (begins) sums[1] = rows.at(first_);
        add_each(rows, sums[2], [](const S&, const S& x) { return x; });
        return add_each(rows, sums[0], [](const S& sum, const S& x) { return sum + x; });
      case FormulaOp::first:
        if (begins) sums[0] = rows.at(first_);
        return;
      case FormulaOp::first_time:
      case FormulaOp::last_time:
      case FormulaOp::fraction:
        return add_times(rows, sums);
      default:  // final, at
        return add_each(rows, sums[0], [](const S&, const S& x) { return x; });
    }
  }

 private:
  /// The rows of the operands of a reduction.
  struct Rows {
    const S *value, *level;
    int per_row, level_per_row;

    S at(int row) const { return value[row * per_row]; }
    S level_at(int row) const { return level[row * level_per_row]; }
  };

  const S& time(int row) const { return packs_[row]; }
  Which is_flown(int row) const { return S(0.0) < packs_[formula_stride + row]; }

  /// Calls use(row) for each row. A whole group has a number that the compiler knows.
  template <class Use>
  void each_row(Use use) const {
    if (first_ == 0 && end_ == formula_rows) {
      for (int row = 0; row < formula_rows; ++row) use(row);
    } else {
      for (int row = first_; row < end_; ++row) use(row);
    }
  }

  // --- operations on rows ----------------------------------------------------------------------

  template <class Map>
  void each(const FormulaRowStep& s, Map map) const {
    for (int k = 0; k < s.width; ++k) {
      const S* const a = packs_ + s.a.first + k * s.a.per_component;
      S* const to = packs_ + s.to + k * formula_stride;
      each_row([&](int row) { to[row] = map(a[row * s.a.per_row]); });
    }
  }

  template <class Combine>
  void each_pair(const FormulaRowStep& s, Combine combine) const {
    for (int k = 0; k < s.width; ++k) {
      const S* const a = packs_ + s.a.first + k * s.a.per_component;
      const S* const b = packs_ + s.b.first + k * s.b.per_component;
      S* const to = packs_ + s.to + k * formula_stride;
      if (s.a.per_row != 0 && s.b.per_row != 0) {
        each_row([&](int row) { to[row] = combine(a[row], b[row]); });
      } else if (s.a.per_row != 0) {
        const S one = *b;
        each_row([&](int row) { to[row] = combine(a[row], one); });
      } else {
        const S one = *a;
        each_row([&](int row) { to[row] = combine(one, b[row * s.b.per_row]); });
      }
    }
  }

  /// a + b * c of values over time, where c is one number. Each is rounded as the two steps are.
  void add_product(const FormulaRowStep& s) const {
    const S c = packs_[s.c.first];
    for (int k = 0; k < s.width; ++k) {
      const S* const a = packs_ + s.a.first + k * s.a.per_component;
      const S* const b = packs_ + s.b.first + k * s.b.per_component;
      S* const to = packs_ + s.to + k * formula_stride;
      each_row([&](int row) { to[row] = a[row] + b[row] * c; });
    }
  }

  /// The end of the steps that add products to the same sum, which nothing else reads before.
  static const FormulaRowStep* end_of_chain(const FormulaRowStep* step, const FormulaRowStep* end) {
    const auto adds = [](const FormulaRowStep& s) { return s.adds_product && s.width == 1; };
    if (!adds(*step)) return step + 1;
    while (step + 1 != end && adds(step[1]) && step[1].a.first == step->to) ++step;
    return step + 1;
  }

  /// The same for the steps of a chain: the sums stay in registers.
  void add_products(const FormulaRowStep* begin, const FormulaRowStep* end) const {
    constexpr int block = 8;
    int row = first_;
    for (; row + block <= end_; row += block) {
      S sum[block];
      for (int i = 0; i < block; ++i) sum[i] = packs_[begin->a.first + row + i];
      for (const FormulaRowStep* s = begin; s != end; ++s) {
        const S c = packs_[s->c.first];
        const S* const b = packs_ + s->b.first + row;
        for (int i = 0; i < block; ++i) sum[i] = sum[i] + b[i] * c;
      }
      for (int i = 0; i < block; ++i) packs_[end[-1].to + row + i] = sum[i];
    }
    for (; row < end_; ++row) {
      S sum = packs_[begin->a.first + row];
      for (const FormulaRowStep* s = begin; s != end; ++s) {
        sum = sum + packs_[s->b.first + row] * packs_[s->c.first];
      }
      packs_[end[-1].to + row] = sum;
    }
  }

  template <class Add>
  void over_components(const FormulaRowStep& s, Add add) const {
    each_row([&](int row) {
      const S* const a = packs_ + s.a.first + row * s.a.per_row;
      S sum(0.0);
      for (int k = 0; k < s.width; ++k) sum = add(sum, a[k * s.a.per_component]);
      packs_[s.to + row] = s.op == FormulaOp::norm ? sqrt(sum) : sum;
    });
  }

  static S power(const S& base, int exponent) {
    S product = base;
    for (int k = 1; k < exponent; ++k) product = product * base;
    return product;
  }

  // --- sums ------------------------------------------------------------------------------------

  template <class Add>
  void add_each(const Rows& rows, S& place, Add add) const {
    S sum = place;
    each_row([&](int row) { sum = select(is_flown(row), add(sum, rows.at(row)), sum); });
    place = sum;
  }

  /// Lanes that take a value: the first of the largest, or the first that is not a number.
  template <class Below>
  Which takes(int row, const S& most, const S& x, Below below) const {
    const S more = select(below(most, x), S(1.0), select(x == x, S(0.0), S(1.0)));
    return (S(0.0) < more) & (most == most) & is_flown(row);
  }

  template <class Below>
  void add_extreme(const Rows& rows, S* sums, Below below) const {
    S most = sums[0];
    each_row([&](int row) {
      const S x = rows.at(row);
      most = select(takes(row, most, x, below), x, most);
    });
    sums[0] = most;
  }

  template <class Below>
  void add_timed_extreme(const Rows& rows, S* sums, Below below) const {
    S most = sums[0], when = sums[1];
    each_row([&](int row) {
      const S x = rows.at(row);
      const Which here = takes(row, most, x, below);
      most = select(here, x, most);
      when = select(here, time(row), when);
    });
    sums[0] = most, sums[1] = when;
  }

  /// First and last time above the level, and number of rows.
  void add_times(const Rows& rows, S* sums) const {
    each_row([&](int row) {
      const auto above = (rows.level_at(row) < rows.at(row)) & is_flown(row);
      const auto begins = above & (sums[2] == S(0.0));
      sums[0] = select(begins, time(row), sums[0]);
      sums[1] = select(above, time(row), sums[1]);
      sums[2] = select(above, sums[2] + S(1.0), sums[2]);
    });
  }

  S* packs_;
  int first_, end_;
};

template <class S>
[[gnu::noinline]] void FlownFormulas<S>::begin(S* packs) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  packs_ = packs;
  for (int i = 0; i < plan_.constant_count; ++i) {
    packs_[plan_.constants[i].place] = S(plan_.constants[i].number);
  }
  for (int i = 0; i < plan_.reduction_count; ++i) {
    const FormulaReduction& r = plan_.reductions[i];
    const bool is_largest = r.op == FormulaOp::maximum || r.op == FormulaOp::time_of_maximum;
    const bool is_smallest = r.op == FormulaOp::minimum || r.op == FormulaOp::time_of_minimum;
    const bool may_be_missing = r.op == FormulaOp::at || r.op == FormulaOp::first_time;
    for (int k = 0; k < r.width; ++k) {
      S* const sums = packs_ + r.sums + k * reduction_sums;
      sums[0] = sums[1] = sums[2] = S(0.0);
      if (is_largest) sums[0] = S(-infinity);
      if (is_smallest) sums[0] = S(infinity);
      if (may_be_missing) sums[0] = S(stored_nan);
    }
  }
}

template <class S>
[[gnu::noinline]] void FlownFormulas<S>::finish_rows() {
  const FormulaWork<S> all(packs_, 0, rows_);
  all.compute(plan_.shared_steps, plan_.shared_steps + plan_.shared_count);
  for (int i = 0; i < plan_.reduction_count; ++i) {
    const FormulaReduction& r = plan_.reductions[i];
    if (r.op == FormulaOp::at) continue;
    const std::int64_t first = std::max<std::int64_t>(r.first_row - first_row_, 0);
    const std::int64_t end = std::min<std::int64_t>(r.end_row - first_row_, rows_);
    if (first >= end) continue;
    const FormulaWork<S> work(packs_, static_cast<int>(first), static_cast<int>(end));
    work.compute(plan_.steps + r.first_step, plan_.steps + r.end_step);
    for (int k = 0; k < r.width; ++k) work.add(r, k, first_row_);
  }
  first_row_ += rows_;
  rows_ = 0;
}

template <class S>
[[gnu::noinline]] void FlownFormulas<S>::finish_moment(int moment) {
  const FormulaWork<S> work(packs_, formula_rows, formula_stride);
  work.compute(plan_.shared_steps, plan_.shared_steps + plan_.shared_count);
  for (int i = 0; i < plan_.reduction_count; ++i) {
    const FormulaReduction& r = plan_.reductions[i];
    if (r.op != FormulaOp::at || r.moment != moment) continue;
    work.compute(plan_.steps + r.first_step, plan_.steps + r.end_step);
    for (int k = 0; k < r.width; ++k) work.add(r, k, first_row_);
  }
}

template <class S>
[[gnu::noinline]] void FlownFormulas<S>::finish(LaneIo* lanes, int count) {
  if (!any()) return;
  finish_rows();
  int place = 0;
  for (int r = 0; r < plan_.reduction_count; ++r) {
    const FormulaReduction& reduction = plan_.reductions[r];
    for (int k = 0; k < reduction.width * reduction_sums; ++k, ++place) {
      const S sum = packs_[reduction.sums + k];
      for (int i = 0; i < count; ++i) lanes[i].formula_sums[place] = sum.lane(i);
    }
  }
}

}  // namespace montecopter
