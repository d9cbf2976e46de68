#pragma once
/// A thin layer over the C API of HDF5: handles that close themselves, errors as exceptions.
/// Included by the sources that run in the child process of run_isolated() only.

#include <hdf5.h>

#include <string>
#include <utility>

#include "base/error.hpp"

namespace montecopter::record {

/// The most specific entry of HDF5's error stack, e.g. "unable to open file: errno = 2".
inline std::string hdf5_error_text() {
  std::string text;
  const auto innermost = [](unsigned n, const H5E_error2_t* entry, void* data) -> herr_t {
    if (n == 0 && entry->desc) *static_cast<std::string*>(data) = entry->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, &text);
  return text.empty() ? "no reason given" : text;
}

/// Result of an HDF5 call; the code says what a failure means for the user.
template <class Result>
Result checked(Result result, const std::string& what, ExitCode code) {
  if (result < 0) {
    throw Error(code, "error: cannot " + what + " (HDF5: " + hdf5_error_text() + ").");
  }
  return result;
}

/// An owned HDF5 identifier.
template <herr_t (*close_function)(hid_t)>
class Handle {
 public:
  Handle(hid_t id, const std::string& what, ExitCode code) : id_(checked(id, what, code)) {}
  ~Handle() {
    if (id_ >= 0) close_function(id_);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&&) = delete;
  operator hid_t() const { return id_; }
  /// Closes now; negative if HDF5 could not (say because the disk is full).
  herr_t close() { return close_function(std::exchange(id_, -1)); }

 private:
  hid_t id_;
};

using FileHandle = Handle<H5Fclose>;
using GroupHandle = Handle<H5Gclose>;
using DatasetHandle = Handle<H5Dclose>;
using AttributeHandle = Handle<H5Aclose>;
using TypeHandle = Handle<H5Tclose>;
using SpaceHandle = Handle<H5Sclose>;
using PropertyHandle = Handle<H5Pclose>;

}  // namespace montecopter::record
