#pragma once
/// A thin layer over the C API of HDF5: handles that close themselves, errors as exceptions.
/// Used by describe.cpp (in the child process of run_isolated()), lay_out.cpp and hdf5_driver.cpp.

#include <hdf5.h>

#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "core/base/error.hpp"

namespace montecopter::record {

/// HDF5's error stack after a call that failed.
struct Hdf5Error {
  std::string text;        ///< of the most specific entry, e.g. "bad object header version number"
  bool no_memory = false;  ///< an allocation failed
};

inline Hdf5Error hdf5_error() {
  Hdf5Error found;
  const auto take = [](unsigned n, const H5E_error2_t* entry, void* data) -> herr_t {
    auto& error = *static_cast<Hdf5Error*>(data);
    // Some HDF5 texts have several lines, with addresses: the first line states the fault.
    try {
      if (n == 0 && entry->desc)
        error.text = std::string(entry->desc, std::strcspn(entry->desc, "\n"));
    } catch (const std::bad_alloc&) {  // no exception may pass through HDF5
      error.no_memory = true;
    }
    const bool allocation = entry->min_num == H5E_NOSPACE || entry->min_num == H5E_CANTALLOC;
    // Property lists and others report a failed malloc() under their own major number, in words.
    const bool in_words = entry->desc && std::strstr(entry->desc, "memory allocation failed");
    const bool resource = entry->maj_num == H5E_RESOURCE && allocation;
    error.no_memory = error.no_memory || resource || in_words;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &found);
  if (found.text.empty()) found.text = "no reason given";
  return found;
}

[[noreturn]] inline void throw_hdf5(const std::string& what, ExitCode code) {
  const Hdf5Error error = hdf5_error();
  if (error.no_memory) throw std::bad_alloc();
  throw Error(code, "error: cannot " + what + " (HDF5: " + error.text + ").");
}

/// Checks the result of an HDF5 call; `code` says what a failure means for the user. Throws
/// std::bad_alloc if memory ran out.
template <class Result>
Result checked(Result result, const std::string& what, ExitCode code) {
  if (result < 0) throw_hdf5(what, code);
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
  /// Closes the identifier now; negative if HDF5 could not.
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
