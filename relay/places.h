#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/rng.h"
#include "relay/exchange.h"
#include "relay/sources.h"

namespace fairdeal::relay {

/// A message that Places wants sent to a control connection.
struct Delivery {
  CallerId to;
  proto::RelayMessage message;
  bool operator==(const Delivery&) const = default;
};

/// The nameplates and boxes of this relay, who holds them, and the visits to them. A core without
/// I/O: messages and the time go in, messages to clients come out.
///
///   place   held ⇄ kept (its holder's connection is lost, for 30 s) → gone
///           (closed, or its time is over)
///   visit   begun → answered (its holder has said something, and the visitor knows its number)
///           → gone
///
/// Every Claim and Open gets one answer, in their order: Claimed, Held, or Gone with visit 0. To a
/// visitor a visit has the number 0 until its holder has said something; after that both name it by
/// the relay's number. Numbers are random, so nobody can guess one; what names a visit that is not
/// the sender's is ignored, as is what comes after a visit has ended.
///
/// A keep begins with its nameplate, so that a holder has the same number again after the relay was
/// restarted, if it is still free. Somebody may make one up for a free number: that gains no more
/// than claiming until the number comes.
class Places {
 public:
  Places(const RelayBounds& bounds, Sources& sources, Counters& counters, Rng& rng)
      : bounds_(bounds), sources_(sources), counters_(counters), rng_(rng) {}

  using Deliveries = std::vector<Delivery>;
  /// Returns the number that a keep names.
  static std::uint32_t nameplate_in(const proto::Keep& keep);

  /// Errors: not_wanted, for what only a relay says, and for a visitor's number that is not 0.
  Result<Deliveries> on_message(CallerId from, const SourceId& source,
                                const proto::RelayMessage& message, Instant now);
  /// Begins a visit that was counted already. Requires: number 0.
  Deliveries begin_visit(CallerId from, const proto::Visit& visit, Instant now);
  /// Answers after a while that there is no such place.
  Deliveries no_such_place(CallerId from, Instant now);
  Deliveries on_hang_up(CallerId from, Instant now);
  Deliveries on_time(Instant now);
  Instant deadline() const;
  Occupancy occupancy() const;

  // For places that many processes share: another one may have them.
  bool has(const proto::RelayPlace& place, Instant now) {
    return find(place, now) != places_.end();
  }
  /// Forgets the place. Returns who held it, if somebody did.
  std::optional<CallerId> drop(const proto::RelayPlace& place);
  /// Draws this nameplate for nobody before `until`.
  void avoid(std::uint32_t nameplate, Instant until) { avoided_[nameplate] = until; }

 private:
  struct Place {
    std::optional<CallerId> holder;
    SourceId source;  ///< of the opener, by which it is counted
    Counted share;
    ByteArray<16> proof;           ///< of a nameplate: its keep
    Instant until = never();       ///< its time is over
    Instant kept_until = never();  ///< is set while there is no holder
    std::set<std::uint64_t> visits{};
  };
  struct Ongoing {
    CallerId visitor;
    CallerId holder;
    proto::RelayPlace place;
    Instant until;
    std::size_t messages = 1;
    bool answered = false;
  };
  using Held = std::map<proto::RelayPlace, Place>;

  void claim(CallerId from, const SourceId& source, const proto::Claim& claim, Instant now);
  std::optional<std::uint32_t> free_nameplate(const std::optional<proto::Keep>& keep, Instant now);
  void open(CallerId from, const SourceId& source, const proto::OpenBox& open, Instant now);
  void close(CallerId from, const proto::RelayPlace& place);
  void visit(CallerId from, const proto::Visit& visit, Instant now);
  void answer_no_place(CallerId to, Instant now);
  void say(CallerId from, const proto::Say& say);
  void hang_up(CallerId from, const proto::Gone& gone);

  Held::iterator find(const proto::RelayPlace& place, Instant now);
  Held::iterator remove(Held::iterator at);
  /// Gives a place that exists to a holder who knows its proof. Returns false if its source holds
  /// too many.
  bool hand_over(Held::iterator at, CallerId to, const SourceId& source, Instant now);
  Deliveries take_out(Instant now);
  void send(CallerId to, proto::RelayMessage message);
  void refuse(CallerId to, proto::Gone::Why why, Denied counted);
  /// Ends a visit; `left` is the one of its two who is not told.
  void end(std::uint64_t number, proto::Gone::Why why, std::optional<CallerId> left = {});

  const RelayBounds& bounds_;
  Sources& sources_;
  Counters& counters_;
  Rng& rng_;
  Held places_;
  std::size_t boxes_ = 0;  ///< how many of them are boxes
  std::map<CallerId, std::set<proto::RelayPlace>> held_by_;
  std::map<std::uint64_t, Ongoing> visits_;
  std::map<CallerId, std::set<std::uint64_t>> visits_of_;  ///< as visitor or as holder
  std::multimap<Instant, CallerId> no_place_;              ///< who is told so, and when
  std::map<std::uint32_t, Instant> avoided_;               ///< nameplates of other processes
  std::optional<Instant> next_sweep_;  ///< is set while there is something to sweep
  Deliveries out_;
};

}  // namespace fairdeal::relay
