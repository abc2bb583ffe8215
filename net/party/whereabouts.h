#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "proto/messages.h"
#include "runtime/meet/lobby.h"
#include "runtime/node/effects.h"

namespace fairdeal::party {

/// The relays where the members find each other, and the secret of their boxes there.
struct Box {
  std::vector<std::string> relays;
  ByteArray<32> secret{};
};

/// The part of the gathering that a member keeps for its restart: how the members find each
/// other, whether they chat, and who may watch.
struct Whereabouts {
  std::string listening;               ///< this member's own address
  std::vector<std::string> addresses;  ///< those of all members, by seat; "": none is known
  std::optional<Seat> host{};          ///< the host, which this member called; none: it is the host
  std::vector<std::string> relays{};   ///< where they have boxes, as people write relays
  std::optional<ByteArray<32>> lobby_secret{};  ///< of those boxes; set if there are relays
  bool chat = true;  ///< whether the host let members say something to each other
  std::optional<proto::WatchDelay> watch{};  ///< how far those who watch are behind; none: nobody
  std::optional<meet::Token> watch_token{};  ///< at the host, if only who is invited may watch

  void set_box(const std::optional<Box>& box);
  Bytes encode() const;
  /// Errors: incomplete, too_large, not_canonical.
  static Result<Whereabouts> decode(ByteSpan bytes);
};

/// A table as its store remembers it: charter, own seat, and where the others are.
struct Remembered {
  std::shared_ptr<const proto::SignedCharter> charter;
  Seat me;
  Whereabouts where;
};
/// A table that this guest had signed, and that may have begun without it.
struct SignedTable {
  meet::GuestLobby::SignedProposal what;
  Whereabouts where;  ///< only the host's address is known

  static state::Put put(const meet::GuestLobby::SignedProposal& what);
  crypto::PublicKey host() const { return what.charter().member(*where.host).key; }
  const std::string& host_address() const { return where.addresses[where.host->value]; }
};
/// Finds such a table in what was stored; none if the store has a table that has begun. Errors: as
/// Whereabouts::decode; damaged, not_canonical.
Result<std::optional<SignedTable>> signed_table(std::span<const state::Put> stored);

/// Finds the table in what was stored. Errors: damaged (there is no table), not_wanted (`key` has
/// no seat at it); as Whereabouts::decode.
Result<Remembered> remember(std::span<const state::Put> stored, const crypto::PublicKey& key);

}  // namespace fairdeal::party
