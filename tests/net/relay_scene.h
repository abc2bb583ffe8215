#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "net/rendezvous/relay_client.h"
#include "tests/net/loopback.h"
#include "tests/net/scripted_relay.h"

namespace fairdeal::net::testing_ {

/// A client and what it heard.
struct Member {
  explicit Member(asio::io_context& io, signaling::RelaySettings settings)
      : client(std::make_unique<rendezvous::RelayClient>(io, std::move(settings), handlers())) {}

  rendezvous::RelayClient::Handlers handlers() {
    return {
        .on_greeting = [this](const proto::Greeting& g) { heard(greetings, g); },
        .on_nameplate =
            [this](std::uint32_t number, std::uint32_t seconds) {
              heard(nameplates, std::pair(number, seconds));
            },
        .on_no_nameplate = [this](proto::Gone::Why why) { heard(refusals, why); },
        .on_held = [this](const proto::BoxId& box) { heard(held, box); },
        .on_not_held = [this](const proto::BoxId&, proto::Gone::Why why) { heard(refusals, why); },
        .on_visit = [this](signaling::VisitId visit, const proto::RelayPlace&,
                           Bytes body) { heard(visits, std::pair(visit, std::move(body))); },
        .on_said = [this](signaling::VisitId visit,
                          Bytes body) { heard(said, std::pair(visit, std::move(body))); },
        .on_gone = [this](signaling::VisitId visit,
                          const signaling::EndOfVisit& why) { heard(gone, std::pair(visit, why)); },
        .on_trouble = [this](const signaling::RelayTrouble& trouble) { heard(troubles, trouble); },
    };
  }
  template <class List, class Value>
  void heard(List& list, Value value) {
    list.push_back(std::move(value));
    EXPECT_NE(client, nullptr) << "a handler was called by a client that is gone";
    if (goes_at_next) client.reset();
  }

  std::vector<proto::Greeting> greetings;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> nameplates;
  std::vector<proto::Gone::Why> refusals;
  std::vector<proto::BoxId> held;
  std::vector<std::pair<signaling::VisitId, Bytes>> visits, said;
  std::vector<std::pair<signaling::VisitId, signaling::EndOfVisit>> gone;
  std::vector<signaling::RelayTrouble> troubles;
  bool goes_at_next = false;  ///< the next handler destroys the client
  std::unique_ptr<rendezvous::RelayClient> client;
};

/// A relay and a client of it.
struct Scene {
  void start(signaling::RelaySettings settings) { ann.emplace(io, std::move(settings)); }
  void start() { start(relay.settings()); }
  /// Waits for the control connection and what it says first.
  bool connect() {
    start();
    return run([&] { return relay.guests.size() == 1 && guest().messages.size() == 1; });
  }
  template <class Condition>
  [[nodiscard]] bool run(Condition happened) {
    return run_until(io, happened);
  }
  RelayGuest& guest(std::size_t at = 0) { return *relay.guests.at(at); }
  proto::RelayMessage message(std::size_t of_guest, std::size_t at) {
    return proto::decode_relay(guest(of_guest).messages.at(at)).value();
  }
  /// Waits for what a lying or a failing relay leads to, and for the call that follows.
  signaling::RelayTrouble trouble() {
    EXPECT_TRUE(run([&] { return !ann->troubles.empty(); }));
    EXPECT_TRUE(run([&, before = relay.calls] { return relay.calls > before; }));
    return ann->troubles.at(0);
  }

  asio::io_context io;
  ScriptedRelay relay{io};
  std::optional<Member> ann;
};

}  // namespace fairdeal::net::testing_
