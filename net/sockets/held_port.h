#pragma once

#include "net/sockets/address.h"

namespace fairdeal::sockets {

/// A socket that listens while no Listening accepts at it, as between two matches: no other program
/// can take its port, and the kernel keeps those who call until somebody accepts them.
class HeldPort {
 public:
  /// Takes the ownership of a listening socket. Requires: `descriptor` is one, at `address`.
  HeldPort(Address address, int descriptor)
      : address_(std::move(address)), descriptor_(descriptor) {}
  HeldPort(HeldPort&& other) noexcept;
  HeldPort& operator=(HeldPort&& other) noexcept;
  /// Frees the port, unless release() gave the socket away.
  ~HeldPort();

  const Address& address() const { return address_; }
  /// Returns whether a program that is to listen at one of `ports` ports, beginning with that of
  /// `at`, may listen at this one.
  bool serves(const Address& at, std::uint16_t ports) const;
  /// Gives the socket to the caller.
  int release();

 private:
  Address address_;
  int descriptor_;
};

}  // namespace fairdeal::sockets
