#pragma once

#include <algorithm>

#include <gtest/gtest.h>

#include "proto/codec.h"
#include "proto/envelope.h"
#include "runtime/audit/audit.h"
#include "runtime/audit/evidence.h"
#include "tests/sim/secrets.h"
#include "tests/sim/world.h"

/// The common parts of whole tables' tests: functions that read frames, forge entries and look for
/// notices.
namespace fairdeal::sim {

/// Returns the notices of one kind that a member has shown.
template <class N>
std::vector<N> noticed(const World& world, Seat seat) {
  std::vector<N> found;
  for (const auto& notice : world.notices(seat))
    if (const auto* n = std::get_if<N>(&notice)) found.push_back(*n);
  return found;
}

/// Returns whether `seat` refused something with this fault and this culprit.
inline bool refused(const World& world, Seat seat, const Error& error) {
  const auto all = noticed<node::Refused>(world, seat);
  return std::ranges::any_of(all, [&](const auto& r) { return r.error == error; });
}

/// Return the entry or the vote in a frame; none if the frame holds another message.
inline std::optional<proto::Entry> entry_in(ByteSpan frame) {
  const auto message = proto::decode_message(frame);
  const auto* entry = message ? std::get_if<proto::EntryFrame>(&*message) : nullptr;
  if (entry == nullptr) return {};
  const auto decoded = proto::decode_entry(entry->envelope.body);
  return decoded ? std::optional(*decoded) : std::nullopt;
}
inline std::optional<proto::Vote> vote_in(ByteSpan frame) {
  const auto message = proto::decode_message(frame);
  const auto* vote = message ? std::get_if<proto::VoteFrame>(&*message) : nullptr;
  if (vote == nullptr) return {};
  const auto decoded = proto::decode_vote(vote->envelope.body);
  return decoded ? std::optional(*decoded) : std::nullopt;
}

/// A passed turn, with the table, the place and the deck that it is for.
struct PassedTurn {
  crypto::Digest table;
  Step place;
  crypto::Digest input;
  proto::ShufflePayload shuffle;

  explicit(false) operator proto::Passed() const { return {table, place, input, shuffle}; }
};

/// Returns the passed turn in a frame; none if the frame holds anything else.
inline std::optional<PassedTurn> passed_in(ByteSpan frame) {
  const auto message = proto::decode_message(frame);
  const auto* passed = message ? std::get_if<proto::PassedFrame>(&*message) : nullptr;
  if (passed == nullptr) return {};
  const auto decoded = proto::decode_passed(passed->envelope.body);
  const auto* turn = decoded ? std::get_if<proto::ShufflePayload>(&decoded->part) : nullptr;
  if (turn == nullptr) return {};
  return PassedTurn{decoded->table, decoded->place, decoded->input, *turn};
}

inline Bytes frame(const proto::Signed<proto::Passed>& passed) {
  return proto::encode(proto::Message(proto::PassedFrame{proto::envelope(passed)}));
}
inline Bytes frame(const proto::Signed<proto::Entry>& entry) {
  return proto::encode(proto::Message(proto::EntryFrame{proto::envelope(entry)}));
}
inline Bytes frame(const proto::Signed<proto::Vote>& vote) {
  return proto::encode(proto::Message(proto::VoteFrame{proto::envelope(vote)}));
}

/// Returns the frame with which `by` would answer `payload` at the step where `at` is now.
inline Bytes forged(World& world, Seat by, proto::Payload payload, Seat at = Seat(0)) {
  const auto& table = world.node(at).table();
  return frame(
      proto::sign(by, proto::Entry{table.id(), table.step(), table.head(), std::move(payload), {}},
                  world.key(by)));
}

/// Runs until `seat` is at a stage S for which `also` holds. Returns false if that never comes.
template <class S>
bool run_to(World& world, Seat seat, std::function<bool(const S&)> also = {}) {
  for (;;) {
    const auto* stage = std::get_if<S>(&world.node(seat).table().stage());
    if (stage != nullptr && (!also || also(*stage))) return true;
    if (world.node(seat).finished() || world.node(seat).halted() || !world.step()) return false;
  }
}

/// Returns a seat's masking key for the deal that seat 0 is at, from the seat's store.
inline crypto::Scalar masking_key(const World& world, Seat seat) {
  const auto keys = keys_of(world, seat, deal_of(world.node(Seat(0)).table()));
  return keys ? keys->first : crypto::Scalar();
}

/// Returns a seat's private view, restored from its store.
inline state::PrivateView view_of(const World& world, Seat seat,
                                  std::optional<ByteSpan> opening = {}) {
  std::map<std::string, Bytes> secrets;
  for (const auto& put : world.stored(seat))
    if (put.space == state::Put::Space::secret) secrets[put.key] = put.value;
  auto view = *state::PrivateView::restore(seat, secrets.at("hedge"), opening);
  for (const auto& [key, value] : secrets)
    if (key.starts_with("keys ") && !value.empty())
      CHECK(view.restore_keys(std::stoull(key.substr(5)), value));
  return view;
}

/// Checks that all members ended with the same head, and with transcripts that an auditor accepts.
/// The transcripts may differ in the votes that decided a step.
inline void expect_finished(World& world) {
  SeededRng rng(7);
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const auto& node = world.node(Seat(i));
    ASSERT_FALSE(node.halted()) << "seat " << i << ": " << describe(*node.halted());
    ASSERT_TRUE(node.finished()) << "seat " << i << " at step " << node.table().step().value;
    EXPECT_EQ(node.table().head(), world.node(Seat(0)).table().head());
    if (i > 0 && world.transcript(Seat(i)) == world.transcript(Seat(0))) continue;
    const auto report = audit::audit(world.transcript(Seat(i)), rng);
    EXPECT_EQ(report.verdict, audit::Verdict::valid)
        << (report.error ? describe(*report.error) : "");
    EXPECT_EQ(report.head, node.table().head());
  }
}

}  // namespace fairdeal::sim
