#include "net/rendezvous/find_contacts.h"

#include <chrono>
#include <deque>
#include <utility>

#include "crypto/system_rng.h"
#include "net/rendezvous/core_timer.h"
#include "net/rendezvous/relay_sockets.h"
#include "net/signaling/contact_search.h"

namespace fairdeal::rendezvous {
namespace {

using signaling::ContactSearch;
using signaling::RelaySettings;
using signaling::RelayTrouble;
using signaling::SocketId;

/// A search with its sockets, its timer and the clocks, on a loop of its own.
class Search {
 public:
  explicit Search(const crypto::PublicKey& me) : core_(me, rng_), timer_(io_) {
    timer_.on_due([this] { perform(core_.on_time(time_now())); });
  }

  std::set<crypto::PublicKey> run(std::span<const SoughtContact> sought, Duration wait) {
    for (const SoughtContact& one : sought)
      for (const RelaySettings& relay : one.relays)
        perform(core_.ask(*one.contact, relay, time_now()));
    if (!core_.done()) io_.run_for(std::chrono::milliseconds(wait.ms));
    return core_.found();
  }

 private:
  void perform(ContactSearch::Effects effects) {
    for (std::size_t relay = relays_.size(); relay < core_.relays(); ++relay)
      relays_.emplace_back(io_.get_executor(), core_.settings(relay), handlers_of(relay));
    for (auto& each : effects) relays_.at(each.relay).perform(std::move(each.effect));
    timer_.arm(core_.deadline());
    if (core_.done()) io_.stop();
  }

  RelaySockets::Handlers handlers_of(std::size_t relay) {
    return {.on_open =
                [this, relay](SocketId socket) {
                  core_.on_open(relay, socket, time_now());
                  perform({});
                },
            .on_message =
                [this, relay](SocketId socket, const Bytes& message) {
                  perform(core_.on_message(relay, socket, message, time_now()));
                },
            .on_end =
                [this, relay](SocketId socket, const RelayTrouble& why) {
                  perform(core_.on_end(relay, socket, why, time_now()));
                }};
  }

  asio::io_context io_;
  crypto::SystemRng rng_;
  ContactSearch core_;
  CoreTimer timer_;
  std::deque<RelaySockets> relays_;
};

}  // namespace

std::set<crypto::PublicKey> find_contacts(const crypto::PublicKey& me,
                                          std::span<const SoughtContact> sought, Duration wait) {
  return Search(me).run(sought, wait);
}

}  // namespace fairdeal::rendezvous
