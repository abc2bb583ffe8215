#include "ui/home/kept_evenings.h"

#include <gtest/gtest.h>

#include "base/seeded_rng.h"
#include "net/sockets/private_file.h"
#include "proto/codec.h"
#include "ui/home/kept_promises.h"
#include "ui/home/private_files.h"

/// The files of a bank and of a guest about an evening.

namespace fairdeal::home {
namespace {

class KeptEvenings : public testing::Test {
 protected:
  KeptEvenings() {
    terms.module = "holdem";
    terms.params = "{}";
    terms.seats = 4;
    terms.continues = {{std::byte{7}}};
    terms.evening = {.id = {{std::byte{5}}},
                     .bank = key,
                     .buy_in_min = 400,
                     .buy_in_max = 1000,
                     .room = 4,
                     .table = 3};
  }
  ~KeptEvenings() override { std::filesystem::remove_all(folder); }

  void write(meet::EveningFile what, ByteSpan bytes) const {
    const auto path = folder / meet::evening_file(terms.evening->id, key, what);
    ASSERT_TRUE(sockets::replace_private(path.string(), as_text(bytes)));
  }

  SeededRng rng{1};
  std::filesystem::path folder = make_temporary_folder();
  crypto::PublicKey key = crypto::SigningKey::generate(rng).public_key();
  proto::Terms terms;
};

TEST_F(KeptEvenings, AGuestRemembersWhatItAgreedToAndNobodyElseDoes) {
  terms.evening->withdrawn = {{{std::byte{4}}}};
  write(meet::EveningFile::guest, meet::encode(meet::EveningMemory{terms, {}}));
  const auto known = kept_evenings(folder, key);
  ASSERT_TRUE(known);
  ASSERT_EQ(known->size(), 1U);
  EXPECT_EQ(known->front().terms, terms);
  EXPECT_FALSE(known->front().last) << "no store has the end";
  const auto other = kept_evenings(folder, crypto::SigningKey::generate(rng).public_key());
  ASSERT_TRUE(other);
  EXPECT_TRUE(other->empty());
}

TEST_F(KeptEvenings, ABankInvitesAfterARestartAsBefore) {
  const proto::Digest evening = terms.evening->id;
  const auto kept = [&](Instant now, std::uint64_t utc_ms) {
    return kept_invitations(folder, evening, key, now, utc_ms);
  };
  const auto none = kept(Instant{0}, 1'000);
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
  const meet::Token link{std::byte{1}}, bots{std::byte{2}};
  KeptInvitations said{.policy = proto::Policy::ask, .break_s = 60, .friends = link};
  said.links = {{.token = bots, .asks = false},
                {.token = link, .until = Instant{90'000}, .once = true}};
  said.contacts = {"Bob"};
  said.watch = proto::WatchDelay{1, 60};
  said.watch_token = bots;
  ASSERT_TRUE(keep_invitations(folder, evening, key, said, Instant{30'000}, 1'000'000));
  // The machine was started again, so that its other clock began anew.
  const auto same = kept(Instant{500}, 1'040'000);
  ASSERT_TRUE(same && *same);
  EXPECT_EQ((*same)->policy, proto::Policy::ask);
  EXPECT_EQ((*same)->break_s, 60);
  EXPECT_EQ((*same)->friends, link);
  EXPECT_EQ((*same)->contacts, said.contacts);
  EXPECT_EQ((*same)->watch, said.watch);
  EXPECT_EQ((*same)->watch_token, said.watch_token);
  ASSERT_EQ((*same)->links.size(), 2U);
  EXPECT_EQ((*same)->links[0].token, bots);
  EXPECT_EQ((*same)->links[0].until, never());
  EXPECT_FALSE((*same)->links[0].asks);
  EXPECT_EQ((*same)->links[1].until, Instant{20'500}) << "20 s are left of the minute";
  EXPECT_TRUE((*same)->links[1].once);
  EXPECT_FALSE((*same)->links[1].used_by);
  EXPECT_EQ((**kept(Instant{500}, 2'000'000)).links[1].until, Instant{500}) << "it is over";
  const auto path = folder / ("evening-" + evening.hex() + "-" + key.hex() + ".invites");
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(path).permissions(), perms::owner_read | perms::owner_write);
  ASSERT_TRUE(sockets::replace_private(path.string(), "\x09"));
  EXPECT_EQ(kept(Instant{500}, 1'040'000).error().fault, Fault::unknown_version);
}

/// A link for one guest serves no second one after a restart of its host.
TEST_F(KeptEvenings, ALinkThatHasServedItsGuestIsKeptAsUsed) {
  const proto::Digest evening = terms.evening->id;
  const crypto::PublicKey guest = crypto::SigningKey::generate(rng).public_key();
  const meet::Token link{std::byte{1}}, bots{std::byte{2}};
  ASSERT_TRUE(note_link_used(folder, evening, key, link, guest, Instant{0}, 1'000));
  EXPECT_FALSE(*kept_invitations(folder, evening, key, Instant{0}, 1'000)) << "there are none";
  KeptInvitations said{.break_s = 60, .friends = link};
  said.links = {{.token = bots, .asks = false},
                {.token = link, .until = Instant{90'000}, .once = true}};
  ASSERT_TRUE(keep_invitations(folder, evening, key, said, Instant{30'000}, 1'000'000));
  ASSERT_TRUE(note_link_used(folder, evening, key, link, guest, Instant{40'000}, 1'010'000));
  ASSERT_TRUE(note_link_used(folder, evening, key, {}, guest, Instant{40'000}, 1'010'000));
  const auto kept = kept_invitations(folder, evening, key, Instant{500}, 1'040'000);
  ASSERT_TRUE(kept && *kept);
  EXPECT_EQ((*kept)->break_s, 60);
  ASSERT_EQ((*kept)->links.size(), 2U);
  EXPECT_FALSE((*kept)->links[0].used_by);
  EXPECT_EQ((*kept)->links[1].used_by, guest);
  EXPECT_EQ((*kept)->links[1].until, Instant{20'500}) << "its end is the same";
}

TEST_F(KeptEvenings, AWishIsKeptUntilItIsForgotten) {
  const proto::Digest evening = terms.evening->id;
  EXPECT_FALSE(*kept_wish(folder, evening, key));
  const KeptWish wish{.table = 3, .chips = 300, .leaves = true, .number = 2};
  ASSERT_TRUE(keep_wish(folder, evening, key, wish));
  EXPECT_EQ(*kept_wish(folder, evening, key), wish);
  EXPECT_FALSE(*kept_wish(folder, evening, crypto::SigningKey::generate(rng).public_key()));
  ASSERT_TRUE(keep_wish(folder, evening, key, {}));
  ASSERT_TRUE(keep_wish(folder, evening, key, {})) << "there is none";
  EXPECT_FALSE(*kept_wish(folder, evening, key));
}

TEST_F(KeptEvenings, ADamagedFileFailsLoudly) {
  write(meet::EveningFile::guest, to_bytes("what is this?"));
  EXPECT_FALSE(kept_evenings(folder, key));
  write(meet::EveningFile::bank, to_bytes("what is this?"));
  EXPECT_FALSE(kept_by_bank(folder, terms, key));
}

TEST_F(KeptEvenings, ABankKnowsItsOrdersOfThisBreakAndWhetherItsPersonIsAsked) {
  const auto none = kept_by_bank(folder, terms, key);
  ASSERT_TRUE(none);
  EXPECT_FALSE(*none);
  proto::Gathering file{terms, {}};
  file.asks = true;
  file.terms.evening->withdrawn = {{{std::byte{4}}}};
  write(meet::EveningFile::bank, proto::encode(proto::Message(file)));
  const auto same = kept_by_bank(folder, terms, key);
  ASSERT_TRUE(same && *same);
  EXPECT_EQ((*same)->terms, file.terms);
  EXPECT_TRUE((*same)->asks);

  proto::Terms later = terms;
  later.continues = {{std::byte{8}}};
  ++later.evening->table;
  const auto of_later = kept_by_bank(folder, later, key);
  ASSERT_TRUE(of_later && *of_later);
  EXPECT_TRUE((*of_later)->terms.evening->withdrawn.empty());
  EXPECT_TRUE((*of_later)->asks) << "also after a crash between two breaks";

  proto::Terms before = terms;
  --before.evening->table;
  EXPECT_FALSE(kept_by_bank(folder, before, key)) << "the evening has gone on";
}

}  // namespace
}  // namespace fairdeal::home
