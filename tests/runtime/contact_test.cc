// Contacts: the secret of two people, the boxes of a day, how two members keep each other, and whom
// a host lets in.
#include "runtime/meet/contact.h"

#include "crypto/keyed_hash.h"
#include "runtime/meet/keeping.h"
#include "tests/runtime/lobby_fixture.h"

namespace fairdeal::meet {
namespace {

constexpr std::uint64_t kHourMs = 3'600'000;

ByteArray<32> bytes_of(SeededRng& rng) {
  ByteArray<32> bytes;
  rng.fill(bytes);
  return bytes;
}

Bytes concatenation(std::initializer_list<ByteSpan> parts) {
  Bytes all;
  for (const ByteSpan part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

TEST(Contact, TheSecretAndThePlacesAreTheHashesThatTheProtocolNames) {
  SeededRng rng(1);
  const ByteArray<32> one = bytes_of(rng), two = bytes_of(rng);
  const proto::PublicKey small{ByteArray<32>{std::byte{1}}}, large{ByteArray<32>{std::byte{2}}};
  const PairSecret secret = pair_secret(small, PairPart(one), large, PairPart(two));
  EXPECT_EQ(secret.expose(), crypto::hash("contact/pair", concatenation({one, two})).bytes);
  EXPECT_EQ(secret.expose(), pair_secret(large, PairPart(two), small, PairPart(one)).expose());

  const ContactPlace place = contact_place(secret, small, 0x04030201);
  const Bytes date{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  const Bytes of_host = concatenation({secret.expose(), small.bytes, date});
  const Bytes of_both = concatenation({secret.expose(), date});
  const auto is_half = [](const ByteArray<16>& half, const crypto::Digest& whole) {
    return std::ranges::equal(half, std::span(whole.bytes).first(16));
  };
  EXPECT_TRUE(is_half(place.knocks.box, crypto::hash("contact/box", of_host)));
  EXPECT_TRUE(is_half(place.knocks.proof, crypto::hash("contact/proof", of_host)));
  EXPECT_EQ(place.knocks.key.expose(), crypto::hash("contact/knock", of_both));
  EXPECT_EQ(place.question.expose(), crypto::hash("contact/question", of_both));

  const LinkId link{std::byte{7}};
  const Bytes said =
      concatenation({as_bytes(std::string_view("join")), link, small.bytes, large.bytes});
  const auto proof = crypto::keyed_hash(crypto::hash("contact/admit", secret.expose()), said);
  EXPECT_TRUE(std::ranges::equal(contact_proof(secret, link, small, large), proof.bytes));
}

TEST(Contact, ABoxIsOfOneHostAndOneDay) {
  SeededRng rng(1);
  const PairSecret secret(bytes_of(rng));
  const proto::PublicKey ann{bytes_of(rng)}, bob{bytes_of(rng)};
  const auto box = contact_place(secret, ann, 20'000).knocks.box;
  EXPECT_NE(box, contact_place(secret, ann, 20'001).knocks.box);
  EXPECT_NE(box, contact_place(secret, bob, 20'000).knocks.box);
  EXPECT_NE(box, contact_place(PairSecret(bytes_of(rng)), ann, 20'000).knocks.box);
}

TEST(Contact, NearMidnightTheBoxOfTheOtherDayIsHeldToo) {
  const std::uint64_t midnight = 20'000 * 24 * kHourMs;
  using Days = std::vector<std::uint32_t>;
  EXPECT_EQ(day_of(midnight - 1), 19'999u);
  EXPECT_EQ(days_held(midnight + 12 * kHourMs), (Days{20'000}));
  EXPECT_EQ(days_held(midnight), (Days{20'000, 19'999}));
  EXPECT_EQ(days_held(midnight + 2 * kHourMs - 1), (Days{20'000, 19'999}));
  EXPECT_EQ(days_held(midnight + 2 * kHourMs), (Days{20'000}));
  EXPECT_EQ(days_held(midnight - 2 * kHourMs - 1), (Days{19'999}));
  EXPECT_EQ(days_held(midnight - 2 * kHourMs), (Days{19'999, 20'000}));
  EXPECT_EQ(days_held(0), (Days{0})) << "there is no day before the first";
}

class KeepingTest : public testing::Test {
 protected:
  SeededRng rng{1};
  proto::PublicKey ann{bytes_of(rng)}, bob{bytes_of(rng)};
  Keeping at_ann{ann}, at_bob{bob};
};

TEST_F(KeepingTest, BothComputeOneSecretOnceBothHaveSaidYes) {
  const PairPart& of_ann = at_ann.say_yes(bob, rng);
  EXPECT_TRUE(at_bob.on_part(ann, of_ann.clone()).value());
  EXPECT_TRUE(at_bob.is_asked_by(ann));
  EXPECT_EQ(at_bob.mine(ann), nullptr) << "nothing is sent before the person says yes";
  EXPECT_FALSE(at_bob.secret(ann)) << "one yes keeps nothing";
  EXPECT_FALSE(at_ann.secret(bob));
  EXPECT_TRUE(at_ann.on_part(bob, at_bob.say_yes(ann, rng).clone()).value());
  ASSERT_TRUE(at_ann.secret(bob) && at_bob.secret(ann));
  EXPECT_EQ(at_ann.secret(bob)->expose(), at_bob.secret(ann)->expose());
  EXPECT_FALSE(at_ann.secret(ann));
}

TEST_F(KeepingTest, APartThatComesAgainIsNoNewsAndAnotherOneIsASecretOfItsOwn) {
  const auto first = at_ann.say_yes(bob, rng).expose();
  EXPECT_EQ(at_ann.say_yes(bob, rng).expose(), first) << "the same after a lost connection";
  const PairPart part(bytes_of(rng));
  EXPECT_TRUE(at_ann.on_part(bob, part.clone()).value());
  EXPECT_FALSE(at_ann.on_part(bob, part.clone()).value());
  const auto before = at_ann.secret(bob)->expose();
  EXPECT_TRUE(at_ann.on_part(bob, PairPart(bytes_of(rng))).value()) << "it was started again";
  EXPECT_NE(at_ann.secret(bob)->expose(), before);
}

TEST_F(KeepingTest, A29_APeerDrawsAFewPartsAndFewPeersSendSome) {
  for (std::size_t i = 0; i < Keeping::kPartsMax; ++i)
    ASSERT_TRUE(at_ann.on_part(bob, PairPart(bytes_of(rng))));
  EXPECT_EQ(at_ann.on_part(bob, PairPart(bytes_of(rng))).error().fault, Fault::not_wanted);
  for (std::size_t i = 1; i < Keeping::kPeersMax; ++i)
    ASSERT_TRUE(at_ann.on_part({bytes_of(rng)}, PairPart(bytes_of(rng))));
  EXPECT_EQ(at_ann.on_part({bytes_of(rng)}, PairPart(bytes_of(rng))).error().fault,
            Fault::not_wanted);
  at_ann.retain([&](const proto::PublicKey& peer) { return peer == bob; });
  EXPECT_TRUE(at_ann.is_asked_by(bob));
  EXPECT_TRUE(at_ann.on_part({bytes_of(rng)}, PairPart(bytes_of(rng))));
}

class ContactsAtALobby : public Lobby {
 protected:
  /// Guests 1 (invited), 2 (not invited) and 3 (blocked) are contacts.
  HostLobby gathers(proto::Policy policy) {
    auto contacts = std::make_shared<std::vector<Contact>>();
    for (const std::size_t i : {1u, 2u, 3u})
      contacts->push_back(
          {.key = id(i), .secret = secret_of(i), .invited = i == 1, .blocked = i == 3});
    return host(
        {.module = "holdem", .params = "{}", .seats = 5, .policy = policy, .contacts = contacts});
  }
  static PairSecret secret_of(std::size_t i) {
    return PairSecret(ByteArray<32>{std::byte(i), std::byte{9}});
  }
  enum class Came { seated, waits, refused };
  Came comes(HostLobby& lobby, std::size_t i, std::size_t by_secret_of, std::size_t by_link) {
    GuestLobby guest = this->guest(i);
    guest.prove(secret_of(by_secret_of), link_of(by_link));
    const auto effects = say(lobby, i, guest.on_up().outgoing[0].frame);
    EXPECT_TRUE(effects);
    if (sent<proto::Waiting>(*effects, i)) return Came::waits;
    const auto refuse = sent<proto::Refuse>(*effects, i);
    if (!refuse) return Came::seated;
    EXPECT_EQ(refuse->reason, proto::Refusal::not_invited);
    return Came::refused;
  }
  Came comes(HostLobby& lobby, std::size_t i) { return comes(lobby, i, i, i); }
};

TEST_F(ContactsAtALobby, InvitedOnesComeAmongOthersAndAllAtATableOfContacts) {
  auto invited = gathers(proto::Policy::invited);
  EXPECT_EQ(comes(invited, 1), Came::seated);
  EXPECT_EQ(comes(invited, 2), Came::refused) << "a contact, but not invited";
  EXPECT_EQ(comes(invited, 3), Came::refused) << "blocked";
  EXPECT_EQ(comes(invited, 4), Came::refused) << "no contact";
  auto known = gathers(proto::Policy::known);
  EXPECT_EQ(comes(known, 1), Came::seated);
  EXPECT_EQ(comes(known, 2), Came::seated);
  EXPECT_EQ(comes(known, 3), Came::refused);
  EXPECT_EQ(comes(known, 4), Came::refused);
  EXPECT_EQ(known.gathering().policy, proto::Policy::known);
  auto ask = gathers(proto::Policy::ask);
  EXPECT_EQ(comes(ask, 1), Came::waits);
  EXPECT_EQ(comes(ask, 2), Came::refused);
}

TEST_F(ContactsAtALobby, AProofIsOfOnePairAndOneConnection) {
  auto lobby = gathers(proto::Policy::known);
  EXPECT_EQ(comes(lobby, 1, 2, 1), Came::refused) << "the secret of another contact";
  lobby.on_down(id(1), now);
  EXPECT_EQ(comes(lobby, 1, 1, 2), Came::refused) << "another connection";
  lobby.on_down(id(1), now);
  EXPECT_EQ(comes(lobby, 2, 1, 2), Came::refused) << "in the name of another contact";
  EXPECT_EQ(comes(lobby, 1), Came::seated);
}

TEST(Contact, ATableOfTheNetworkIsRecognizedByThoseWhoAreInvitedAlone) {
  SeededRng rng(2);
  const auto with = [](const ByteArray<32>& secret, unsigned char key, bool invited, bool blocked) {
    return Contact{{ByteArray<32>{std::byte{key}}}, PairSecret(secret), invited, blocked};
  };
  const ByteArray<32> bob = bytes_of(rng), cat = bytes_of(rng), dan = bytes_of(rng);
  auto of_ann = std::make_shared<std::vector<Contact>>();
  of_ann->push_back(with(bob, 2, true, false));
  of_ann->push_back(with(cat, 3, false, false));
  of_ann->push_back(with(dan, 4, true, true));
  proto::BeaconTable table;
  table.lobby = {std::byte{9}};
  table.tags = beacon_tags(of_ann, table.lobby, rng);

  const auto tag = crypto::hash("beacon/tag", concatenation({bob, table.lobby}));
  EXPECT_TRUE(equal(ByteSpan(table.tags).first(4), ByteSpan(tag.bytes).first(4)));
  // Each of them has Ann as a contact, by the secret of the two.
  for (const auto& [secret, knows] :
       {std::pair(bob, true), std::pair(cat, false), std::pair(dan, false)}) {
    auto theirs = std::make_shared<std::vector<Contact>>();
    theirs->push_back(with(bytes_of(rng), 7, true, false));
    theirs->push_back(with(secret, 1, false, false));
    const Contact* host = host_by_tags(theirs, table);
    EXPECT_EQ(host == &theirs->back(), knows);
    proto::BeaconTable another = table;
    another.lobby = {std::byte{8}};
    EXPECT_EQ(host_by_tags(theirs, another), nullptr) << "tags are those of one lobby";
    theirs->back().blocked = true;
    EXPECT_EQ(host_by_tags(theirs, table), nullptr);
  }
  EXPECT_EQ(host_by_tags(nullptr, table), nullptr);
  EXPECT_NE(beacon_tags(of_ann, table.lobby, rng), table.tags) << "what is left is drawn anew";

  for (int i = 0; i < 20; ++i) of_ann->push_back(with(bytes_of(rng), 5, true, false));
  EXPECT_TRUE(
      equal(ByteSpan(beacon_tags(of_ann, table.lobby, rng)).first(4), ByteSpan(tag.bytes).first(4)))
      << "there is room for eight";
}

}  // namespace
}  // namespace fairdeal::meet
