#pragma once
/// Values that lie on the heap and behave like members: they are copied with their owner, and const
/// where it is const. A struct can hold a T whose name alone it knows. Only the unit that defines
/// the special members of the struct, and units that look into the T, include it.

#include <memory>
#include <utility>

namespace montecopter {

/// A T that is always there. (After a move the source may only be assigned to or destroyed.)
template <class T>
class BoxedValue {
 public:
  BoxedValue() : value_(std::make_unique<T>()) {}
  BoxedValue(const BoxedValue& other) : value_(std::make_unique<T>(*other)) {}
  BoxedValue(BoxedValue&& other) noexcept = default;
  BoxedValue& operator=(const BoxedValue& other) { return *this = *other; }
  BoxedValue& operator=(BoxedValue&& other) noexcept = default;
  BoxedValue& operator=(const T& value) {
    if (value_ != nullptr) {
      *value_ = value;
    } else {
      value_ = std::make_unique<T>(value);
    }
    return *this;
  }
  ~BoxedValue() = default;

  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

/// A T that is there or not, as std::optional<T>.
template <class T>
class OptionalBox {
 public:
  using value_type = T;

  OptionalBox() = default;
  OptionalBox(const OptionalBox& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}
  OptionalBox(OptionalBox&& other) noexcept = default;
  OptionalBox& operator=(const OptionalBox& other) {
    if (other) return *this = *other;
    reset();
    return *this;
  }
  OptionalBox& operator=(OptionalBox&& other) noexcept = default;
  OptionalBox& operator=(const T& value) {
    if (value_ != nullptr) {
      *value_ = value;
    } else {
      value_ = std::make_unique<T>(value);
    }
    return *this;
  }
  ~OptionalBox() = default;

  bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  void reset() { value_.reset(); }

  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace montecopter
