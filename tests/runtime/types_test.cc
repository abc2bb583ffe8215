// Code that the compiler refuses, so that no test has to look for it.
#include <concepts>
#include <ostream>

#include "crypto/vss.h"
#include "tests/runtime/match.h"

namespace fairdeal::state {
namespace {

using consensus::Checked;
using crypto::Deck;
using crypto::MaskedCard;
using crypto::Point;
using crypto::Scalar;
using crypto::Secret;
using proto::Entry;
using proto::Envelope;
using proto::Signed;
using proto::Vote;

// ---- Nothing unverified reaches the game: one way in for each kind of thing

// A statement is Signed only by sign() and verify().
static_assert(!std::constructible_from<Signed<Entry>, Seat, Entry, Bytes, crypto::Signature>);
static_assert(!std::constructible_from<Signed<Entry>, Envelope>);
static_assert(!std::constructible_from<Signed<Entry>, Entry>);
static_assert(!std::default_initializable<Signed<Entry>>);
static_assert(!std::convertible_to<Signed<Vote>, Signed<Entry>>);

// An entry is Checked only by an EntryChecker, which Table is.
static_assert(!std::constructible_from<Checked, Signed<Entry>>);
static_assert(!std::constructible_from<Checked, Envelope>);
static_assert(!std::default_initializable<Checked>);

template <class T>
concept Recordable = requires(consensus::Agreement a, T entry) {
  a.add(std::move(entry));
};
static_assert(Recordable<Checked>);
static_assert(Recordable<Signed<Vote>>);
static_assert(!Recordable<Signed<Entry>>, "an entry nobody checked");
static_assert(!Recordable<Entry> && !Recordable<Envelope> && !Recordable<Vote>);

template <class T>
concept AnswersASlot = std::constructible_from<consensus::Answer, T>;
static_assert(AnswersASlot<Checked>);
static_assert(!AnswersASlot<Signed<Entry>> && !AnswersASlot<Envelope>);

template <class T>
concept Checkable = requires(const Table& table, T entry, Rng& rng) {
  table.check(std::move(entry), rng);
};
static_assert(Checkable<Signed<Entry>>);
static_assert(!Checkable<Entry> && !Checkable<Envelope> && !Checkable<Signed<Vote>>);

// Bytes become points, scalars and cards by decoding only.
static_assert(!std::constructible_from<Point, ByteArray<32>>);
static_assert(!std::constructible_from<Scalar, ByteArray<32>>);
static_assert(!std::constructible_from<MaskedCard, ByteArray<64>>);

// Nobody outside sets what a table is: no public way to lay a deck, a key or a share into it.
static_assert(!std::default_initializable<Table>);
static_assert(!std::is_aggregate_v<Table>);
static_assert(std::same_as<decltype(std::declval<Table&>().state()), const PublicState&>);
static_assert(std::same_as<decltype(std::declval<Table&>().members()), const Members&>);
static_assert(!std::constructible_from<Table, PublicState>);
static_assert(!std::default_initializable<node::Node>);

// A member's signatures are verified with the table of its key's multiples, which is four times
// cheaper: nobody can leave it aside by mistake.
template <class Key>
concept VerifiesOnce = requires(const Key& key, ByteSpan bytes, const crypto::Signature& by) {
  crypto::verify(key, "domain", bytes, by);
};
static_assert(VerifiesOnce<crypto::PublicKey> && !VerifiesOnce<crypto::VerifyKey>);

// Seats, slots, faces and steps do not mix.
static_assert(!std::convertible_to<Seat, CardSlot> && !std::convertible_to<CardSlot, Face>);
static_assert(!std::convertible_to<int, Seat> && !std::convertible_to<Step, Round>);

// ---- Secrets do not travel: a secret has no encoding

template <class T>
concept Encodes = requires(const T& t) {
  t.encode();
};
template <class T>
concept Prints = requires(std::ostream& out, const T& t) {
  out << t;
};
template <class T>
concept Travels =
    std::constructible_from<proto::Message, T> || std::constructible_from<proto::Payload, T>;

template <class T>
constexpr bool kept_in = !Encodes<T> && !Prints<T> && !Travels<T> && !std::copyable<T> &&
                         !std::equality_comparable<T> && !std::convertible_to<T, Scalar> &&
                         !std::convertible_to<T, Bytes> && !std::convertible_to<T, std::string>;
static_assert(kept_in<Secret<Scalar>>);
static_assert(kept_in<Secret<Point>>);
static_assert(kept_in<Secret<ByteArray<32>>>);
static_assert(kept_in<Secret<ByteArray<64>>>);
static_assert(kept_in<crypto::Secrets<Scalar>>);
static_assert(kept_in<crypto::ShuffleWitness>);
static_assert(kept_in<SeatKeys>);
static_assert(!Travels<crypto::Dealing> && !std::copyable<crypto::Dealing>);
static_assert(!Travels<PrivateView> && !Encodes<PrivateView>);
static_assert(!Prints<crypto::SigningKey> && !std::copyable<crypto::SigningKey>);
static_assert(Encodes<Scalar>, "a scalar that is no secret has one");

TEST(Types, WhatIsAboveCompiles) { SUCCEED(); }

}  // namespace
}  // namespace fairdeal::state
