#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "proto/beacon.h"
#include "proto/limits.h"
#include "runtime/meet/knock.h"

namespace fairdeal::meet {

/// Two people who have played together may keep each other as contacts. They then share 32 bytes,
/// the pair secret, with which one of them finds the other's table at a relay and proves who it is,
/// without a code. docs/network.md, Contacts, has the bytes.
using PairSecret = crypto::Secret<ByteArray<32>>;
/// The 32 bytes that each of the two draws for it.
using PairPart = crypto::Secret<ByteArray<32>>;

/// Returns the secret of two people, the same at both.
PairSecret pair_secret(const proto::PublicKey& one, const PairPart& of_one,
                       const proto::PublicKey& other, const PairPart& of_other);

/// How many contacts a host invites at most: all that fit at the largest table beside itself. So
/// their boxes of two days are fewer than a relay lets one member hold.
inline constexpr std::size_t kInvitedMax = proto::kValidatorsMax - 1;

/// A contact of this member.
struct Contact {
  proto::PublicKey key;
  PairSecret secret;
  bool invited = false;  ///< a host's person wants it at this table
  bool blocked = false;  ///< it may not come, whatever it proves
};
/// The contacts of a member, which several of its parts read.
using Contacts = std::shared_ptr<const std::vector<Contact>>;

/// Returns the contact with this key; null if there is none.
const Contact* contact_of(const Contacts& contacts, const proto::PublicKey& key);

/// The place where a host can be visited by one contact on one day.
struct ContactPlace {
  KnockPlace knocks;
  /// Encrypts the question whether the host is there, and the host's answer. Both are a Knock: its
  /// key says who speaks, and its pipe is 16 bytes that the question draws and the answer repeats.
  crypto::Secret<crypto::Digest> question;
};

/// Returns the place of `host` for the contact with this secret, on a day since 1970, UTC. A relay
/// sees other boxes each day, and cannot tell that they are of the same two people.
ContactPlace contact_place(const PairSecret& secret, const proto::PublicKey& host,
                           std::uint32_t day);

/// Returns the tags of a table that is announced on the local network: for each contact that its
/// host invites, as far as there is room, 4 bytes of hash("beacon/tag", pair secret ‖ lobby), and
/// random ones in the other places. So nobody else sees who is invited, how many are, or by whom.
ByteArray<proto::kBeaconTagsBytes> beacon_tags(const Contacts& contacts,
                                               const proto::LobbyId& lobby, Rng& rng);
/// Returns the contact whose table this is, as far as its tags say; null if they are of no contact.
/// Anybody can repeat the tags of another table, so the host has to prove who it is.
const Contact* host_by_tags(const Contacts& contacts, const proto::BeaconTable& table);

/// Returns the day at `utc_ms` milliseconds since 1970.
std::uint32_t day_of(std::uint64_t utc_ms);
/// Returns the days whose places a host holds then: that day and, within two hours of midnight, the
/// one beyond it, for contacts whose clocks differ.
std::vector<std::uint32_t> days_held(std::uint64_t utc_ms);

/// Returns the proof that `guest`, connected to `host` by `link`, knows the secret of the two.
Bytes contact_proof(const PairSecret& secret, const LinkId& link, const proto::PublicKey& host,
                    const proto::PublicKey& guest);

}  // namespace fairdeal::meet
