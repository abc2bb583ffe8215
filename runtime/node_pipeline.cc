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

/// So many parts of one author are kept for a deal or a deck that is not opened here yet.
constexpr std::ptrdiff_t kEarlyMax = 4;

}  // namespace

/// The deck that is shuffled at this step has its proofs here, or else the deal that is being
/// opened.
std::optional<Step> Node::pipeline_place() const {
  if (table_->over()) return {};
  if (table_->is_shuffling()) return table_->deck()->place;
  const auto& next = table_->next_deal();
  return next ? std::optional(next->place()) : std::nullopt;
}

/// Nobody waits for what is made ahead.
std::vector<Work>& Node::background_work(Effects& out) const {
  return table_->is_shuffling() ? out.work : out.idle;
}

SeatSet Node::passed() const {
  SeatSet seats;
  if (const SharedDeck* deck = table_->deck())
    for (const auto* link : pipeline_.chain(*deck, table_->takers(), true))
      seats.insert(link->passed->by());
  return seats;
}

// ---- Keys

/// For a deal that is being opened: stored before anything is made of them.
void Node::draw_keys(Effects& out) {
  if (const auto number = private_.draw_keys(*table_, *rng_))
    out.store.push_back(
        {Put::Space::secret, "keys " + std::to_string(*number), private_.keys_to_store(*number)});
}

/// Those of deals that are over go from memory, and from the store with the record that ends them;
/// when the match is over, everything goes that hides something.
void Node::forget_keys(Effects& out) {
  const bool committed = private_.has_committed();
  for (const std::uint64_t number : private_.forget(*table_))
    out.store.push_back({Put::Space::secret, "keys " + std::to_string(number), {}});
  if (committed && !private_.has_committed())
    out.store.push_back({Put::Space::secret, "opening", {}});
  if (table_->over()) out.store.push_back({Put::Space::secret, "hedge", {}});
}

// ---- What comes in

/// It is passed on before it is checked: the next holder needs nothing but the deck. If that is
/// false, so is all that follows it, and none of it is ever attached.
void Node::take(Seat from, const proto::PassedFrame& frame, Instant now, Effects& out) {
  const Seat author = frame.envelope.by;
  if (pipeline_.knows(name_of(frame.envelope)) || !pipeline_.has_room(author)) return;
  auto verified = proto::verify_passed(frame.envelope, table_->charter());
  if (!verified) return useless(from, std::move(verified).error(), out);
  const proto::Passed& passed = verified->message();
  if (passed.table != table_->id())
    return useless(from, {Fault::wrong_table, {}, "what was passed"}, out);
  if (const auto place = pipeline_place(); passed.place != place) {
    // From peers that decided this step first.
    if (passed.place != table_->step().next() && passed.place != table_->deal_to_come()) return;
    const auto of_author = [&](const auto& early) { return early.second.envelope.by == author; };
    if (std::ranges::count_if(passed_early_, of_author) < kEarlyMax)
      passed_early_.emplace_back(from, frame);
    return;
  }
  const auto* turn = std::get_if<proto::ShufflePayload>(&passed.part);
  const SharedDeck* deck = table_->deck();
  if (turn != nullptr && deck != nullptr && turn->deck.size() != deck->slots.size())
    return refuse(blame({Fault::bad_proof, {}, "a passed shuffle of other cards"}, author), out);
  pipeline_.add(*std::move(verified), ShufflePipeline::Link::Is::unknown);
  links_.forward(author, from, frame, out);
  advance_pipeline(now, out);
}

void Node::take(Done::Prepared& prepared) {
  if (prepared.place != pipeline_.place()) return;
  preparing_ = false;
  prepared_ = std::move(prepared.shuffle);
}

/// Sent without having been stored: if it is lost, another is as good. A key is in the store.
void Node::take(Done::Made& made, Effects& out) {
  if (made.passed.place != pipeline_.place()) return;
  auto passed = proto::sign(config_.me, std::move(made.passed), config_.key);
  pipeline_.add(std::move(passed), ShufflePipeline::Link::Is::sound);
  making_ = false;
  offered_ = {};
  offer(out);
}

void Node::take(const Done::PassedChecked& checked, Effects& out) {
  if (checked.place != pipeline_.place()) return;
  for (const auto& [name, sound] : checked.found) {
    pipeline_.found(name, sound);
    const auto link = std::ranges::find(pipeline_.links(), name, &ShufflePipeline::Link::name);
    if (sound || link == pipeline_.links().end()) continue;
    refuse(blame({Fault::bad_proof, {}, "what was passed"}, link->passed->by()), out);
  }
}

// ---- What is done about it

/// Whatever is to be done now about the deal or the deck that is being opened: check, make, answer.
void Node::advance_pipeline(Instant now, Effects& out) {
  const auto place = halted_ ? std::nullopt : pipeline_place();
  if (pipeline_.begin(place)) {
    prepared_.reset();
    preparing_ = false;
    making_ = false;
    offered_ = {};
    chain_ = 0;
    chain_at_ = now;
  }
  if (!place || asking_) return;
  offer(out);
  if (const auto& next = table_->next_deal(); next && next->place() == *place) {
    if (!next->wanted) make_part(*next, out);
    check_parts(*next, out);
  }
  const SharedDeck* deck = table_->deck();
  if (deck == nullptr) return;
  if (deck->left.has(config_.me) && table_->takers().has(config_.me)) prepare_turn(*deck, out);
  check_turns(*deck, out);
  const auto known = pipeline_.chain(*deck, table_->takers(), true);
  if (known.size() != std::exchange(chain_, known.size())) chain_at_ = now;
  if (table_->is_shuffling()) answer_with_chain(*deck, now, out);
}

/// This seat's key, or its recovery shares, for the deal that is opened ahead, once each.
void Node::make_part(const Deal& deal, Effects& out) {
  const bool owes = deal.owe_keys().has(config_.me) || deal.owe_shares().has(config_.me);
  const auto parts = pipeline_.parts(deal, false);
  const bool passed = std::ranges::any_of(
      parts, [&](const auto* link) { return link->passed->by() == config_.me; });
  if (!owes || making_ || passed) return;
  const auto make = private_.part(table_, *rng_);
  if (!make) return;
  making_ = true;
  out.idle.push_back([make, step = table_->step()] {
    try {
      return Done{step, Done::Made{make()}};
    } catch (const std::exception&) {
      return Done{step, Done::Failed{true}};
    }
  });
}

/// This seat's turn, as soon as the turns before it are here, sound or not known yet to be. It is
/// prepared before they are.
void Node::prepare_turn(const SharedDeck& deck, Effects& out) {
  const SharedDeck reached = pipeline_.reached(deck, table_->takers());
  const bool due = reached.due(table_->takers()) == config_.me;
  const bool had_one = std::ranges::any_of(pipeline_.links(), [&](const auto& link) {
    return link.passed->by() == config_.me && link.turn() != nullptr;
  });
  if (preparing_ || making_ || (had_one && !due)) return;
  // A turn is the receipt for recovery shares: who was sent a wrong one says so first, or with it.
  const bool answers = table_->is_shuffling() && deck.due(table_->takers()) == config_.me;
  if (!answers && private_.complains(*table_)) return;
  if (!prepared_) {
    preparing_ = true;
    background_work(out).push_back([prepare = private_.prepare_shuffle(*table_, reached, *rng_),
                                    step = table_->step(), place = deck.place] {
      try {
        auto prepared = std::make_shared<crypto::PreparedShuffle>(prepare());
        return Done{step, Done::Prepared{place, std::move(prepared)}};
      } catch (const std::exception&) {
        return Done{step, Done::Failed{true}};
      }
    });
  } else if (due) {
    making_ = true;
    background_work(out).push_back([prepared = std::exchange(prepared_, nullptr), reached,
                                    step = table_->step(), table = table_->id(), me = config_.me] {
      try {
        const auto context = crypto::context({table, reached.place}, me, crypto::Purpose::shuffle);
        auto made =
            crypto::shuffle_and_prove(std::move(*prepared), reached.key, *reached.cards, context);
        proto::ShufflePayload shuffle{std::move(made.deck), std::move(made.proof)};
        return Done{step, Done::Made{{table, reached.place, reached.digest, std::move(shuffle)}}};
      } catch (const std::exception&) {
        return Done{step, Done::Failed{true}};
      }
    });
  }
}

void Node::check_parts(const Deal& deal, Effects& out) {
  auto checks = pipeline_.start_checks(deal);
  if (checks.empty()) return;
  ByteArray<64> seed;
  rng_->fill(seed);
  background_work(out).push_back(
      [table = table_, place = deal.place(), checks = std::move(checks), seed] {
        crypto::SharedRng weights(seed);
        Done::PassedChecked checked{place, {}};
        for (const auto& [link, in] : checks)
          checked.found.emplace_back(
              link.name, table->check_part(link.passed->by(), link.message(), weights).has_value());
        return Done{table->step(), std::move(checked)};
      });
}

void Node::check_turns(const SharedDeck& deck, Effects& out) {
  auto checks = pipeline_.start_checks(deck);
  if (checks.empty()) return;
  ByteArray<64> seed;
  rng_->fill(seed);
  background_work(out).push_back([table = table_, deck, checks = std::move(checks), seed] {
    crypto::SharedRng weights(seed);
    std::vector<ShuffleTurn> turns;
    for (const auto& check : checks)
      turns.push_back({check.link.passed->by(), check.in.get(), check.link.turn()});
    Done::PassedChecked checked{deck.place, {}};
    std::span<const ShuffleTurn> rest = turns;
    for (std::size_t at = 0; at < checks.size();) {
      const std::size_t sound = first_false(table->id(), deck, rest, weights).value_or(rest.size());
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
void Node::answer_with_chain(const SharedDeck& deck, Instant now, Effects& out) {
  if (contributed_ || deck.due(table_->takers()) != config_.me) return;
  const auto chain = pipeline_.chain(deck, table_->takers(), true);
  if (chain.empty()) return;  // its own is not made yet
  if (chain.size() < (deck.left & table_->takers()).size() && now < chain_due()) return;
  contributed_ = true;
  make_entry(*chain.front()->turn(), now, out);
}

Instant Node::chain_due() const {
  const SharedDeck* deck = table_->deck();
  if (!table_->is_shuffling() || contributed_ || chain_ == 0 || halted_ ||
      deck->due(table_->takers()) != config_.me)
    return never();
  return chain_at_ + Duration{table_->charter().pace.work.ms / kPausesMax};
}

/// Who answers the step's first slot attaches the parts that the deal ahead needs next, and the
/// chain of turns from where the table is, or from this seat's own turn. What does not fit into
/// `room` bytes goes with a later entry.
std::vector<proto::Attachment> Node::passed_attachments(std::size_t room) const {
  if (!pipeline_.place() || agreement_.slots().front().seat != config_.me) return {};
  std::vector<const ShufflePipeline::Link*> links;
  if (const auto& next = table_->next_deal();
      next && next->place() == pipeline_.place() && !next->wanted)
    links = pipeline_.parts(*next, true);
  if (const SharedDeck* deck = table_->deck()) {
    const auto chain = pipeline_.chain(*deck, table_->takers(), true);
    const auto own = static_cast<std::ptrdiff_t>(table_->is_shuffling() && !chain.empty() ? 1 : 0);
    links.insert(links.end(), chain.begin() + own, chain.end());
  }
  std::vector<proto::Attachment> attachments;
  std::size_t bytes = 0;
  for (const auto* link : links) {
    bytes += link->passed->body().size();
    if (bytes > std::min(room, proto::kPassedBytesMax)) break;
    attachments.emplace_back(
        proto::PassedAttachment{proto::envelope(*link->passed), link->message()});
  }
  return attachments;
}

/// The seat that attaches at this step, which hears of more while it thinks, and the one that
/// probably does at the next: the seat after it that is not done with the hand.
SeatSet Node::attachers() const {
  const Seat now = agreement_.slots().front().seat;
  auto next = table_->in().list();
  std::erase_if(next, [&](Seat seat) { return table_->game().done(seat); });
  if (next.empty()) return SeatSet::of({now});
  const auto after = std::ranges::upper_bound(next, now);
  return SeatSet::of({now, after != next.end() ? *after : next.front()});
}

/// The members that have a use for it before a record has it: those who attach it; of a turn also
/// the key_holders still to come, who build on it, and everybody at a step that waits for the deck.
SeatSet Node::concerned(const ShufflePipeline::Link& link) const {
  if (link.turn() == nullptr) return attachers();
  if (table_->is_shuffling()) return SeatSet::first(members());
  const SharedDeck reached = pipeline_.reached(*table_->deck(), table_->takers());
  return (reached.left & table_->takers()) | attachers();
}

/// Sends what this seat has made of the deal or the deck that is open, while it is not attached, to
/// whom it concerns and who was not sent it.
void Node::offer(Effects& out) {
  const auto mine = [&](const ShufflePipeline::Link* link) {
    return link->passed->by() == config_.me;
  };
  std::vector<const ShufflePipeline::Link*> links;
  if (const auto& next = table_->next_deal();
      next && !next->wanted && next->place() == pipeline_.place())
    links = pipeline_.parts(*next, false);
  if (const SharedDeck* deck = table_->deck(); deck != nullptr && deck->place == pipeline_.place())
    for (const auto* link : pipeline_.chain(*deck, table_->takers(), false)) links.push_back(link);
  const auto link = std::ranges::find_if(links, mine);
  if (link == links.end()) return;
  const SeatSet to = concerned(**link) - offered_ - SeatSet::of({config_.me});
  offered_ = offered_ | to;
  const proto::PassedFrame frame{proto::envelope(*(*link)->passed)};
  if (!std::ranges::all_of(to.list(), [&](Seat seat) { return links_.has(seat); }))
    return links_.broadcast(frame, out);  // somebody passes it on
  for (const Seat seat : to.list()) send(seat, frame, out);
}

/// To who may have missed it.
void Node::send_own_parts(Seat peer, Effects& out) const {
  for (const auto& link : pipeline_.links())
    if (link.passed->by() == config_.me)
      send(peer, proto::PassedFrame{proto::envelope(*link.passed)}, out);
}

}  // namespace fairdeal::runtime
