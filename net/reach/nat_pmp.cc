#include <natpmp.h>
#include <poll.h>

#include "net/reach/router_protocol.h"

namespace fairdeal::reach {
namespace {

/// Four tries, after 250 ms and each time twice as much (RFC 6886, 3.1, which has nine).
constexpr int kPatienceMs = 3'750;

Error no_answer() { return {.fault = Fault::incomplete, .about = "no router answers"}; }

/// The connection to the router that is this machine's default gateway.
class Gateway {
 public:
  Gateway() : good_(::initnatpmp(&state_, 0, 0) == 0) {}
  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;
  ~Gateway() {
    if (good_) ::closenatpmp(&state_);
  }

  /// Asks for the router's address outside.
  Result<natpmpresp_t> ask_address() {
    if (!good_ || ::sendpublicaddressrequest(&state_) < 0) return fail(no_answer());
    return answer(NATPMP_RESPTYPE_PUBLICADDRESS);
  }
  /// Asks for a mapping of a TCP port or, with a lease of 0, to end it.
  Result<natpmpresp_t> ask_port(std::uint16_t port, std::uint32_t lease_s) {
    if (!good_ || ::sendnewportmappingrequest(&state_, NATPMP_PROTOCOL_TCP, port,
                                              lease_s == 0 ? 0 : port, lease_s) < 0)
      return fail(no_answer());
    return answer(NATPMP_RESPTYPE_TCPPORTMAPPING);
  }

 private:
  Result<natpmpresp_t> answer(std::uint16_t type) {
    for (int waited = 0; waited < kPatienceMs;) {
      timeval until_next{};
      ::getnatpmprequesttimeout(&state_, &until_next);
      const auto ms = static_cast<int>(until_next.tv_sec * 1000 + until_next.tv_usec / 1000) + 1;
      pollfd socket{state_.s, POLLIN, 0};
      const bool came = ::poll(&socket, 1, ms) > 0;
      waited += came ? 1 : ms;
      natpmpresp_t response{};
      const int got = ::readnatpmpresponseorretry(&state_, &response);
      if (got == NATPMP_TRYAGAIN) continue;
      if (got < 0 && got > NATPMP_ERR_UNDEFINEDERROR) return fail(no_answer());
      if (got != 0) return fail(Fault::not_wanted, "the router refuses");
      if (response.type == type) return response;
    }
    return fail(no_answer());
  }

  natpmp_t state_{};
  bool good_;
};

class NatPmp final : public RouterProtocol {
 public:
  const char* name() const override { return "NAT-PMP"; }

  Result<IpAddress> address() override {
    FD_TRY(const natpmpresp_t at, Gateway().ask_address());
    return IpAddress::v4(ntohl(at.pnu.publicaddress.addr.s_addr));
  }
  Result<Granted> map(std::uint16_t port, Duration lease) override {
    Gateway gateway;
    FD_TRY(const natpmpresp_t at, gateway.ask_address());
    FD_TRY(const natpmpresp_t granted,
           gateway.ask_port(port, static_cast<std::uint32_t>(lease.ms / 1000)));
    port_ = port;
    return Granted{.ip = IpAddress::v4(ntohl(at.pnu.publicaddress.addr.s_addr)),
                   .port = granted.pnu.newportmapping.mappedpublicport,
                   .lease = {std::int64_t{granted.pnu.newportmapping.lifetime} * 1000}};
  }
  void unmap() override { (void)Gateway().ask_port(port_, 0); }

 private:
  std::uint16_t port_ = 0;
};

}  // namespace

std::unique_ptr<RouterProtocol> nat_pmp() { return std::make_unique<NatPmp>(); }

}  // namespace fairdeal::reach
