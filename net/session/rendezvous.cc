#include <algorithm>

#include "net/session/impl.h"
#include "net/sockets/lan.h"
#include "net/sockets/stream.h"

/// How a session finds the other members through relays.

namespace fairdeal::session {

using crypto::PublicKey;

namespace {

/// Returns whether this member may use a relay that the host named: a public one, or one by name
/// with TLS. Otherwise a host could make its guests call machines inside their own networks.
bool may_be_used(const signaling::RelayUrl& url) {
  const auto reach = sockets::reach_of(url.host);
  const bool named = !reach && url.security == signaling::RelayUrl::Security::tls;
  return named || reach == sockets::Reach::anywhere;
}

}  // namespace

void Session::Impl::open_rendezvous(std::vector<signaling::RelaySettings> relays) {
  rendezvous = std::make_unique<rendezvous::Rendezvous>(io, config.key.public_key(),
                                                        std::move(relays), rendezvous_handlers());
}

rendezvous::Rendezvous::Handlers Session::Impl::rendezvous_handlers() {
  rendezvous::Rendezvous::Handlers handlers;
  handlers.on_pipe = while_alive(
      [](Impl& self, rendezvous::Rendezvous::Pipe pipe) { self.on_pipe(std::move(pipe)); });
  handlers.may_knock = [weak = weak_from_this()](const PublicKey& peer) {
    const auto self = weak.lock();
    // A guest that comes too late by a link is let in to be told so.
    if (!self || self->member->is_blocked(peer)) return false;
    return self->node() == nullptr || self->seat_of(peer) || self->member->is_host();
  };
  handlers.on_trouble = while_alive(
      [](Impl& self, const signaling::RelayUrl& url, const signaling::RelayTrouble& trouble) {
        self.watcher.on_event(RelayDown{url, trouble});
      });
  handlers.on_work = while_alive(
      [](Impl& self, const signaling::RelayUrl& url) { self.watcher.on_event(RelayBusy{url}); });
  handlers.on_code = while_alive([](Impl& self, const meet::InviteCode& code) {
    self.watcher.on_event(CodeOffered{code.text()});
  });
  handlers.on_code_news =
      while_alive([](Impl& self, const meet::CodeNews& news) { self.watcher.on_event(news); });
  handlers.decide = [weak = weak_from_this()](const proto::Ask& ask) {
    const auto self = weak.lock();
    if (self && self->member->is_blocked(ask.key))
      return std::optional(proto::CodeDeny::Why::not_welcome);
    const bool room = self && self->member->is_host() && self->node() == nullptr &&
                      self->gathering()->host()->has_place(ask.witness);
    return room ? std::nullopt : std::optional(proto::CodeDeny::Why::full);
  };
  handlers.on_admitted = while_alive([](Impl& self, const proto::Ask& ask, Instant until) {
    self.member->came_by_code(ask.key, until);
  });
  handlers.on_guesses = while_alive([](Impl& self) {
    // Perhaps nobody is there who could be asked.
    if (self.member->ask_about_codes() && !self.config.person) self.rendezvous->withdraw_code();
  });
  handlers.on_absent = while_alive([](Impl& self, const PublicKey&) {
    self.member->on_relays(self.rendezvous->trouble());
    self.perform(self.member->on_absent());
  });
  handlers.on_clock = while_alive([](Impl& self, const PublicKey& peer, Duration ahead) {
    self.member->on_relays(self.rendezvous->trouble());
    self.perform(self.member->on_clock(peer, ahead));
  });
  handlers.on_granted =
      while_alive([](Impl& self, const proto::Ticket& ticket) { self.on_granted(ticket); });
  handlers.on_waits = while_alive([](Impl& self) {
    self.watcher.on_event(meet::LobbyNews{.what = meet::LobbyNews::What::waits});
  });
  handlers.on_failed = while_alive([](Impl& self, const signaling::CodeFailure& failure) {
    self.perform(self.member->on_code_failed(failure));
  });
  return handlers;
}

/// The mesh keeps one connection to each peer. It is not asked here whether there is one already:
/// who opens a pipe may have lost a connection that still looks alive from here.
void Session::Impl::on_pipe(rendezvous::Rendezvous::Pipe pipe) {
  member->on_pipe(pipe.where);
  mesh->add_stream(std::move(pipe.stream), pipe.where, pipe.peer, pipe.dials);
}

void Session::Impl::on_granted(const proto::Ticket& ticket) {
  std::vector<sockets::Address> addresses;
  for (const std::string& text : ticket.addresses) {
    const auto address = sockets::Address::parse(text);
    if (address && sockets::is_worth_a_call(*address, sockets::lan_interfaces()))
      addresses.push_back(*address);
  }
  perform(member->on_granted(ticket.key, std::move(addresses), sockets::now()));
}

void Session::Impl::offer_code() {
  if (!rendezvous || config.code_words == 0 || node() != nullptr) return;
  std::vector<std::string> addresses;
  for (const sockets::Address& address : own_addresses())
    if (address.text().size() <= proto::kAddressBytesMax &&
        addresses.size() < proto::kTicketAddressesMax)
      addresses.push_back(address.text());
  rendezvous->offer_code(config.code_words, std::move(addresses));
}

void Session::Impl::share_box(const std::vector<std::string>& relays, const ByteArray<32>& secret,
                              Source source) {
  box = HostBox{secret, {}};
  for (const std::string& text : relays) {
    const auto url = signaling::RelayUrl::parse(text);
    if (!url) continue;
    const auto own = std::ranges::find(config.relays, *url, &signaling::RelaySettings::url);
    const bool is_own = own != config.relays.end();
    if (!is_own && source == Source::host && !may_be_used(*url)) continue;
    if (!rendezvous) open_rendezvous({});
    rendezvous->add_relay(is_own ? *own : signaling::RelaySettings{.url = *url});
    box->relays.push_back(text);
  }
  if (rendezvous) rendezvous->open_box(secret);
}

}  // namespace fairdeal::session
