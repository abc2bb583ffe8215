#include <array>
#include <natpmp.h>
#include <optional>
#include <string>

#include <arpa/inet.h>
#include <miniupnpc/miniupnpc.h>
#include <miniupnpc/upnpcommands.h>
#include <miniupnpc/upnperrors.h>

#include "net/reach/router_protocol.h"

namespace fairdeal::reach {
namespace {

constexpr int kDiscoveryMs = 2'000;
/// The router knows permanent mappings only (Internet Gateway Device, error 725).
constexpr int kOnlyPermanent = 725;

using Devices = std::unique_ptr<UPNPDev, decltype(&::freeUPNPDevlist)>;

/// Returns the IPv4 address of this machine's default gateway.
std::optional<IpAddress> default_gateway() {
  natpmp_t state{};
  if (::initnatpmp(&state, 0, 0) != 0) return {};
  const std::uint32_t gateway = ntohl(state.gateway);
  ::closenatpmp(&state);
  return IpAddress::v4(gateway);
}

bool forwards_ports(std::string_view service) {
  return service.find(":WANIPConnection:") != std::string_view::npos ||
         service.find(":WANPPPConnection:") != std::string_view::npos;
}

/// The router that is the default gateway, if it was found, and how it is spoken to. The answers of
/// other machines count for nothing, and neither does an address elsewhere that it gives.
class Router {
 public:
  Router() {
    const auto gateway = default_gateway();
    if (!gateway) return;
    int error = 0;
    const Devices devices(
        ::upnpDiscover(kDiscoveryMs, nullptr, nullptr, UPNP_LOCAL_PORT_ANY, 0, 2, &error),
        &::freeUPNPDevlist);
    for (const UPNPDev* device = devices.get(); device != nullptr && !found_;
         device = device->pNext)
      if (leads_to(device->descURL, *gateway)) found_ = describes(device->descURL, *gateway);
  }
  Router(const Router&) = delete;
  Router& operator=(const Router&) = delete;
  ~Router() { ::FreeUPNPUrls(&urls_); }

  bool found() const { return found_; }
  Result<IpAddress> external() const {
    std::array<char, 64> text{};
    if (::UPNP_GetExternalIPAddress(urls_.controlURL, data_.first.servicetype, text.data()) !=
        UPNPCOMMAND_SUCCESS)
      return fail(Fault::not_wanted, "the router does not say its address");
    text.back() = '\0';
    return IpAddress::parse(text.data());
  }
  /// Returns 0, or the error's number.
  int add(const std::string& port, const std::string& lease_s) const {
    return ::UPNP_AddPortMapping(urls_.controlURL, data_.first.servicetype, port.c_str(),
                                 port.c_str(), own_ip_.data(), "fairdeal", "TCP", nullptr,
                                 lease_s.c_str());
  }
  void remove(const std::string& port) const {
    ::UPNP_DeletePortMapping(urls_.controlURL, data_.first.servicetype, port.c_str(), "TCP",
                             nullptr);
  }

 private:
  /// Reads a device's description. Returns whether it is that of a router that is connected, and
  /// that is to be spoken to at its own address.
  bool describes(const char* url, const IpAddress& gateway) {
    ::FreeUPNPUrls(&urls_);
    data_ = {};
    if (::UPNP_GetIGDFromUrl(url, &urls_, &data_, own_ip_.data(),
                             static_cast<int>(own_ip_.size())) == 0)
      return false;
    own_ip_.back() = '\0';
    return urls_.controlURL != nullptr && leads_to(urls_.controlURL, gateway) &&
           forwards_ports(data_.first.servicetype) && ::UPNPIGD_IsConnected(&urls_, &data_) == 1;
  }

  UPNPUrls urls_{};
  IGDdatas data_{};
  std::array<char, 64> own_ip_{};
  bool found_ = false;
};

class Upnp final : public RouterProtocol {
 public:
  const char* name() const override { return "UPnP"; }

  Result<IpAddress> address() override {
    const Router router;
    if (!router.found()) return fail(Fault::incomplete, "no router answers");
    return router.external();
  }
  Result<Granted> map(std::uint16_t port, Duration lease) override {
    if (!router_ || !router_->found()) router_ = std::make_unique<Router>();
    if (!router_->found()) return fail(Fault::incomplete, "no router answers");
    port_ = std::to_string(port);
    int error = router_->add(port_, std::to_string(lease.ms / 1000));
    if (error == kOnlyPermanent) {
      lease = {};
      error = router_->add(port_, "0");
    }
    if (error != UPNPCOMMAND_SUCCESS) {
      const char* words = ::strupnperror(error);
      router_.reset();
      return fail(Fault::not_wanted, std::string("the router refuses (") +
                                         (words != nullptr ? words : std::to_string(error)) + ")");
    }
    auto ip = router_->external();
    if (!ip) {
      unmap();
      return fail(ip.error());
    }
    return Granted{.ip = *ip, .port = port, .lease = lease};
  }
  void unmap() override { router_->remove(port_); }

 private:
  std::unique_ptr<Router> router_;
  std::string port_;
};

}  // namespace

bool leads_to(std::string_view url, const IpAddress& router) {
  constexpr std::string_view kScheme = "http://";
  if (!url.starts_with(kScheme)) return false;
  const std::string_view rest = url.substr(kScheme.size());
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  const auto colon = authority.find(':');
  const std::string_view port =
      colon == std::string_view::npos ? std::string_view() : authority.substr(colon + 1);
  const bool has_digits =
      port.size() <= 5 && port.find_first_not_of("0123456789") == std::string_view::npos;
  return has_digits && authority.substr(0, colon) == router.text();
}

std::unique_ptr<RouterProtocol> upnp() { return std::make_unique<Upnp>(); }

}  // namespace fairdeal::reach
