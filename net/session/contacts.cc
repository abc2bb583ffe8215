#include "net/session/impl.h"

/// The contacts of a session: how two members keep each other.

namespace fairdeal::session {

using crypto::PublicKey;

Result<> Session::Impl::keep_contact(Seat seat) {
  if (node() == nullptr) return fail(Fault::bad_parameters, "the table has not begun yet");
  if (seat == node()->me()) return fail(Fault::bad_parameters, "that is you");
  const PublicKey& peer = key_of(seat);
  if (keeping.mine(peer) != nullptr) return {};
  // If the peer is not connected now, its next connection begins with this.
  mesh->send_keep(peer, keeping.say_yes(peer, rng));
  if (keeping.is_asked_by(peer)) tell_of_keeping(seat);
  return {};
}

void Session::Impl::on_keep(const PublicKey& peer, meet::PairPart part) {
  const auto seat = seat_of(peer);
  if (node() != nullptr && !seat)
    return mesh->drop(peer, Error{Fault::not_wanted, {}, "a stranger that wants to be kept"});
  const auto is_news = keeping.on_part(peer, std::move(part));
  if (!is_news) return mesh->drop(peer, is_news.error());
  if (seat && *is_news) tell_of_keeping(*seat);
}

void Session::Impl::tell_of_keeping(Seat seat) {
  if (auto secret = keeping.secret(key_of(seat)))
    watcher.on_event(KeepAgreed{seat, *std::move(secret)});
  else
    watcher.on_event(KeepAsked{seat});
}

void Session::Impl::begin_keeping() {
  keeping.retain([&](const PublicKey& peer) { return seat_of(peer).has_value(); });
  for (std::uint32_t i = 0; i < node()->table().charter().validators(); ++i)
    if (Seat(i) != node()->me() && keeping.is_asked_by(key_of(Seat(i)))) tell_of_keeping(Seat(i));
}

}  // namespace fairdeal::session
