#include "ui/seat/sight.h"

#include "ui/words/table_link.h"
#include "ui/words/words.h"

namespace fairdeal::seat {

bool is_everywhere(const sockets::Address& address) {
  return address.host == "0.0.0.0" || address.host == "::";
}

std::vector<sockets::Address> reached_at(const sockets::Address& address,
                                         const std::vector<home::OwnAddress>& own_addresses) {
  if (!is_everywhere(address)) return {address};
  std::vector<sockets::Address> found;
  for (const home::OwnAddress& own : own_addresses)
    if ((!own.is_v6() || address.host == "::") && found.size() < words::TableLink::kAddressesMax)
      found.push_back({.host = own.text, .port = address.port});
  if (found.empty()) found.push_back({.host = "127.0.0.1", .port = address.port});
  return found;
}

Position position_at(const node::Node& node) {
  const state::Table& table = node.table();
  return {.me = node.me(),
          .value = table.game(),
          .known = node.known(),
          .to_act = node.to_act(),
          .step = table.step().value};
}

TableSight table_sight(const session::Session& session) {
  const node::Node& node = *session.node();
  const auto& parts = node.parts();
  TableSight sight{position_at(node)};
  sight.table = parts.step.shared_table();
  sight.asking = node.asking();
  sight.awaited = node::awaited(node);
  sight.passed = parts.pipeline.passed(node.table());
  sight.time_left = session.time_left();
  sight.alarm_left = session.alarm_left();
  sight.has_chat = parts.config.chat;
  sight.bytes_sent = session.bytes_sent();
  sight.host = session.host();
  if (const auto box = session.box()) sight.relays = box->relays;
  const auto banks = parts.clock.banks();
  for (std::uint32_t i = 0; i < sight.validators(); ++i) {
    const Seat seat(i);
    sight.members.push_back({.through = parts.links.through(seat),
                             .path = session.path_of(seat),
                             .relay_only = session.punch_failure(seat),
                             .failed_calls = session.failed_calls_to(seat),
                             .address = session.address_of(seat),
                             .line_left = parts.clock.line_left(seat),
                             .bank = i < banks.size() ? banks[i] : Duration{}});
  }
  return sight;
}

}  // namespace fairdeal::seat
