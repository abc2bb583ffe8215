#pragma once

#include <deque>
#include <map>
#include <set>

#include "net/signaling/agent.h"

namespace fairdeal::signaling {

/// A search for contacts that have a table open for a member: it asks each of them at its box, at
/// some relays, without its I/O. A relay can keep an answer back, and cannot make one up.
class ContactSearch {
 public:
  using Effects = std::vector<Agent::AtRelay>;

  /// `rng` outlives the object.
  ContactSearch(crypto::PublicKey me, Rng& rng) : me_(me), rng_(&rng) {}

  /// Asks one contact at one relay.
  Effects ask(const meet::Contact& contact, const RelaySettings& relay, Time time);
  std::size_t relays() const { return lines_.size(); }
  const RelaySettings& settings(std::size_t relay) const {
    return lines_.at(relay).client.settings();
  }

  /// Returns whether every question is answered, or will not be.
  bool done() const { return open_ == 0; }
  /// Returns the contacts that have answered.
  const std::set<crypto::PublicKey>& found() const { return found_; }

  void on_open(std::size_t relay, SocketId socket, Time time);
  Effects on_message(std::size_t relay, SocketId socket, ByteSpan message, Time time);
  Effects on_end(std::size_t relay, SocketId socket, const RelayTrouble& why, Time time);
  Effects on_time(Time time);
  Instant deadline() const;

 private:
  struct Question {
    crypto::PublicKey contact;
    meet::ContactPlace place;
    proto::Knock question;
  };
  struct Line {
    Client client;
    std::map<VisitId, Question> asked{};
  };

  std::size_t line_to(const RelaySettings& relay, Effects& out);
  void absorb(std::size_t line, Client::Effects effects, Time time, Effects& out);
  void on_answer(Line& line, const told::Said& said, Time time);
  void on_over(Line& line, VisitId visit) { open_ -= line.asked.erase(visit); }

  crypto::PublicKey me_;
  Rng* rng_;
  meet::KnockGuard guard_;
  std::deque<Line> lines_;
  std::size_t open_ = 0;
  std::set<crypto::PublicKey> found_;
};

}  // namespace fairdeal::signaling
