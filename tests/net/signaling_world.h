#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "base/seeded_rng.h"
#include "crypto/hash.h"
#include "net/signaling/agent.h"
#include "relay/local_exchange.h"

namespace fairdeal::net::testing_ {

/// Members and one relay in virtual time, from one seed: the production agents, and the classes
/// with which the relay's server decides, joined by connections in memory. Messages take a random
/// time; those of one connection stay in order.
class SignalingWorld {
 public:
  struct Options {
    std::uint64_t seed = 1;
    /// The message, or the call, with this number is lost, and its connection with it.
    std::optional<std::size_t> cut_at{};
    /// Both ends do not hear of that: nothing goes through the connection any more. After a while
    /// the sockets notice it, but for pipes, which have no pings.
    bool silently = false;
    /// The relay asks for so many bits of work before each claim, box, visit and pipe; 0: for none.
    std::uint32_t work_bits = 0;
  };
  using Agent = signaling::Agent;

  /// A member, and all that it heard.
  struct Member {
    Member(std::uint64_t seed, std::size_t number);

    template <class Event>
    std::vector<Event> all() const {
      std::vector<Event> found;
      for (const auto& event : heard)
        if (const auto* one = std::get_if<Event>(&event)) found.push_back(*one);
      return found;
    }
    template <class Event>
    bool has_heard() const {
      return !all<Event>().empty();
    }

    SeededRng rng;
    crypto::PublicKey key{};
    Agent agent;
    std::vector<Agent::Event> heard{};
    std::vector<std::string> codes{};              ///< that it showed
    std::vector<signaling::SocketId> streams{};    ///< its pipes that are open
    Duration clock_error{};                        ///< of its time of day
    std::optional<proto::CodeDeny::Why> denies{};  ///< each guest that asks
  };

  explicit SignalingWorld(Options options);

  /// Adds a member that knows the relay.
  std::size_t join();
  Member& member(std::size_t at) { return *members_.at(at); }
  signaling::Time time_of(std::size_t at) const;
  /// Performs what an input of a member's agent returned.
  void perform(std::size_t at, Agent::Effects effects);
  /// Takes all places and connections from the relay. It answers nobody for so long.
  void restart_relay(Duration down_for);

  /// Lets time pass until this holds, or for so long. Returns whether it holds.
  bool run_until(const std::function<bool()>& holds, Duration at_most = Duration{300'000});
  void run_for(Duration time);

  Instant now() const { return now_; }
  /// Returns how many messages and calls there were.
  std::size_t count() const { return count_; }
  /// Returns the connections of a member that are not streams.
  std::size_t open_sockets(std::size_t at) const;
  /// Returns the places that the relay has.
  relay::Occupancy occupancy() const { return exchange_->occupancy(); }
  /// Returns a digest of all messages and calls, with their times.
  crypto::Digest digest() const { return crypto::hash("signaling world", trace_); }

 private:
  using Name = std::pair<std::size_t, signaling::SocketId>;  ///< member and socket
  /// The relay's end of a connection.
  struct Served;
  struct Connection {
    Instant to_relay{}, to_member{};  ///< when the last message arrives
    signaling::OpenSocket::Purpose purpose{};
    bool is_open = false;
    bool is_dead = false;
    bool is_stream = false;
  };
  struct Action {
    Instant at;
    std::uint64_t number;
    std::function<void()> run;
    bool operator<(const Action& other) const {
      return std::pair(other.at, other.number) < std::pair(at, number);
    }
  };

  void later(Instant at, std::function<void()> run);
  Instant arrival(Instant& last);
  /// Counts a message or a call. Returns whether it is the one that is lost.
  bool is_cut(std::string_view what, const Name& name, ByteSpan bytes);
  void open(const Name& name, signaling::OpenSocket::Purpose purpose);
  Connection* alive(const Name& name);
  void send(const Name& name, Bytes message);
  void close(const Name& name);
  void to_member(const Name& name, Bytes message);
  void end_at_member(const Name& name, signaling::RelayTrouble::What what);
  void cut(const Name& name);
  void lose(const Name& name);

  // ---- The relay
  void accept(const Name& name);
  void serve(const Name& name, const Bytes& message);
  void leave(const Name& name);
  /// Asks for the work that a request costs. Returns true if the request waits for it, or is a
  /// solution.
  bool takes_work(Served& served, proto::RelayWork::For purpose, bool is_pipe);
  void solve(Served& served, const proto::Worked& worked);
  void start_relay();

  void tell(std::size_t at, Agent::Event event);
  void step();
  Instant next() const;

  Options options_;
  SeededRng rng_;
  Instant now_{1'000'000};
  std::uint64_t last_action_ = 0;
  std::priority_queue<Action> actions_;
  std::size_t count_ = 0;
  Bytes trace_;
  std::vector<std::unique_ptr<Member>> members_;
  std::map<Name, Connection> connections_;

  relay::Bounds bounds_;
  relay::Counters counters_;
  SeededRng relay_rng_;
  std::uint64_t last_caller_ = 0;
  bool down_ = false;
  std::optional<relay::Sources> sources_;
  std::map<Name, std::shared_ptr<Served>> served_;
  std::map<relay::CallerId, Name> names_;
  std::optional<relay::LocalExchange> exchange_;
};

}  // namespace fairdeal::net::testing_
