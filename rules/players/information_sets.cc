#include "rules/players/information_sets.h"

#include <algorithm>

#include "base/overloaded.h"
#include "rules/players/trail.h"

namespace fairdeal::rules {
namespace {

/// The cards and dice of a match in which some cards have no face yet. Cards without a face come
/// from a pool each, in which any order is as likely.
struct Undealt {
  struct Lying {
    std::optional<Face> face;
    std::size_t pool;
  };
  std::map<CardSlot, Lying> lying{};
  std::vector<std::map<Face, std::uint64_t>> pools{};
  std::vector<Known> known{};
};

/// One way in which chance answers. Without an event it only gave a face to a card.
struct Branch {
  Undealt cards;
  std::optional<ChanceEvent> event;
  std::uint64_t weight = 1;
};

struct Situation {
  AnyGame game;
  Undealt cards;
  std::vector<std::uint32_t> histories;  ///< by seat
  std::map<Seat, Action> chosen{};       ///< moves that are made and not revealed
};

/// Returns all ways to give a face to the card in a slot; one, if it has a face.
std::vector<Branch> with_face(const Undealt& cards, CardSlot slot) {
  const Undealt::Lying& lies = cards.lying.at(slot);
  if (lies.face) return {{cards, {}, 1}};
  std::vector<Branch> branches;
  for (const auto& [face, left] : cards.pools[lies.pool]) {
    if (left == 0) continue;
    Branch branch{cards, {}, left};
    branch.cards.lying[slot].face = face;
    --branch.cards.pools[lies.pool][face];
    branches.push_back(std::move(branch));
  }
  return branches;
}

std::vector<Branch> branches_of(const Undealt& cards, const WantShuffle& want) {
  if (want.faces.empty())
    for (const CardSlot slot : want.slots)
      if (!cards.lying.at(slot).face) return with_face(cards, slot);
  Branch branch{cards, Shuffled{want.slots}};
  auto& pool = branch.cards.pools.emplace_back();
  for (const Face face : want.faces) ++pool[face];
  for (const CardSlot slot : want.slots) {
    if (want.faces.empty()) ++pool[*cards.lying.at(slot).face];
    branch.cards.lying[slot] = {{}, branch.cards.pools.size() - 1};
    for (Known& known : branch.cards.known) known.faces.erase(slot);
  }
  return {std::move(branch)};
}

std::vector<Branch> branches_of(const Undealt& cards, const WantDeal& want) {
  std::vector<Branch> branches = with_face(cards, want.slot);
  for (Branch& branch : branches) {
    const Face face = *branch.cards.lying[want.slot].face;
    for (const Seat seat : (want.also | SeatSet::of({want.to})).list())
      branch.cards.known[seat.value].faces[want.slot] = face;
    branch.event = Dealt{want.slot, want.to, want.also};
  }
  return branches;
}

std::vector<Branch> branches_of(const Undealt& cards, const WantShow& want) {
  std::vector<Branch> branches = with_face(cards, want.slot);
  for (Branch& branch : branches)
    branch.event = Shown{want.slot, *branch.cards.lying[want.slot].face};
  return branches;
}

/// Returns each list of values that dice can show, with its weight.
std::vector<std::pair<std::vector<std::int64_t>, std::uint64_t>> rolls_of(
    const std::vector<Die>& dice) {
  std::vector<std::pair<std::vector<std::int64_t>, std::uint64_t>> all{{{}, 1}};
  for (const Die& die : dice) {
    decltype(all) longer;
    for (const auto& [values, weight] : all)
      for (std::size_t i = 0; i < die.values.size(); ++i) {
        longer.emplace_back(values, weight * die.weights[i]);
        longer.back().first.push_back(die.values[i]);
      }
    all = std::move(longer);
  }
  return all;
}

std::vector<Branch> branches_of(const Undealt& cards, const WantRoll& want) {
  std::vector<Branch> branches;
  for (auto& [values, weight] : rolls_of(want.dice))
    branches.push_back({cards, Rolled{std::move(values)}, weight});
  return branches;
}

std::vector<Branch> branches_of(const Undealt& cards, const WantRollFor& want) {
  std::vector<Branch> branches;
  for (auto& [values, weight] : rolls_of(want.dice)) {
    branches.push_back({cards, RolledFor{want.seat}, weight});
    branches.back().cards.known[want.seat.value].dice = std::move(values);
  }
  return branches;
}

std::vector<Branch> branches_of(const Undealt& cards, const WantShowDice& want) {
  Branch branch{cards, {}, 1};
  branch.event = DiceShown{want.seat, std::exchange(branch.cards.known[want.seat.value].dice, {})};
  return {std::move(branch)};
}

std::vector<Branch> branches_of(const Undealt&, const WantMove&) { return {}; }

/// Returns whether dice can fall in more ways than a tree may have nodes.
bool falls_too_often(const Want& want, std::size_t most) {
  const auto* open = std::get_if<WantRoll>(&want);
  const auto* own = std::get_if<WantRollFor>(&want);
  if (open == nullptr && own == nullptr) return false;
  std::size_t ways = 1;
  for (const Die& die : open != nullptr ? open->dice : own->dice)
    if (ways <= most) ways *= die.values.size();
  return ways > most;
}

std::string list_text(const std::vector<std::int64_t>& values) {
  std::string text;
  for (const std::int64_t value : values) text += " " + std::to_string(value);
  return text;
}

/// Returns what a seat sees of an event, as a text that differs wherever it sees another thing.
std::string sight_text(const AnyEvent& event, const Known& known) {
  const auto number = [](const auto& id) { return std::to_string(id.value); };
  std::string text = std::to_string(event.index());
  std::visit(
      Overloaded{[&](const Moved<Action>& e) { text += "m" + number(e.seat) + e.move.text; },
                 [&](const MovedTogether<Action>& e) {
                   for (const auto& [seat, move] : e.moves)
                     text += "m" + number(seat) + move.text + "\n";
                 },
                 [&](const Dealt& e) { text += " " + number(e.slot) + " " + number(e.to); },
                 [&](const Shown& e) { text += " " + number(e.slot) + "=" + number(e.face); },
                 [&](const Rolled& e) { text += list_text(e.values); },
                 [&](const DiceShown& e) { text += number(e.seat) + list_text(e.values); },
                 [](const auto&) {}},
      event);
  text += "\n";
  for (const auto& [slot, face] : known.faces) text += number(slot) + "=" + number(face) + " ";
  return text + "\n" + list_text(known.dice);
}

class Growing {
 public:
  Growing(GameTree& tree, std::size_t nodes_max) : tree_(tree), nodes_max_(nodes_max) {}

  /// Adds all that follows, and returns its node.
  Result<std::uint32_t> grow(Situation at, unsigned plies) {
    if (plies > GameTree::kPliesMax || tree_.nodes.size() >= nodes_max_)
      return fail(Fault::too_large, "the tree of " + at.game.info().name);
    for (unsigned events = 0; events < kEventsMax; ++events) {
      const auto wants = at.game.wants();
      if (wants.empty()) return end(at.game);
      if (const auto* move = std::get_if<WantMove>(&wants.front()))
        return moves(std::move(at), *move, plies);
      if (falls_too_often(wants.front(), nodes_max_)) break;
      auto branches =
          std::visit([&](const auto& want) { return branches_of(at.cards, want); }, wants.front());
      if (branches.size() > 1) return chance(at, std::move(branches), plies);
      FD_TRY(at, after(at, std::move(branches.front())));
    }
    return fail(Fault::too_large, "the cards and dice between two moves");
  }

 private:
  static constexpr unsigned kEventsMax = 10'000;

  Result<std::uint32_t> end(const AnyGame& game) {
    const auto result = game.result();
    if (!result) return fail(Fault::rules, "a match is over and has no result");
    tree_.payoffs.push_back(*result);
    return node(GameTree::Kind::end, tree_.payoffs.size() - 1, 0);
  }

  std::uint32_t node(GameTree::Kind kind, std::size_t index, std::size_t count) {
    tree_.nodes.push_back({kind, static_cast<std::uint32_t>(index),
                           static_cast<std::uint32_t>(tree_.edges.size()),
                           static_cast<std::uint32_t>(count)});
    tree_.edges.resize(tree_.edges.size() + count);
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
  }

  Result<std::uint32_t> chance(const Situation& at, std::vector<Branch> branches, unsigned plies) {
    const std::uint32_t here = node(GameTree::Kind::chance, 0, branches.size());
    for (std::size_t i = 0; i < branches.size(); ++i) {
      const std::uint64_t weight = branches[i].weight;
      FD_TRY(Situation next, after(at, std::move(branches[i])));
      FD_TRY(const std::uint32_t to, grow(std::move(next), plies + 1));
      tree_.edges[tree_.nodes[here].first + i] = {to, weight};
    }
    return here;
  }

  Result<std::uint32_t> moves(Situation at, const WantMove& want, unsigned plies) {
    Seat mover{};
    for (const Seat seat : want.seats)
      if (!at.chosen.contains(seat)) {
        mover = seat;
        break;
      }
    const std::uint32_t set = set_of(at, mover);
    const std::vector<Action> actions = tree_.sets[set].actions;
    const std::uint32_t here = node(GameTree::Kind::move, set, actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i) {
      Situation next = at;
      next.chosen[mover] = actions[i];
      if (next.chosen.size() == want.seats.size()) {
        const AnyEvent event = moved(std::exchange(next.chosen, {}));
        FD_TRY(next.game, next.game.after(event));
        note(next, event);
      }
      FD_TRY(const std::uint32_t to, grow(std::move(next), plies + 1));
      tree_.edges[tree_.nodes[here].first + i].to = to;
    }
    return here;
  }

  Result<Situation> after(Situation at, Branch branch) {
    at.cards = std::move(branch.cards);
    if (!branch.event) return at;
    const auto event = event_of<Action>(*branch.event);
    FD_TRY(at.game, at.game.after(event));
    note(at, event);
    return at;
  }

  void note(Situation& at, const AnyEvent& event) {
    for (std::size_t seat = 0; seat < at.histories.size(); ++seat) {
      const auto next = static_cast<std::uint32_t>(tree_.histories.size() + tree_.seats);
      at.histories[seat] =
          tree_.histories
              .emplace(std::pair(at.histories[seat], sight_text(event, at.cards.known[seat])), next)
              .first->second;
    }
  }

  std::uint32_t set_of(const Situation& at, Seat seat) {
    const auto next = static_cast<std::uint32_t>(tree_.sets.size());
    const auto [set, is_new] = tree_.set_after.emplace(at.histories[seat.value], next);
    if (!is_new) return set->second;
    InformationSet added{seat, {}, at.game, at.cards.known[seat.value]};
    for (const Choice& choice : at.game.legal(seat)) {
      if (choice.left_to_people) continue;
      if (!choice.range)
        added.actions.push_back(choice.action);
      else
        for (auto n = choice.range->min; n <= choice.range->max; n += choice.range->step)
          added.actions.push_back(with_number(choice, n));
    }
    tree_.sets.push_back(std::move(added));
    return next;
  }

  GameTree& tree_;
  std::size_t nodes_max_;
};

}  // namespace

Result<GameTree> GameTree::of(const AnyGame& start, std::size_t nodes_max) {
  GameTree tree;
  tree.seats = start.seats();
  Situation root{start, {}, {}};
  root.cards.known.resize(tree.seats);
  for (std::size_t seat = 0; seat < tree.seats; ++seat)
    root.histories.push_back(static_cast<std::uint32_t>(seat));
  FD_TRY(Growing(tree, nodes_max).grow(std::move(root), 0));
  return tree;
}

std::optional<std::uint32_t> GameTree::set_of(const SeatSight& sight) const {
  if (sight.trail == nullptr) return {};
  std::uint32_t history = sight.seat.value;
  for (std::size_t i = 0; i < sight.trail->events.size(); ++i) {
    AnyEvent event = sight.trail->events[i];
    if (const auto* absent = std::get_if<Absent>(&event)) {
      const auto move = sight.trail->before(i).move_of_absent(absent->seat);
      if (!move) return {};
      event = moved({{absent->seat, move->action}});
    }
    const auto next = histories.find({history, sight_text(event, sight.trail->known[i])});
    if (next == histories.end()) return {};
    history = next->second;
  }
  const auto set = set_after.find(history);
  return set == set_after.end() ? std::nullopt : std::optional(set->second);
}

}  // namespace fairdeal::rules
