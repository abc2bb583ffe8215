#include "ui/seat/announcement.h"

#include "crypto/system_rng.h"
#include "net/sockets/lan.h"

namespace fairdeal::seat {

Result<> Announcement::announce(const Announce& table, const sockets::Address& at,
                                const home::ContactList& contacts,
                                const std::vector<std::string>& invited) {
  const auto from = sockets::LanIp::parse(at.host);
  if (!from || sockets::reach_of(at.host) == sockets::Reach::machine) return {};
  const bool first = !announced_;
  if (first) {
    crypto::SystemRng rng;
    rng.fill(announced_.emplace().lobby);
    announced_->tags = meet::beacon_tags(contacts.for_session(invited), announced_->lobby, rng);
  }
  announced_->port = at.port;
  announced_->game = table.game;
  announced_->seats = table.seats;
  announced_->taken = table.taken;
  announced_->code = table.code;
  if (beacon_) beacon_->change(*announced_);
  if (beacon_ || !first) return {};
  FD_TRY(beacon_, reach::TableBeacon::open(io_, {.from = *from}, *announced_));
  return {};
}

}  // namespace fairdeal::seat
