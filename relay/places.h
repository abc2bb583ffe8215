#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/rng.h"
#include "relay/exchange.h"
#include "relay/short_lived.h"
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
/// A visit to a number that nobody holds looks like any other until the visitor shows that it knows
/// words: an answer comes, at the time at which one would come, and it fits no words. So only a
/// proof tells a stranger whether a number is held, and a proof shows itself to the holder.
///
///   visit   begun → answered (its holder has said something, and the visitor knows its number)
///           → proved (its holder says that the visitor knows the code) → gone
///
/// A visit that is not proved is over after unproved_visit_max, and gives way to a newer one when
/// its place, or the relay, has as many as it may: the oldest of the network that has most there.
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
  Places(const Bounds& bounds, Sources& sources, Counters& counters, Rng& rng)
      : bounds_(bounds), sources_(sources), counters_(counters), rng_(rng) {}

  using Deliveries = std::vector<Delivery>;
  /// Returns the number that a keep names.
  static std::uint32_t nameplate_in(const proto::Keep& keep);

  /// Errors: not_wanted, for what only a relay says, and for a visitor's number that is not 0.
  Result<Deliveries> on_message(CallerId from, const SourceId& source,
                                const proto::RelayMessage& message, Instant now);
  /// Begins a visit that was counted already. Requires: number 0.
  Deliveries begin_visit(CallerId from, const SourceId& source, const proto::Visit& visit,
                         Instant now);
  /// Answers a visit to a place that nobody holds. Requires: number 0.
  Deliveries no_such_place(CallerId from, const SourceId& source, const proto::Visit& visit,
                           Instant now);
  Deliveries on_hang_up(CallerId from, Instant now);
  /// Does what is due, kDueTogether of it at most; then deadline() is still over.
  Deliveries on_time(Instant now);
  Instant deadline() const;
  Occupancy occupancy() const;
  bool holds_place(CallerId who) const {
    const auto held = held_by_.find(who);
    return held != held_by_.end() && !held->second.empty();
  }

  /// Returns whether a Claim or an Open shows the proof of a place that is there.
  bool renews(const proto::RelayMessage& message, Instant now);
  /// Returns how many visits to the place are under way, whether somebody holds it or not.
  std::size_t visits_at(const proto::RelayPlace& place) const;

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
    ShortLived::Name began;        ///< the last visit to any place before it was there
    ByteArray<16> proof;           ///< of a nameplate: its keep
    Instant until = never();       ///< its time is over
    Instant kept_until = never();  ///< is set while there is no holder
    ShortLived unproved{};         ///< its visits, by their names
    std::size_t visits = 0;
  };
  struct Ongoing {
    CallerId visitor;
    std::optional<CallerId>
        holder;  ///< none: nobody holds the place, and the visitor does not know
    proto::RelayPlace place;
    ShortLived::Name name;  ///< the time of its beginning, so to speak
    Instant begun;
    Instant until;
    std::size_t messages = 1;
    bool answered = false;
    bool proved = false;
    std::optional<proto::RelayMessage> first_answer{};  ///< that waits for its time
    Instant answer_at{};                                ///< of the first answer
  };
  using Held = std::map<proto::RelayPlace, Place>;

  void claim(CallerId from, const SourceId& source, const proto::Claim& claim, Instant now);
  std::optional<std::uint32_t> free_nameplate(const std::optional<proto::Keep>& keep, Instant now);
  void open(CallerId from, const SourceId& source, const proto::OpenBox& open, Instant now);
  void close(CallerId from, const proto::RelayPlace& place);
  void visit(CallerId from, const SourceId& source, const proto::Visit& visit, Instant now);
  void prove(CallerId from, const proto::Proved& proved);
  /// Makes an unproved visit give way. Returns false if there is none.
  bool end_one(std::optional<ShortLived::Name> name);
  void set_until(std::uint64_t number, Ongoing& visit, Instant until);
  void miss(CallerId from, const SourceId& source, const proto::Visit& visit, Instant now);
  void answer_no_place(CallerId to, Instant now);
  Instant answer_time(Instant now);
  std::uint64_t begin(CallerId visitor, std::optional<CallerId> holder, const SourceId& source,
                      const proto::RelayPlace& place, Instant now);
  void answer(std::uint64_t number, Ongoing& visit);
  void say(CallerId from, const proto::Say& say, Instant now);
  void hang_up(CallerId from, const proto::Gone& gone, Instant now);
  void tell_no_place();
  void sweep(Instant now);

  Held::iterator find(const proto::RelayPlace& place, Instant now);
  Held::iterator remove(Held::iterator at);
  /// Gives a place that exists to a holder who knows its proof. Returns false if its source holds
  /// too many.
  bool hand_over(Held::iterator at, CallerId to, const SourceId& source, Instant now);
  Deliveries take_out(Instant now);
  void send(CallerId to, proto::RelayMessage message);
  void refuse(CallerId to, proto::Gone::Why why, Denied counted);
  /// Ends a visit; `left` is the one of its two who is not told in any case.
  enum class Tell { both, nobody };
  void end(std::uint64_t number, proto::Gone::Why why, std::optional<CallerId> left = {},
           Tell tell = Tell::both);

  const Bounds& bounds_;
  Sources& sources_;
  Counters& counters_;
  Rng& rng_;
  Held places_;
  std::size_t boxes_ = 0;  ///< how many of them are boxes
  std::map<CallerId, std::set<proto::RelayPlace>> held_by_;
  std::map<std::uint64_t, Ongoing> visits_;
  ShortLived unproved_;  ///< of them
  ShortLived::Name last_name_ = 0;
  std::map<ShortLived::Name, std::uint64_t> numbers_;       ///< of unproved visits
  std::set<std::pair<Instant, std::uint64_t>> visit_ends_;  ///< when each is over
  std::map<CallerId, std::set<std::uint64_t>> visits_of_;   ///< as visitor or as holder
  std::map<proto::RelayPlace, std::size_t> visits_at_;      ///< also to places that nobody holds
  using Telling = std::pair<Instant, std::uint64_t>;        ///< when, and a number for each
  std::map<Telling, CallerId> no_place_;                    ///< who is told so
  std::map<CallerId, std::set<Telling>> no_place_of_;
  std::uint64_t last_telling_ = 0;
  std::set<std::pair<Instant, std::uint64_t>> answers_;  ///< first answers that wait
  std::set<std::pair<Instant, std::uint64_t>> misses_;   ///< visits to nobody that were proved
  std::map<std::uint32_t, Instant> avoided_;             ///< nameplates of other processes
  std::optional<Instant> next_sweep_;          ///< is set while there is something to sweep
  std::optional<proto::RelayPlace> swept_to_;  ///< is set while a sweep is under way
  Deliveries out_;
};

}  // namespace fairdeal::relay
