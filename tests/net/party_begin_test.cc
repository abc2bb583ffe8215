// The order in which a member performs what the beginning of a table wants, and whom its host
// admits from then on.
#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "net/party/member.h"
#include "proto/codec.h"

namespace fairdeal::party {
namespace {

/// Returns the place of the first effect of this kind for which `fits` holds; the size if there is
/// none.
template <class Kind>
std::size_t place_of(
    const Effects& effects,
    const std::function<bool(const Kind&)>& fits = [](const Kind&) { return true; }) {
  for (std::size_t i = 0; i < effects.size(); ++i)
    if (const auto* one = std::get_if<Kind>(&effects[i]); one != nullptr && fits(*one)) return i;
  return effects.size();
}

/// A host whose one guest signs. Both are pure: the test carries the frames.
class Begins : public testing::Test {
 protected:
  Begins() {
    (void)member.host(
        *meet::HostLobby::create({.module = "kuhn", .params = "{}"}, host, "Hanna", rng));
    (void)member.on_up(guest.public_key(), path, now);
  }

  /// Carries the frames until all have signed. Returns what the host does then.
  Effects all_sign() {
    Bytes sign;
    for (const Effect& effect :
         member.on_frame(guest.public_key(), path, lobby.on_up().outgoing.front().frame, now))
      if (const auto* send = std::get_if<Send>(&effect)) {
        const auto heard = lobby.on_frame(send->frame);
        EXPECT_TRUE(heard) << describe(heard.error());
        for (const auto& out : heard->outgoing) sign = out.frame;
      }
    for (const auto& out : lobby.agree().outgoing) sign = out.frame;
    return member.on_frame(guest.public_key(), path, sign, now);
  }
  /// Returns why a stranger is turned away that calls this member; none if it hears nothing.
  std::optional<proto::Refusal> turned_away(Member& by) {
    const auto stranger = crypto::SigningKey::generate(rng).public_key();
    if (!by.admits(stranger, now)) return {};
    for (const Effect& effect : by.on_up(stranger, path, now)) {
      const auto* send = std::get_if<Send>(&effect);
      if (send == nullptr || send->to != stranger) continue;
      const auto message = proto::decode_message(send->frame);
      if (const auto* refuse = std::get_if<proto::Refuse>(&*message)) return refuse->reason;
    }
    return {};
  }

  SeededRng rng{1};
  const crypto::SigningKey host = crypto::SigningKey::generate(rng);
  const crypto::SigningKey guest = crypto::SigningKey::generate(rng);
  Member member{{.key = host.clone()}, rng};
  meet::GuestLobby lobby{guest, host.public_key(), "Gus", 0, false, rng};
  const Instant now{1000};
  const Path path{.host = "10.0.0.1"};
};

/// After a crash before any of its effects, nobody has heard of a table that the disk lacks.
TEST_F(Begins, NobodyHearsOfATableBeforeTheDiskHasIt) {
  Effects effects = all_sign();
  EXPECT_LT(place_of<OpenStore>(effects), effects.size());
  EXPECT_EQ(place_of<Send>(effects), effects.size()) << "the charter waits for the disk";
  effects = member.on_opened("", {}, now);
  const std::size_t stored = place_of<Store>(effects);
  ASSERT_LT(stored, effects.size());
  EXPECT_LT(stored, place_of<Tell>(effects));
  EXPECT_LT(stored, place_of<Send>(effects));
  EXPECT_LT(
      place_of<Tell>(
          effects, [](const Tell& tell) { return std::holds_alternative<TableBegan>(tell.event); }),
      effects.size());
}

/// The link of the table is with people who have not come yet.
TEST_F(Begins, AHostTellsThoseWhoComeTooLateSoAlsoAfterItsRestart) {
  (void)all_sign();
  std::vector<state::Put> disk;
  for (const Effect& effect : member.on_opened("", {}, now))
    if (const auto* store = std::get_if<Store>(&effect))
      for (const state::Put& put : store->puts)
        if (!put.value.empty()) disk.push_back(put);  // an empty value deletes
  EXPECT_EQ(turned_away(member), proto::Refusal::started);

  auto remembered = remember(disk, host.public_key());
  ASSERT_TRUE(remembered) << describe(remembered.error());
  Member again({.key = host.clone()}, rng);
  const auto resumed = again.resume(*std::move(remembered), disk, now);
  ASSERT_TRUE(resumed) << describe(resumed.error());
  EXPECT_EQ(turned_away(again), proto::Refusal::started);
}

}  // namespace
}  // namespace fairdeal::party
