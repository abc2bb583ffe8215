// Which contacts have a table open: what a relay can make a guest believe, and what not.
#include "net/rendezvous/find_contacts.h"

#include <atomic>
#include <thread>

#include "base/seeded_rng.h"
#include "net/sockets/clock.h"
#include "tests/net/loopback.h"
#include "tests/net/scripted_relay.h"

namespace fairdeal::rendezvous {
namespace {

using namespace net::testing_;

/// A guest that asks for one contact at a relay which answers as a test wants. The guest has a
/// thread of its own, since the question blocks.
class FindContacts : public testing::Test {
 protected:
  enum class Says { nobody, hung_up, nothing_right, other_nonce, guests_own, echo, right };

  bool is_found(Says says) {
    std::set<crypto::PublicKey> found;
    std::vector<SoughtContact> sought;
    sought.push_back({&contact_, {relay_.settings()}});
    std::atomic<bool> done = false;
    std::thread guest([&] {
      found = find_contacts(guest_, sought, Duration{20'000});
      done = true;
      asio::post(io_, [] {});
    });
    std::set<const net::testing_::RelayGuest*> answered;
    EXPECT_TRUE(net::testing_::run_until(io_, [&] {
      for (const auto& from : relay_.guests)
        if (from->messages.size() > 1 && answered.insert(from.get()).second) answer(*from, says);
      return done.load();
    }));
    guest.join();
    return found.contains(contact_.key);
  }

  void answer(net::testing_::RelayGuest& from, Says says) {
    // The first message says that this is a control connection.
    const auto message = proto::decode_relay(from.messages.at(1));
    ASSERT_TRUE(message);
    const auto* visit = std::get_if<proto::Visit>(&*message);
    ASSERT_NE(visit, nullptr);
    using Why = proto::Gone::Why;
    const auto place =
        meet::contact_place(contact_.secret, contact_.key, meet::day_of(sockets::utc_ms()));
    EXPECT_EQ(std::get<proto::BoxId>(visit->place), place.knocks.box);
    meet::KnockGuard guard;
    auto knock = guard.receive(place.question, visit->body, sockets::utc_ms());
    ASSERT_TRUE(knock);
    EXPECT_EQ(knock->key, guest_);
    if (says == Says::nobody) return from.send(proto::Gone{.visit = 1, .why = Why::no_place});
    if (says == Says::hung_up) return from.send(proto::Gone{.visit = 1, .why = Why::left});
    if (says != Says::guests_own) knock->key = contact_.key;
    if (says == Says::other_nonce) knock->pipe[0] ^= std::byte{1};
    Bytes body = meet::encrypt_knock(place.question, *knock, rng_);
    if (says == Says::nothing_right) body = to_bytes("yes, it is there");
    if (says == Says::echo) body = visit->body;
    from.send(proto::Say{.visit = 1, .body = body});
  }

  asio::io_context io_;
  net::testing_::ScriptedRelay relay_{io_};
  SeededRng rng_{1};
  crypto::PublicKey guest_ = crypto::SigningKey::generate(rng_).public_key();
  meet::Contact contact_{.key = crypto::SigningKey::generate(rng_).public_key(),
                         .secret = meet::PairSecret(ByteArray<32>{std::byte{5}})};
};

TEST_F(FindContacts, WhoAnswersUnderThePairSecretIsThere) { EXPECT_TRUE(is_found(Says::right)); }

TEST_F(FindContacts, WhereNobodyHoldsTheBoxNobodyIsThere) { EXPECT_FALSE(is_found(Says::nobody)); }

TEST_F(FindContacts, A107_ARelayCannotAnswerForAContact) {
  for (const Says says :
       {Says::hung_up, Says::nothing_right, Says::other_nonce, Says::guests_own, Says::echo})
    EXPECT_FALSE(is_found(says)) << static_cast<int>(says);
}

TEST_F(FindContacts, WithoutARelayNobodyIsAsked) {
  std::vector<SoughtContact> sought;
  sought.push_back({&contact_, {}});
  EXPECT_TRUE(find_contacts(guest_, sought, Duration{20'000}).empty());
}

}  // namespace
}  // namespace fairdeal::rendezvous
