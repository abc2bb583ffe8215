#include "runtime/node/shuffle_pipeline.h"

#include <algorithm>
#include <utility>

#include "crypto/coin.h"
#include "crypto/shuffle_proof.h"
#include "proto/envelope.h"
#include "proto/limits.h"

namespace fairdeal::node {

using Link = state::ShuffleChain::Link;

namespace {

/// After a pause of the chain as long as this, the member whose turn it is answers with the turns
/// that it knows, and the step is decided without the rest. It spends no more of its own reserve
/// than that for what others do not send.
constexpr Duration kPause{1'000};

/// How many parts of one author are kept for a deal or a deck that is not opened here yet.
constexpr std::ptrdiff_t kEarlyMax = 4;

/// Returns the list for work on the open deck: idle work if it is made ahead, when nobody waits for
/// it.
std::vector<Work>& work_list(const state::Table& table, Effects& out) {
  return table.state().is_shuffling() ? out.work : out.idle;
}

/// Returns work that reports a failure of this machine (no memory, …) instead of throwing.
template <class Make>
Work guarded(Step step, Make make) {
  return [step, make = std::move(make)]() mutable {
    try {
      return Done{step, make()};
    } catch (const std::exception&) {
      return Done{step, Done::Failed{true}};
    }
  };
}

/// Returns the deal that is opened ahead at this place; null if there is none, or it is wanted
/// already.
const state::Deal* deal_ahead(const state::Table& table, const std::optional<Step>& place) {
  const auto& next = table.state().next;
  return next && next->place() == place && !next->wanted ? &*next : nullptr;
}

}  // namespace

std::optional<Step> ShufflePipeline::place_of(const state::Table& table) {
  if (table.over()) return {};
  if (table.state().is_shuffling()) return table.state().deck()->place;
  const auto& next = table.state().next;
  return next ? std::optional(next->place()) : std::nullopt;
}

bool ShufflePipeline::may_open(Step place, const state::Table& table) {
  return place == table.step().next() || place == table.state().deal_to_come();
}

void ShufflePipeline::begin(const std::optional<Step>& place, Instant now) {
  if (!chain_.begin(place)) return;
  prepared_.reset();
  preparing_ = false;
  making_ = false;
  offered_ = {};
  known_ = 0;
  known_at_ = now;
}

void ShufflePipeline::advance(const Here& here, const state::PrivateView& view, Rng& rng,
                              Instant now, Effects& out) {
  const state::Table& table = *here.table;
  offer(here, out);
  if (const auto& next = table.state().next; next && next->place() == place()) {
    if (!next->wanted) make_part(*next, here, view, rng, out);
    check_parts(*next, here, rng, out);
  }
  const state::SharedDeck* deck = table.state().deck();
  if (deck == nullptr) return;
  if (deck->left.has(here.me) && table.state().takers().has(here.me))
    make_turn(*deck, here, view, rng, out);
  check_turns(*deck, here, rng, out);
  const auto known = chain_.chain(*deck, table.state().takers(), true);
  if (known.size() != std::exchange(known_, known.size())) known_at_ = now;
}

// ---- Parts that others passed

bool ShufflePipeline::wants(const proto::Envelope& passed) const {
  return !chain_.knows(state::name_of(passed)) && chain_.has_room(passed.by);
}

void ShufflePipeline::keep_early(Seat from, const proto::PassedFrame& frame,
                                 const proto::Passed& passed, const state::Table& table) {
  const auto is_this = [&](const auto& early) { return early.second.envelope == frame.envelope; };
  if (!may_open(passed.place, table) || std::ranges::any_of(early_, is_this)) return;
  const auto of_author = [&](const auto& early) {
    return early.second.envelope.by == frame.envelope.by;
  };
  if (std::ranges::count_if(early_, of_author) < kEarlyMax) early_.emplace_back(from, frame);
}

std::vector<std::pair<Seat, proto::PassedFrame>> ShufflePipeline::take_early() {
  return std::exchange(early_, {});
}

/// Adds a part before it is checked, so that the next key holder can build its turn on it at once.
/// Why that is safe: if it is false, so is all that is built on it, and a member attaches only what
/// it has checked.
void ShufflePipeline::add(proto::Signed<proto::Passed> passed) {
  chain_.add(std::move(passed), Link::Is::unknown);
}

// ---- Results of a worker

void ShufflePipeline::on_done(Done::Prepared& prepared) {
  if (prepared.place != place()) return;
  preparing_ = false;
  prepared_ = std::move(prepared.shuffle);
}

void ShufflePipeline::on_done(Done::Made& made, const crypto::SigningKey& key, const Here& here,
                              Effects& out) {
  if (made.passed.place != place()) return;
  chain_.add(proto::sign(here.me, std::move(made.passed), key), Link::Is::sound);
  making_ = false;
  offered_ = {};
  offer(here, out);
}

std::vector<Seat> ShufflePipeline::on_done(const Done::PassedChecked& checked) {
  std::vector<Seat> liars;
  if (checked.place != place()) return liars;
  for (const auto& [name, sound] : checked.found) {
    chain_.found(name, sound);
    const auto link = std::ranges::find(chain_.links(), name, &Link::name);
    if (!sound && link != chain_.links().end()) liars.push_back(link->passed->by());
  }
  return liars;
}

// ---- Making this member's own parts

/// Makes this seat's key, or its recovery shares, for the deal that is opened ahead, each once.
void ShufflePipeline::make_part(const state::Deal& deal, const Here& here,
                                const state::PrivateView& view, Rng& rng, Effects& out) {
  const bool owes = deal.owe_keys().has(here.me) || deal.owe_shares().has(here.me);
  const auto parts = chain_.parts(deal, false);
  const bool passed =
      std::ranges::any_of(parts, [&](const Link* link) { return link->passed->by() == here.me; });
  if (!owes || making_ || passed) return;
  auto make = view.part(here.table, rng);
  if (!make) return;
  making_ = true;
  out.idle.push_back(
      guarded(here.table->step(), [make = std::move(make)] { return Done::Made{make()}; }));
}

/// Makes this seat's turn as soon as the turns before it are here, even if they are not checked
/// yet. It prepares the turn before they are here.
void ShufflePipeline::make_turn(const state::SharedDeck& deck, const Here& here,
                                const state::PrivateView& view, Rng& rng, Effects& out) {
  const state::Table& table = *here.table;
  const state::SharedDeck reached = chain_.reached(deck, table.state().takers());
  const bool due = reached.due(table.state().takers()) == here.me;
  const bool had_one = std::ranges::any_of(chain_.links(), [&](const Link& link) {
    return link.passed->by() == here.me && link.turn() != nullptr;
  });
  if (preparing_ || making_ || (had_one && !due)) return;
  // A turn is the receipt for recovery shares. A seat that was sent a wrong one complains first, or
  // in the entry that has its turn.
  const bool answers = table.state().is_shuffling() && deck.due(table.state().takers()) == here.me;
  if (!answers && view.complains(table)) return;
  if (!prepared_) {
    preparing_ = true;
    work_list(table, out)
        .push_back(guarded(table.step(), [prepare = view.prepare_shuffle(table, reached, rng),
                                          place = deck.place] {
          return Done::Prepared{place, std::make_shared<crypto::PreparedShuffle>(prepare())};
        }));
  } else if (due) {
    making_ = true;
    work_list(table, out)
        .push_back(guarded(table.step(), [prepared = std::exchange(prepared_, nullptr), reached,
                                          id = table.id(), me = here.me] {
          return Done::Made{state::stages::make_turn(std::move(*prepared), reached, id, me)};
        }));
  }
}

// ---- Checking parts of others

void ShufflePipeline::check_parts(const state::Deal& deal, const Here& here, Rng& rng,
                                  Effects& out) {
  auto checks = chain_.start_checks(deal);
  if (checks.empty()) return;
  ByteArray<64> seed;
  rng.fill(seed);
  work_list(*here.table, out)
      .push_back([table = here.table, place = deal.place(), checks = std::move(checks), seed] {
        crypto::SharedRng weights(seed);
        Done::PassedChecked checked{place, {}};
        for (const auto& [link, in] : checks)
          checked.found.emplace_back(link.name, state::check_part(table->state(), link.passed->by(),
                                                                  link.message(), weights)
                                                    .has_value());
        return Done{table->step(), std::move(checked)};
      });
}

void ShufflePipeline::check_turns(const state::SharedDeck& deck, const Here& here, Rng& rng,
                                  Effects& out) {
  auto checks = chain_.start_checks(deck);
  if (checks.empty()) return;
  ByteArray<64> seed;
  rng.fill(seed);
  work_list(*here.table, out)
      .push_back([table = here.table, deck, checks = std::move(checks), seed] {
        crypto::SharedRng weights(seed);
        std::vector<state::ShuffleTurn> turns;
        for (const auto& check : checks)
          turns.push_back({check.link.passed->by(), check.in.get(), check.link.turn()});
        Done::PassedChecked checked{deck.place, {}};
        std::span<const state::ShuffleTurn> rest = turns;
        for (std::size_t at = 0; at < checks.size();) {
          const auto sound =
              state::first_false(table->id(), deck, rest, weights).value_or(rest.size());
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

// ---- Answering and attaching

const proto::ShufflePayload* ShufflePipeline::answer(const Here& here, Instant now) const {
  const state::Table& table = *here.table;
  const state::SharedDeck* deck = table.state().deck();
  if (!table.state().is_shuffling() || deck->due(table.state().takers()) != here.me) return nullptr;
  const auto chain = chain_.chain(*deck, table.state().takers(), true);
  if (chain.empty()) return nullptr;  // its own is not made yet
  const bool all = chain.size() >= (deck->left & table.state().takers()).size();
  return all || now >= deadline(table, here.me) ? chain.front()->turn() : nullptr;
}

Instant ShufflePipeline::deadline(const state::Table& table, Seat me) const {
  if (!table.state().is_shuffling() || known_ == 0 ||
      table.state().deck()->due(table.state().takers()) != me)
    return never();
  return known_at_ + kPause;
}

std::vector<const Link*> ShufflePipeline::attachable(const Here& here) const {
  const state::Table& table = *here.table;
  std::vector<const Link*> links;
  if (const state::Deal* deal = deal_ahead(table, place())) links = chain_.parts(*deal, true);
  if (const state::SharedDeck* deck = table.state().deck()) {
    const auto chain = chain_.chain(*deck, table.state().takers(), true);
    const auto own =
        static_cast<std::ptrdiff_t>(table.state().is_shuffling() && !chain.empty() ? 1 : 0);
    links.insert(links.end(), chain.begin() + own, chain.end());
  }
  return links;
}

std::vector<proto::Attachment> ShufflePipeline::attachments(const Here& here,
                                                            std::size_t room) const {
  std::vector<proto::Attachment> attachments;
  if (!place() || here.attacher != here.me) return attachments;
  std::size_t bytes = 0;
  for (const Link* link : attachable(here)) {
    bytes += link->passed->body().size();
    if (bytes > std::min(room, proto::kPassedBytesMax)) break;
    attachments.emplace_back(
        proto::PassedAttachment{proto::envelope(*link->passed), link->message()});
  }
  return attachments;
}

SeatSet ShufflePipeline::passed(const state::Table& table) const {
  SeatSet seats;
  if (const state::SharedDeck* deck = table.state().deck())
    for (const Link* link : chain_.chain(*deck, table.state().takers(), true))
      seats.insert(link->passed->by());
  return seats;
}

void ShufflePipeline::send_own(Seat me, Seat to, Effects& out) const {
  for (const Link& link : chain_.links())
    if (link.passed->by() == me) send(to, proto::PassedFrame{proto::envelope(*link.passed)}, out);
}

// ---- Offering this member's own parts

/// Returns the seat that attaches at this step, and the one that probably does at the next: the
/// seat after it that is not done with the hand.
SeatSet ShufflePipeline::attachers(const Here& here) const {
  auto next = here.table->members().in().list();
  std::erase_if(next, [&](Seat seat) { return here.table->game().done(seat); });
  if (next.empty()) return SeatSet::of({here.attacher});
  const auto after = std::ranges::upper_bound(next, here.attacher);
  return SeatSet::of({here.attacher, after != next.end() ? *after : next.front()});
}

/// Returns the members that need this part before a record has it: those who attach it and, for a
/// turn, the key holders still to come, who build on it, or everybody at a step that waits for the
/// deck.
SeatSet ShufflePipeline::concerned(const Link& link, const Here& here) const {
  const state::Table& table = *here.table;
  if (link.turn() == nullptr) return attachers(here);
  if (table.state().is_shuffling()) return SeatSet::first(table.charter().validators());
  const state::SharedDeck reached = chain_.reached(*table.state().deck(), table.state().takers());
  return (reached.left & table.state().takers()) | attachers(here);
}

/// Sends this seat's latest part, while no record has it, to the members that need it and were not
/// sent it yet.
void ShufflePipeline::offer(const Here& here, Effects& out) {
  const state::Table& table = *here.table;
  std::vector<const Link*> links;
  if (const state::Deal* deal = deal_ahead(table, place())) links = chain_.parts(*deal, false);
  if (const state::SharedDeck* deck = table.state().deck();
      deck != nullptr && deck->place == place())
    for (const Link* link : chain_.chain(*deck, table.state().takers(), false))
      links.push_back(link);
  const auto link =
      std::ranges::find_if(links, [&](const Link* one) { return one->passed->by() == here.me; });
  if (link == links.end()) return;
  const SeatSet to = concerned(**link, here) - offered_ - SeatSet::of({here.me});
  offered_ = offered_ | to;
  const proto::PassedFrame frame{proto::envelope(*(*link)->passed)};
  if (!(to - here.links.up()).empty())
    return here.links.broadcast(frame, out);  // others forward it to those it does not reach
  for (const Seat seat : to.list()) send(seat, frame, out);
}

}  // namespace fairdeal::node
