#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "net/channel/channel.h"
#include "net/channel/rung.h"

namespace fairdeal::mesh {

/// The connections to one peer as one side has them: which of them carries the frames, and how a
/// better one replaces it. The class does no I/O: events of connections go in, Effects come out.
///
/// Both sides must choose the same connection, so only the side with the smaller key decides. The
/// other side sends its welcome as soon as it knows the peer, and proposes an upgrade in it if it
/// has a connection that is up. The side that decides answers with its own welcome, or refuses:
///
///  - An upgrade is made if the side that decides has the connection that it shall replace, none is
///    under way, and the new one has a better rung.
///  - Whatever else comes while another connection is up is a first one, or comes instead of one
///    that the other side has lost. If the one that is up is younger than `twin_age`, both called
///    at once, and the new one is refused. Otherwise the new one replaces it: the peer counts as
///    down, and then as up.
///
/// A handover moves the frames from an old connection to a new one without losing any:
///
///     new one opened    sends `handover` as the last record of the old one; frames go by the new
///     |                 one from now on; the old one is read to the other side's `handover`
///     other's handover  the old one is closed once all that waits for it is written; the new one
///                       is read from now on
///
/// If either connection is lost before the other side's handover has come, or if that takes longer
/// than `handover_max`, both are closed and the peer is down. If our own handover is lost, the same
/// happens at the other side, and then here, because the other side closes the new connection.
class PeerLinks {
 public:
  using Number = std::uint64_t;

  /// Send the welcome.
  struct SayWelcome {
    Number link;
    std::optional<channel::LinkId> replaces;
  };
  /// End a connection that never was the peer's.
  struct RefuseLink {
    Number link;
    Error why;
  };
  /// Send the last record of a connection.
  struct SendHandover {
    Number link;
  };
  /// Close a connection once what waits for it is written. It is forgotten here.
  struct FinishLink {
    Number link;
  };
  /// Close a connection at once. It is forgotten here.
  struct CloseLink {
    Number link;
  };
  /// Read what comes by this connection, which was held.
  struct ReleaseLink {
    Number link;
  };
  struct Up {};
  struct Down {
    Error why;
  };
  /// A handover is complete.
  struct Moved {
    channel::Rung rung;
  };
  using Effect = std::variant<SayWelcome, RefuseLink, SendHandover, FinishLink, CloseLink,
                              ReleaseLink, Up, Down, Moved>;
  /// The caller does these after a call, in this order.
  using Effects = std::vector<Effect>;

  PeerLinks(bool decides, Duration twin_age, Duration handover_max)
      : decides_(decides), twin_age_(twin_age), handover_max_(handover_max) {}

  // A connection to the peer: it is known whose it is; the peer's welcome has come; both have sent
  // theirs (`replaces` as in Channel::Opened); the peer's last record has come; it ended by itself.
  [[nodiscard]] Effects on_established(Number link, const channel::LinkId& id, channel::Rung rung);
  [[nodiscard]] Effects on_welcomed(Number link, const std::optional<channel::LinkId>& replaces,
                                    Instant now);
  [[nodiscard]] Effects on_opened(Number link, const std::optional<channel::LinkId>& replaces,
                                  Instant now);
  [[nodiscard]] Effects on_handed_over(Number link);
  /// Returns effects if the peer is down because of this.
  [[nodiscard]] Effects on_end(Number link, const Error& why);
  /// Call it once `now` has reached deadline().
  [[nodiscard]] Effects on_time(Instant now);
  Instant deadline() const { return handover_ ? handover_->deadline : never(); }

  /// Returns the connection by which frames are sent; none if the peer is not up.
  std::optional<Number> current() const { return current_; }
  /// Requires: it is established, and has not ended.
  const channel::LinkId& id_of(Number link) const { return links_.at(link).id; }
  /// Returns whether there is no connection at all.
  bool empty() const { return links_.empty(); }

 private:
  struct OneLink {
    channel::LinkId id;
    channel::Rung rung;
    bool handed_over = false;  // the peer's last record has come
  };
  struct Handover {
    Number from;  // to current_
    Instant deadline;
  };

  bool has(const std::optional<Number>& link, const std::optional<channel::LinkId>& id) const;
  void complete(Effects& effects);
  void close_all(Effects& effects);

  bool decides_;
  Duration twin_age_;
  Duration handover_max_;
  std::map<Number, OneLink> links_;
  std::optional<Number> current_;
  std::optional<Handover> handover_;
  Instant chosen_at_{};
};

}  // namespace fairdeal::mesh
