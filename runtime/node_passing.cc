#include <algorithm>

#include "crypto/coin.h"
#include "crypto/shuffle_proof.h"
#include "proto/envelope.h"
#include "proto/limits.h"
#include "runtime/node.h"

namespace fairdeal::runtime {

namespace {

/// How many times a chain may pause for so long before the step's own time is half over. Who then
/// does not know all turns answers with those it knows, and the step is decided without the rest.
constexpr std::int64_t kPausesMax = 2 * static_cast<std::int64_t>(proto::kSeatsMax);

/// Turns of one seat kept for a pack that is not open here yet.
constexpr std::ptrdiff_t kEarlyMax = 2;

}  // namespace

/// Whether the pack is shuffled at this step, and not ahead of its time.
bool Node::shuffles_now() const { return std::holds_alternative<Shuffling>(table_->stage()); }

/// Nobody waits for a pack that is shuffled ahead.
std::vector<Work>& Node::somewhen(Effects& out) const {
  return shuffles_now() ? out.work : out.idle;
}

SeatSet Node::passed() const {
  SeatSet seats;
  if (const Pack* pack = table_->pack())
    for (const auto* link : passing_.chain(*pack, table_->takers(), true))
      seats.insert(link->passed->by());
  return seats;
}

// ---- What comes in

/// It is passed on before it is checked: the next holder needs nothing but the deck. If that is
/// false, so is all that follows it, and none of it is ever noted.
void Node::take(Seat from, const proto::PassedFrame& frame, Instant now, Effects& out) {
  const Seat author = frame.envelope.by;
  if (passing_.knows(name_of(frame.envelope)) || !passing_.has_room(author)) return;
  auto opened = proto::open_passed(frame.envelope, table_->charter());
  if (!opened) return useless(from, std::move(opened).error(), out);
  const proto::PassedShuffle& passed = opened->message();
  if (passed.table != table_->id())
    return useless(from, {Fault::wrong_table, {}, "a passed shuffle"}, out);
  if (passed.since == table_->step().next()) {  // from peers that decided this step first
    const auto of_author = [&](const auto& early) { return early.second.envelope.by == author; };
    if (std::ranges::count_if(passed_early_, of_author) < kEarlyMax)
      passed_early_.emplace_back(from, frame);
    return;
  }
  const Pack* pack = table_->pack();
  if (pack == nullptr || passed.since != pack->since) return;  // of another pack: late
  if (passed.shuffle.deck.size() != pack->slots.size())
    return refuse(blame({Fault::bad_proof, {}, "a passed shuffle of other cards"}, author), out);
  passing_.add(*std::move(opened), Passing::Link::Is::unknown);
  pass_on(author, from, frame, out);
  pass(now, out);
}

void Node::take(Done::Prepared& prepared) {
  if (prepared.since != passing_.since()) return;
  preparing_ = false;
  prepared_ = std::move(prepared.shuffle);
}

/// Sent without having been stored: if it is lost, another turn is as good.
void Node::take(Done::Shuffled& shuffled, Effects& out) {
  if (shuffled.since != passing_.since()) return;
  auto passed = proto::seal(config_.me,
                            proto::PassedShuffle{table_->id(), shuffled.since, shuffled.input,
                                                 std::move(shuffled.shuffle)},
                            config_.key);
  broadcast(proto::PassedFrame{proto::envelope(passed)}, out);
  passing_.add(std::move(passed), Passing::Link::Is::sound);
  shuffling_ = false;
}

void Node::take(const Done::PassedChecked& checked, Effects& out) {
  if (checked.since != passing_.since()) return;
  for (const auto& [name, sound] : checked.found) {
    passing_.found(name, sound);
    const auto link = std::ranges::find(passing_.links(), name, &Passing::Link::name);
    if (sound || link == passing_.links().end()) continue;
    refuse(blame({Fault::bad_proof, {}, "a passed shuffle"}, link->passed->by()), out);
  }
}

// ---- What is done about it

/// Whatever is to be done now about the open pack: check, prepare, shuffle, answer.
void Node::pass(Instant now, Effects& out) {
  const Pack* pack = halted_ ? nullptr : table_->pack();
  if (passing_.begin(pack)) {
    prepared_.reset();
    preparing_ = false;
    shuffling_ = false;
    chain_ = 0;
    chain_at_ = now;
  }
  if (pack == nullptr || asking_) return;
  if (pack->left.has(config_.me) && table_->takers().has(config_.me)) prepare_turn(*pack, out);
  check_passed(*pack, out);
  const auto known = passing_.chain(*pack, table_->takers(), true);
  if (known.size() != std::exchange(chain_, known.size())) chain_at_ = now;
  if (shuffles_now()) answer_with_chain(*pack, now, out);
}

/// This seat's turn, as soon as the turns before it are here, sound or not known yet to be. It is
/// prepared before they are.
void Node::prepare_turn(const Pack& pack, Effects& out) {
  const Pack reached = passing_.reached(pack, table_->takers());
  const bool due = reached.due(table_->takers()) == config_.me;
  const bool had_one = std::ranges::any_of(
      passing_.links(), [&](const auto& link) { return link.passed->by() == config_.me; });
  if (preparing_ || shuffling_ || (had_one && !due)) return;
  if (!prepared_) {
    preparing_ = true;
    somewhen(out).push_back([prepare = private_.prepare_shuffle(*table_, reached, *rng_),
                             step = table_->step(), since = pack.since] {
      try {
        auto prepared = std::make_shared<crypto::PreparedShuffle>(prepare());
        return Done{step, Done::Prepared{since, std::move(prepared)}};
      } catch (const std::exception&) {
        return Done{step, Done::Failed{true}};
      }
    });
  } else if (due) {
    shuffling_ = true;
    somewhen(out).push_back([prepared = std::exchange(prepared_, nullptr), reached,
                             step = table_->step(), table = table_->id(), me = config_.me] {
      try {
        const auto context = crypto::context({table, reached.since}, me, crypto::Purpose::shuffle);
        auto made =
            crypto::shuffle_and_prove(std::move(*prepared), reached.key, *reached.deck, context);
        proto::ShufflePayload shuffle{std::move(made.deck), std::move(made.proof)};
        return Done{step, Done::Shuffled{reached.since, reached.digest, std::move(shuffle)}};
      } catch (const std::exception&) {
        return Done{step, Done::Failed{true}};
      }
    });
  }
}

void Node::check_passed(const Pack& pack, Effects& out) {
  auto checks = passing_.start_checks(pack);
  if (checks.empty()) return;
  ByteArray<64> seed;
  rng_->fill(seed);
  somewhen(out).push_back([table = table_, pack, checks = std::move(checks), seed] {
    crypto::SharedRng weights(seed);
    std::vector<Turn> turns;
    for (const auto& check : checks)
      turns.push_back({check.link.passed->by(), check.in.get(), &check.link.message().shuffle});
    Done::PassedChecked checked{pack.since, {}};
    std::span<const Turn> rest = turns;
    for (std::size_t at = 0; at < checks.size();) {
      const std::size_t sound = first_false(table->id(), pack, rest, weights).value_or(rest.size());
      for (const std::size_t end = at + sound; at < end; ++at)
        checked.found.emplace_back(checks[at].link.name, true);
      rest = rest.subspan(sound);
      if (rest.empty()) break;
      checked.found.emplace_back(checks[at++].link.name, false);
      rest = rest.subspan(1);
    }
    return Done{table->step(), std::move(checked)};
  });
}

/// Who is due at a step of shuffling answers once it knows the turns of all, or has waited for the
/// next one long enough.
void Node::answer_with_chain(const Pack& pack, Instant now, Effects& out) {
  if (contributed_ || pack.due(table_->takers()) != config_.me) return;
  const auto chain = passing_.chain(pack, table_->takers(), true);
  if (chain.empty()) return;  // its own is not made yet
  if (chain.size() < (pack.left & table_->takers()).size() && now < chain_due()) return;
  contributed_ = true;
  make_entry(chain.front()->message().shuffle, now, out);
}

Instant Node::chain_due() const {
  const Pack* pack = table_->pack();
  if (!shuffles_now() || contributed_ || chain_ == 0 || halted_ ||
      pack->due(table_->takers()) != config_.me)
    return never();
  return chain_at_ + Duration{table_->charter().pace.work.ms / kPausesMax};
}

/// The chain from where the table is, or from this seat's own turn: noted by who answers the step's
/// first slot. What does not fit into `room` bytes goes with a later entry.
std::vector<proto::Note> Node::passed_notes(std::size_t room) const {
  const Pack* pack = table_->pack();
  if (pack == nullptr || agreement_.slots().front().seat != config_.me) return {};
  auto chain = passing_.chain(*pack, table_->takers(), true);
  if (shuffles_now() && !chain.empty()) chain.erase(chain.begin());
  std::vector<proto::Note> notes;
  std::size_t bytes = 0;
  for (const auto* link : chain) {
    bytes += link->passed->body().size();
    if (bytes > std::min(room, proto::kPassedBytesMax)) break;
    notes.emplace_back(proto::PassedNote{proto::envelope(*link->passed), link->message()});
  }
  return notes;
}

/// To who may have missed it.
void Node::send_own_turns(Seat peer, Effects& out) const {
  for (const auto& link : passing_.links())
    if (link.passed->by() == config_.me)
      send(peer, proto::PassedFrame{proto::envelope(*link.passed)}, out);
}

}  // namespace fairdeal::runtime
