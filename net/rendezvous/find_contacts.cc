#include "net/rendezvous/find_contacts.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include "crypto/system_rng.h"
#include "net/rendezvous/relay_client.h"
#include "net/sockets/asio.h"
#include "net/sockets/clock.h"

namespace fairdeal::rendezvous {
namespace {

/// One question at one relay.
struct AskedContact {
  crypto::PublicKey contact;
  meet::ContactPlace place;
  proto::Knock question;
};

/// A relay, and what is asked there.
struct AskedRelay {
  std::unique_ptr<RelayClient> client{};
  std::map<VisitId, AskedContact> visits{};
};

class ContactSearch {
 public:
  std::set<crypto::PublicKey> run(const crypto::PublicKey& me,
                                  std::span<const SoughtContact> sought, Duration wait) {
    for (const SoughtContact& one : sought)
      for (const RelaySettings& relay : one.relays) ask(me, *one.contact, relay);
    if (open_ > 0) io_.run_for(std::chrono::milliseconds(wait.ms));
    return std::move(found_);
  }

 private:
  void ask(const crypto::PublicKey& me, const meet::Contact& contact,
           const RelaySettings& settings) {
    const std::string url = settings.url.text();
    AskedRelay& relay = relays_[url];
    if (!relay.client)
      relay.client = std::make_unique<RelayClient>(io_, settings, handlers_of(relay));
    AskedContact asked{
        .contact = contact.key,
        .place = meet::contact_place(contact.secret, contact.key, meet::day_of(sockets::utc_ms())),
        .question = {.key = me, .pipe = {}, .time = sockets::utc_ms()}};
    rng_.fill(asked.question.pipe);
    const Bytes body = meet::encrypt_knock(asked.place.question, asked.question, rng_);
    const auto visit = relay.client->visit(asked.place.knocks.box, body);
    if (!visit) return;  // too many at this relay
    relay.visits.emplace(*visit, std::move(asked));
    ++open_;
  }

  RelayClient::Handlers handlers_of(AskedRelay& relay) {
    return {.on_greeting = [](const proto::Greeting&) {},
            .on_nameplate = [](std::uint32_t, std::uint32_t) {},
            .on_no_nameplate = [](proto::Gone::Why) {},
            .on_held = [](const proto::BoxId&) {},
            .on_not_held = [](const proto::BoxId&, proto::Gone::Why) {},
            .on_visit = [](VisitId, const proto::RelayPlace&, const Bytes&) {},
            .on_said = [this, &relay](VisitId visit,
                                      const Bytes& body) { on_answer(relay, visit, body); },
            .on_gone = [this, &relay](VisitId visit, const EndOfVisit&) { on_end(relay, visit); },
            .on_trouble = [](const RelayTrouble&) {}};
  }

  void on_answer(AskedRelay& relay, VisitId visit, const Bytes& body) {
    const auto asked = relay.visits.find(visit);
    if (asked == relay.visits.end()) return;
    const auto answer = guard_.receive(asked->second.place.question, body, sockets::utc_ms());
    if (answer && answer->key == asked->second.contact &&
        answer->pipe == asked->second.question.pipe)
      found_.insert(asked->second.contact);
    on_end(relay, visit);
  }

  void on_end(AskedRelay& relay, VisitId visit) {
    if (relay.visits.erase(visit) > 0 && --open_ == 0) io_.stop();
  }

  asio::io_context io_;
  crypto::SystemRng rng_;
  meet::KnockGuard guard_;
  std::map<std::string, AskedRelay> relays_;
  std::size_t open_ = 0;
  std::set<crypto::PublicKey> found_;
};

}  // namespace

std::set<crypto::PublicKey> find_contacts(const crypto::PublicKey& me,
                                          std::span<const SoughtContact> sought, Duration wait) {
  return ContactSearch().run(me, sought, wait);
}

}  // namespace fairdeal::rendezvous
