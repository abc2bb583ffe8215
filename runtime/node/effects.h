#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/time.h"
#include "consensus/agreement.h"
#include "rules/any_game.h"
#include "rules/script_lost.h"
#include "runtime/state/put.h"

namespace fairdeal::state {
class Table;
struct Followed;
}  // namespace fairdeal::state

namespace fairdeal::node {

/// An encoded message to one member.
struct Outgoing {
  Seat to;
  Bytes frame;
};

/// A range of decided steps to send to another member, which this one no longer has in memory. The
/// caller sends what decided_frames() makes of the stored records.
struct Resend {
  /// In place of a number of steps: the first alone, as the answer to a HistoryQuery.
  static constexpr std::uint64_t kAsAnswer = 0;
  Seat to;
  Step first;
  std::uint64_t steps;
};

/// Returns the stored record of a step; none if nothing is stored.
using StoredRecord = std::function<Result<std::optional<Bytes>>(Step)>;
/// Makes the frames of these records, as many as one answer may hold. It stops at the first record
/// that is missing or damaged. Errors: damaged, and those of `stored`.
Result<std::vector<Bytes>> decided_frames(const Resend& resend, const StoredRecord& stored);

// Notices: what a person may want to see.

/// An entry of the current step came in, or was made here.
struct Arrived {
  Seat seat;
  proto::Kind kind;
};
/// A step was decided, and this happened to the game.
struct StepDecided {
  Step step;
  std::vector<Seat> absent;  ///< the seats that are absent in its record
  std::vector<rules::AnyEvent> events;
  std::vector<rules::AnyGame> games{};  ///< the game after each event
  SeatSet careful{};                    ///< the seats whose programs chose their moves
  SeatSet failed{};  ///< the seats at whose moves the rules failed: these count as absences
  std::string why_failed{};
};
/// The rules fail at the move that this member wanted to make. Nothing was sent, and another move
/// is asked for.
struct MoveFailed {
  rules::Action action;
  Error error;
};
/// It is this peer's move.
struct ToAct {};
/// This peer's person has not moved, and its clock ends soon: its program may move carefully now.
struct PersonLate {};
/// Something that came in, or that this seat owed, was refused; the error says why and, in
/// `culprit`, whose doing it is.
struct Refused {
  Error error;
};
/// Somebody signed two statements that contradict each other.
struct Equivocated {
  Seat seat;
  consensus::Equivocation evidence;
};
/// A member went, came back or was convicted.
struct StandingChanged {
  Seat seat;
  bool gone;
  bool convicted;
};
/// A new round of votes began, because the last one decided nothing.
struct RoundBegan {
  Round round;
};
/// This member learnt a decision so much later than the votes of all others let it expect: a vote
/// came late, or only through somebody else. The others wait for its move that much longer.
struct FollowsLate {
  Step step;
  Duration by;
};
/// A member's program needed part of its reserve of work time for its answer.
struct TookLong {
  Seat seat;
  Duration took;
  Duration left;  ///< in its reserve
};
/// A voter missed the grace for its vote so often that the table does not wait for it any more,
/// until it votes in time. This member has waited for it so long in all.
struct VotesLate {
  Seat seat;
  Duration waited;
};
/// Two valid certificates decide one step differently. `named` are those who contradict themselves
/// in what led there.
struct Forked {
  Step step;
  std::vector<Seat> named;
};
/// A member signed a statement after another history than this member's, and did not show that
/// history within a minute of being asked for it. This is no fork: nobody has shown its votes.
struct HistoryUnshown {
  Seat seat;
  proto::HistoryAnswer said;  ///< the statement (runtime/node/other_history.h)
};
/// This member stops, because the table cannot go on.
struct Halted {
  Error error;
};
/// The match is over.
struct Finished {};
/// A member, perhaps this one, said something. The caller does not keep it on disk.
struct ChatLine {
  Seat by;
  std::string text;
};
/// Others watch at a member, or do not any more.
struct Watching {
  Seat at;
  std::vector<proto::PublicKey> keys;
};

using Notice =
    std::variant<Arrived, StepDecided, MoveFailed, ToAct, PersonLate, Refused, Equivocated,
                 StandingChanged, RoundBegan, FollowsLate, TookLong, VotesLate, Forked,
                 HistoryUnshown, Halted, Finished, ChatLine, Watching>;

/// The result of a worker's job. The caller gives it to Node::on_done.
struct Done {
  /// The result of checking an entry.
  struct EntryCheck {
    std::variant<Error, consensus::InvalidEntry, consensus::Checked> is;
    std::optional<Error> why;  ///< what is wrong with an invalid entry
    Seat from;                 ///< the peer that sent the entry
    Seat author;               ///< the seat that signed it
  };
  /// A prepared shuffle for this seat's turn.
  struct Prepared {
    Step place;
    std::shared_ptr<crypto::PreparedShuffle> shuffle;
  };
  /// The part that this seat passes next: a turn, or its part in opening a deal.
  struct Made {
    proto::Passed passed;
  };
  /// Passed parts of others that have been checked: each part's name, and whether it is sound.
  struct PassedChecked {
    Step place;
    std::vector<std::pair<crypto::Digest, bool>> found;
  };
  /// The failure of this machine (no memory, …) to make what this seat owes.
  struct Failed {
    bool passed;  ///< true if it was a part to pass, which may be wanted only later
  };
  /// The table that a record leads to, or why the rules allow none.
  struct Outcome {
    crypto::Digest record;
    Result<std::shared_ptr<const state::Table>> table;
  };
  /// The move that this seat wants to make, and the game after it or why the rules fail there.
  struct Tried {
    rules::Action action;
    bool careful;
    Result<rules::AnyGame> leads_to;
  };
  /// A step that others decided, and what came of following it.
  struct FollowCheck {
    Seat from;  ///< the peer that sent it
    proto::Decided decided;
    std::shared_ptr<Result<state::Followed>> followed;
  };
  /// A proposal, and the answers of its record as they were checked.
  struct ProposalCheck {
    Seat from;  ///< the peer that sent it
    proto::ProposalFrame frame;
    Result<std::vector<consensus::Answer>> answers;
  };
  /// The rules could not be asked on this machine; in words.
  struct RulesLost {
    std::string why;
  };
  Step step;
  std::variant<EntryCheck, proto::Payload, Prepared, Made, PassedChecked, Failed, Outcome, Tried,
               FollowCheck, ProposalCheck, RulesLost>
      result;
};
/// A proof to make or to check, or a question to the rules. It takes long, is pure, owns all that
/// it needs, and the caller runs it on any thread.
struct Work : std::function<Done()> {
  using std::function<Done()>::function;
  /// Whether it asks rules that are a script. The caller runs such work on a thread of its own, one
  /// after another: so proofs do not wait for a script that thinks, nor anything else.
  bool asks_rules = false;
};
/// Makes work of a question to the rules, whose answer is some result of a Done.
template <class Ask>
Work asking_rules(Step step, Ask ask) {
  Work work([step, ask = std::move(ask)]() mutable {
    try {
      return Done{step, ask()};
    } catch (const rules::ScriptLost& lost) {
      return Done{step, Done::RulesLost{lost.what()}};
    }
  });
  work.asks_rules = true;
  return work;
}

/// The work of the caller after an input, in this order: make `store` durable, then send `outgoing`
/// and what `resends` asks for, then show `notices`. Why storing comes before sending: a frame may
/// hold only statements that the store remembers, so that a member that crashes never signs a
/// second statement for the same place (docs/model/README.md, State). `work` may start at once,
/// `idle` whenever no work waits.
struct [[nodiscard]] Effects {
  std::vector<state::Put> store;
  std::vector<Outgoing> outgoing;
  /// The votes that decided a step, for members that may lack them. Each of them was stored before,
  /// or is somebody else's, so they rest on none of the records in `store`.
  std::vector<Outgoing> votes;
  /// Lines of chat to send besides. They rest on nothing that is stored, and are dropped where much
  /// waits to be sent.
  std::vector<Outgoing> chat;
  std::vector<Resend> resends;
  std::vector<Notice> notices;
  std::vector<Work> work;
  std::vector<Work> idle;
  /// Set if the sender of the frame has sent too many useless ones: the caller ends its connection,
  /// and shows this reason.
  std::optional<Error> hang_up;
};

}  // namespace fairdeal::node
