#include <algorithm>

#include "net/session/impl.h"
#include "net/sockets/clock.h"

/// How a guest seeks the host, and what it says if it does not find it.

namespace fairdeal::session {

using crypto::PublicKey;
using How = Session::Ended::How;

void Session::Impl::seek_host() {
  if (const auto* code = std::get_if<meet::InviteCode>(&config.table)) {
    // The visit has a limit of its own: the host's person may have to decide.
    return rendezvous->use_code(*code,
                                {.nickname = config.nickname,
                                 .witness = config.witness,
                                 .version = std::string(net::kProtocolVersion),
                                 .key = config.key.public_key()},
                                config.reach_max);
  }
  if (const auto* at = std::get_if<HostBox>(&config.table)) {
    share_box(at->relays, at->lobby_secret, Source::own_store);
    if (rendezvous) rendezvous->seek(*config.host, {});
  } else if (const auto* address = std::get_if<sockets::Address>(&config.table)) {
    host_addresses = config.also;
    host_addresses.insert(host_addresses.begin(), *address);
  }
  if (rendezvous && config.token) rendezvous->seek_by_link(*config.token, *config.host);
  if (rendezvous && config.by_contact)
    rendezvous->seek_contact(*meet::contact_of(config.contacts, *config.host));
  for (const sockets::Address& address : host_addresses) mesh->keep_calling(address, config.host);
  await_host(config.reach_max);
}

/// Gives up after `time` if the host has not answered by then.
void Session::Impl::await_host(Duration time) {
  timer.expires_at(time_point(sockets::now() + time));
  timer.async_wait([weak = weak_from_this()](error_code error) {
    const auto self = weak.lock();
    if (self && !error && self->seeks_host()) self->give_up();
  });
}

void Session::Impl::on_call_failed(const std::string& where, const Error& why) {
  if (!host_pipes.contains(where) &&
      std::ranges::count(host_addresses, where, &sockets::Address::text) == 0)
    return;
  Calls& calls = failed_calls[where];
  ++calls.failed;
  calls.nobody = why.fault == Fault::nobody_there;
  calls.silent = calls.silent && why.fault == Fault::no_answer;
  no_answer = "no answer from " + where + " to " + std::to_string(calls.failed) +
              (calls.failed == 1 ? " call (" : " calls (") + why.about + ")";
  const bool only_way = host_addresses.size() == 1 && !seeks_at_relay();
  switch (why.fault) {
    case Fault::unknown_version:
      end(How::incompatible, why);
      break;
    case Fault::other_identity:
      // In another network, another program may have one of the addresses in a host's link. So this
      // guest goes on to call the others.
      if (!config.token && !config.by_contact && only_way) return end(How::refused, why);
      other_host = why;
      break;
    case Fault::hung_up:
      // Perhaps this is no refusal: a host has few places for those whom it does not know yet.
      hung_up = why;
      break;
    case Fault::not_wanted:
      if (only_way) end(How::refused, why);
      break;
    default:
      break;
  }
  const bool all_failed = !seeks_at_relay() && failed_calls.size() == host_addresses.size() &&
                          std::ranges::all_of(failed_calls, [](const auto& a) {
                            return a.second.failed >= net::kFailedCallsMax;
                          });
  // The next match's host may take a while to begin.
  if (all_failed && !config.next) give_up();
}

/// Ends the session of a guest that has not found the host, with what was most against it.
void Session::Impl::give_up() {
  if (other_host) return end(How::other_host, other_host);
  if (hung_up && !config.next) return end(How::refused, hung_up);
  if (clock_differs) return end(How::clock_differs, clock_differs);
  const Error error{Fault::incomplete, {}, no_answer};
  if (absent) return end(How::not_hosting, error);
  const auto trouble = rendezvous ? rendezvous->trouble() : std::nullopt;
  if (host_addresses.empty() && trouble) return end_for_want_of_relay(*trouble);
  // The addresses of a host that gave a code are of its own networks: mostly nothing is there.
  const bool given = !host_addresses.empty() && !rendezvous_granted;
  std::string all;
  for (const sockets::Address& address : host_addresses)
    all += (all.empty() ? "" : ", ") + address.text();
  const bool nobody =
      failed_calls.size() == host_addresses.size() &&
      std::ranges::all_of(failed_calls, [](const auto& a) { return a.second.nobody; });
  if (given && nobody) return end(How::nobody_there, Error{Fault::nobody_there, {}, all});
  if (given && std::ranges::all_of(failed_calls, [](const auto& a) { return a.second.silent; }))
    return end(How::host_silent, Error{Fault::incomplete, {}, all});
  end(How::unreachable, error);
}

void Session::Impl::end_for_want_of_relay(const rendezvous::RelayTrouble& trouble) {
  end(Ended{.how = How::relay_down, .error = trouble.error, .relay = trouble.what});
}

/// Hears that no relay has a box of the host's. Its addresses, if it has any, may still answer; and
/// the host of a next match may take a while to open it.
void Session::Impl::on_absent() {
  if (!seeks_host() || config.next) return;
  absent = true;
  no_answer = "no table is open there for you";
  if (host_addresses.empty()) give_up();
}

/// Hears how far a member's clock is from ours, or the host's: its knocks are not taken.
void Session::Impl::on_clock(const PublicKey& peer, Duration ahead) {
  watcher.on_event(ClockAhead{peer, ahead});
  if (ended || !seeks_host()) return;
  const auto seconds = std::to_string((ahead.ms < 0 ? -ahead.ms : ahead.ms) / 1000);
  clock_differs = Error{Fault::not_wanted, {}, seconds + (ahead.ms < 0 ? " s behind" : " s ahead")};
  if (host_addresses.empty()) give_up();
}

}  // namespace fairdeal::session
