#pragma once

#include <filesystem>
#include <map>
#include <set>

#include "runtime/audit/audit.h"
#include "ui/match/own_cards.h"
#include "ui/words/heading.h"
#include "ui/words/words.h"

namespace fairdeal::match {

/// The effect of one record of a transcript, and the game after it.
struct Frame {
  std::optional<std::uint64_t> record;  ///< counted from 0; none: the table before its first record
  std::int64_t hand = 0;                ///< the hand or the deal, counted from 1; 0: there is none
  std::string street;                   ///< of hold'em: "flop"
  words::Said part{};                   ///< the part of the match: "Deal 2, trick 3"; may be none
  std::vector<rules::AnyEvent> events;
  std::vector<std::string> lines;  ///< what it did, in words for anybody
  std::vector<words::Json> said;   ///< the lines as words::Said::json; null where there is none
  rules::AnyGame game;
  rules::Known own;  ///< what the owner of the transcript alone knew then
  SeatSet absent;    ///< whom the record counts as absent
  std::string head;  ///< after the record: the first 16 hexadecimal digits
};

/// The frames of a transcript, which an audit finds good one after another. The onlooker is the
/// public, or the owner of the transcript: whose cards and dice these are is found out from the
/// file of own cards beside it.
class Frames {
 public:
  enum class Keep { all, last };
  explicit Frames(const std::filesystem::path& transcript, Keep keep = Keep::all);

  /// Adds the next frame: it is what an audit calls.
  void on(const audit::Audited& audited);

  const std::vector<Frame>& list() const { return list_; }
  const words::Names& names() const { return names_; }
  const std::string& table() const { return table_; }
  /// Returns the seat whose transcript this is, if its private file shows that.
  std::optional<Seat> owner() const;
  /// Returns what `observer` sees in a frame. Requires: it is the owner, or nobody.
  rules::Json view(const Frame& frame, rules::Observer observer) const;
  std::string draw(const Frame& frame, rules::Observer observer) const;

 private:
  /// Finds out what the owner learnt by an event, and with it who the owner is. Whatever else the
  /// private file says is passed over.
  void learn(const rules::AnyEvent& event, const rules::AnyGame& before, const state::Table& table);
  void learn_dice(Step step);

  Keep keep_;
  OwnCards own_cards_;
  words::Names names_{{}};
  std::string table_;
  SeatSet owners_;  ///< who may be the owner, by all that was found out of dice so far
  /// To whom each card that the owner saw was given in each deal: to several, if it was passed on.
  std::map<std::pair<std::uint64_t, CardSlot>, SeatSet> given_;
  bool learnt_ = false;                            ///< whether anything was found out
  std::set<Face> deck_;                            ///< the faces of the deck that is dealt
  std::map<Seat, std::vector<rules::Die>> rolls_;  ///< the dice that each seat rolled last
  words::DealtCards dealt_;
  rules::Known known_;
  std::int64_t deals_ = 0;
  words::Said asked_;  ///< what the step that comes next asks of whom
  std::vector<Frame> list_;
};

/// Writes a frame as one line of JSON or as a member of a document: {record, hand, street, text,
/// view, checked}. A frame is there only if its record was checked.
rules::Json as_json(const Frames& frames, const Frame& frame, rules::Observer observer);
/// Writes an event by its name in rules/want.h: {"moved":{"seat":0,"move":"call"}}.
rules::Json event_json(const rules::AnyEvent& event);

}  // namespace fairdeal::match
