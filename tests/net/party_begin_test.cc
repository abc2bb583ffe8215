// The order in which a member performs what the beginning of a table wants.
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

/// After a crash before any of its effects, nobody has heard of a table that the disk lacks.
TEST(PartyBegin, NobodyHearsOfATableBeforeTheDiskHasIt) {
  SeededRng rng(1);
  const auto host = crypto::SigningKey::generate(rng), guest = crypto::SigningKey::generate(rng);
  Member member({.key = host.clone()}, rng);
  (void)member.host(
      *meet::HostLobby::create({.module = "kuhn", .params = "{}"}, host, "Hanna", rng));
  meet::GuestLobby lobby(guest, host.public_key(), "Gus", 0, false, rng);
  const Instant now{1000};
  const Path path{.host = "10.0.0.1"};
  (void)member.on_up(guest.public_key(), path, now);
  Effects effects =
      member.on_frame(guest.public_key(), path, lobby.on_up().outgoing.front().frame, now);
  Bytes sign;
  for (const Effect& effect : effects)
    if (const auto* send = std::get_if<Send>(&effect)) {
      const auto heard = lobby.on_frame(send->frame);
      ASSERT_TRUE(heard) << describe(heard.error());
      for (const auto& out : heard->outgoing) sign = out.frame;
    }
  for (const auto& out : lobby.agree().outgoing) sign = out.frame;
  effects = member.on_frame(guest.public_key(), path, sign, now);
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

}  // namespace
}  // namespace fairdeal::party
