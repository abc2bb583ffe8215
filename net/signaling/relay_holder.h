#pragma once

#include <deque>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "proto/reach.h"

namespace fairdeal::signaling {

/// The places of a member at one relay: a nameplate, boxes, and the visits to them. They outlive
/// the control connections: on_connected() says what the relay must be told to have it all again.
///
/// A relay answers each Claim and Open, in their order: Claimed, Held, Gone with visit 0, or Work.
/// A refused question is dropped; one that costs work is asked again once the work is done. A relay
/// may say anything: a message that an honest one may send because our words crossed its own is
/// ignored, and one that it never sends is `broken`.
class RelayHolder {
 public:
  struct Claimed {
    std::uint32_t nameplate;
    std::uint32_t seconds;  ///< how long it is ours; at most as long as we asked for
  };
  struct ClaimRefused {
    proto::Gone::Why why;
  };
  struct Held {
    proto::BoxId box;
  };
  struct BoxRefused {
    proto::BoxId box;
    proto::Gone::Why why;
  };
  struct Visited {
    std::uint64_t visit;
    proto::RelayPlace place;
    Bytes body;
  };
  struct Said {
    std::uint64_t visit;
    Bytes body;
  };
  struct Gone {
    std::uint64_t visit;
    proto::Gone::Why why;
  };
  using Event = std::variant<Claimed, ClaimRefused, Held, BoxRefused, Visited, Said, Gone>;
  using Messages = std::vector<proto::RelayMessage>;
  struct Effects {
    Messages send{};  ///< to the relay, before the events are told
    std::vector<Event> events{};
    std::optional<Error> broken{};  ///< the relay broke the protocol: end the connection
  };

  // Each of these returns what to send now: nothing, if there is no connection.

  /// Wants a nameplate for so long, in place of the one before. Requires: 1 to
  /// proto::kClaimMinutesMax.
  Messages claim(std::uint32_t minutes);
  Messages close_nameplate();
  /// Errors: too_large (there are kBoxesMax).
  Result<Messages> open(const proto::BoxId& box, const proto::BoxProof& proof);
  Messages close(const proto::BoxId& box);
  /// Answers a visit. Returns nothing if the visit is over or has had all its messages. Requires:
  /// at most proto::kVisitBytesMax bytes.
  Messages say(std::uint64_t visit, ByteSpan body);
  Messages hang_up(std::uint64_t visit, proto::Gone::Why why = proto::Gone::Why::left);
  /// Tells the relay that the visitor has proved that it knows the code.
  Messages prove(std::uint64_t visit);

  /// Returns the work that the relay asks for first; none if it asks for none.
  std::optional<proto::RelayWork> work_owed() const;
  /// Takes the solution of it; none if it was not done, and then the relay has refused.
  Effects on_worked(const std::optional<proto::Worked>& worked, Instant now);

  Messages on_connected(Instant now);
  Effects on_message(proto::RelayMessage message, Instant now);
  /// Returns the visits that are over because of this.
  std::vector<Event> on_disconnected();

 private:
  struct Nameplate {
    std::uint32_t minutes;
    std::optional<proto::Claimed> claimed{};
    Instant ends = never();
  };
  struct Guest {
    std::uint64_t relay_number;
    std::size_t messages = 1;
    Instant since;
  };
  using Guests = std::map<std::uint64_t, Guest>;

  /// A question that the relay still has to answer: a Claim, or the Open of a box.
  using Asked = std::variant<std::monostate, proto::BoxId>;

  /// A question, and the work that the relay asks for before it answers.
  struct Owed {
    Asked asked;
    proto::RelayWork work;
  };

  Messages if_connected(proto::RelayMessage message) const;
  Messages ask(Asked asked, proto::RelayMessage message);
  bool asked(const Asked& what) const;
  Guests::iterator guest(std::uint64_t relay_number);
  bool holds(const proto::RelayPlace& place) const;
  void on(const proto::Claimed& claimed, Instant now, Effects& out);
  void on(const proto::Held& held, Effects& out);
  void on(proto::Visit& visit, Instant now, Effects& out);
  void on(proto::Say& say, Effects& out);
  void on(const proto::Gone& gone, Effects& out);
  void on(const proto::RelayWork& work, Effects& out);
  void on_refused(proto::Gone::Why why, Effects& out);
  void refuse(const Asked& refused, proto::Gone::Why why, Effects& out);
  std::optional<proto::RelayMessage> question(const Asked& asked, Instant now) const;
  void end_old_visits(Instant now, Effects& out);

  bool connected_ = false;
  std::optional<Nameplate> nameplate_;
  std::deque<Asked> asked_;  // on this connection; the last Claim is for nameplate_
  std::deque<Owed> owed_;    // to be done one after another
  std::map<proto::BoxId, proto::BoxProof> boxes_;
  Guests guests_;  // by our own numbers, which are never used again
  std::uint64_t next_visit_ = 1;
};

}  // namespace fairdeal::signaling
