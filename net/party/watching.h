#pragma once

#include <variant>
#include <vector>

#include "base/time.h"
#include "net/party/effects.h"
#include "runtime/node/spectator.h"

namespace fairdeal::party {

/// Somebody who watches a table, without I/O: calls the host, checks and folds what the host sends
/// (runtime/node/spectator.h), writes it down, and says nothing but what it wants to see. After a
/// lost connection it goes on where it was.
///
///             on_up                  Refuse{not_begun}
///   calling ─────────> watching ─────────────────────────> waiting ─> calling
///      ^                  │ on_down             after `begin_every`
///      └──────────────────┘
///
/// It gives up if it calls for too long, and ends after the last step of the match.
class Watching {
 public:
  struct Config {
    crypto::PublicKey me;
    std::vector<sockets::Address> addresses;  ///< of the host
    std::optional<crypto::PublicKey> host{};  ///< every other identity is refused
    std::optional<meet::Token> token{};       ///< of the link by which this one was invited
    Duration reach_max;                       ///< how long it tries to reach the host at first
    Duration lost_max;                        ///< the same after a connection was lost
    Duration begin_every;  ///< how long it waits between two calls before the table begins
  };

  /// Forget all connections and calls.
  struct HangUp {};
  /// Tell the viewer, once, that the table has not begun yet.
  struct Waits {};
  /// Show the table as it begins, after a step, or that the connection was lost.
  struct Begins {};
  struct Steps {};
  struct Lost {};
  struct Ended {
    enum class How {
      finished,
      unreachable,   ///< the host does not answer, or is gone
      refused,       ///< the host does not let this one watch, and says why
      not_invited,   ///< only who is invited may watch
      other_host,    ///< another identity than the host's answers
      incompatible,  ///< the host has another version, or this program lacks the game
      violated,      ///< the host sent what no table decided
      failed,        ///< the transcript cannot be written
    };
    How how;
    std::optional<Error> error{};
  };
  using Effect = std::variant<Call, HangUp, Send, Drop, CreateTranscript, Append, SyncTranscript,
                              Waits, Begins, Steps, Lost, Ended>;
  using Effects = std::vector<Effect>;

  explicit Watching(Config config) : config_(std::move(config)) {}

  [[nodiscard]] Effects start(Instant now);
  /// Returns whether this identity may be a peer.
  bool admits(const crypto::PublicKey& peer) const { return !host() || host() == peer; }
  [[nodiscard]] Effects on_up(const crypto::PublicKey& peer, const meet::LinkId& link);
  [[nodiscard]] Effects on_down(const crypto::PublicKey& peer, Instant now);
  /// Hears of a call that nobody answered as expected.
  [[nodiscard]] Effects on_refused(const std::string& where, const Error& why);
  [[nodiscard]] Effects on_frame(const crypto::PublicKey& from, ByteSpan frame, Instant now,
                                 Rng& rng);
  /// Hears that an effect failed.
  [[nodiscard]] Effects on_failed(const Error& error);
  /// Call it once `now` has reached deadline().
  [[nodiscard]] Effects on_time(Instant now);
  Instant deadline() const { return due_; }

  /// Returns the table as far as it was seen; null before the charter came.
  const state::Table* table() const { return spectator_.table(); }

 private:
  enum class Stage { calling, watching, waiting, ended };

  std::optional<crypto::PublicKey> host() const { return config_.host ? config_.host : met_; }
  Effects call(Duration at_most, Instant now);
  Result<Effects> take(ByteSpan frame, Instant now, Rng& rng);
  Effects on_refusal(const proto::Refuse& refused, Instant now);
  Result<Effects> on_charter(const proto::SignedCharter& charter);
  Result<Effects> on_decided(const proto::Decided& decided, Rng& rng);
  Effects end(Ended::How how, std::optional<Error> error = {});

  Config config_;
  node::Spectator spectator_;
  Stage stage_ = Stage::calling;
  Instant due_ = never();                  // when it gives up, or calls again
  std::optional<crypto::PublicKey> peer_;  // the host, while it is connected
  std::optional<crypto::PublicKey> met_;   // who answered first
  std::optional<Error> other_;             // another identity answered than the expected one
  std::string no_answer_ = "no answer";
  bool told_ = false;  // the viewer knows that the table has not begun
};

}  // namespace fairdeal::party
