#include <array>
#include <string>

#include <miniupnpc/miniupnpc.h>
#include <miniupnpc/upnpcommands.h>
#include <miniupnpc/upnperrors.h>

#include "net/router_protocol.h"

namespace fairdeal::net {
namespace {

constexpr int kDiscoveryMs = 2'000;
/// The router knows permanent mappings only (Internet Gateway Device, error 725).
constexpr int kOnlyPermanent = 725;

/// A router that was found, and how it is spoken to.
class Router {
 public:
  Router() {
    int error = 0;
    UPNPDev* const devices =
        ::upnpDiscover(kDiscoveryMs, nullptr, nullptr, UPNP_LOCAL_PORT_ANY, 0, 2, &error);
    if (devices == nullptr) return;
    const int kind = ::UPNP_GetValidIGD(devices, &urls_, &data_, own_ip_.data(),
                                        static_cast<int>(own_ip_.size()));
    ::freeUPNPDevlist(devices);
    has_urls_ = kind != 0;
    found_ = kind == 1;
  }
  Router(const Router&) = delete;
  Router& operator=(const Router&) = delete;
  ~Router() {
    if (has_urls_) ::FreeUPNPUrls(&urls_);
  }

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
  UPNPUrls urls_{};
  IGDdatas data_{};
  std::array<char, 64> own_ip_{};
  bool has_urls_ = false;
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

std::unique_ptr<RouterProtocol> upnp() { return std::make_unique<Upnp>(); }

}  // namespace fairdeal::net
