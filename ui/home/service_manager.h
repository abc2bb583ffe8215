#pragma once

#include <string_view>

namespace fairdeal::home {

/// The service manager that started this process, if it asked to be told how the service is:
/// systemd, by a unit of Type=notify.
class ServiceManager {
 public:
  /// Connects to the socket that NOTIFY_SOCKET names. Without one, tell() does nothing.
  ServiceManager();
  ServiceManager(const ServiceManager&) = delete;
  ~ServiceManager();

  bool is_there() const { return socket_ >= 0; }
  /// Sends a state, such as "READY=1". Source: sd_notify(3).
  void tell(std::string_view state) const;

 private:
  int socket_ = -1;
};

}  // namespace fairdeal::home
