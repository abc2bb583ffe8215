#include "ui/author/inspect_match.h"

#include "base/seeded_rng.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/model.h"
#include "rules/players/player.h"
#include "rules/registry.h"

namespace fairdeal::author {
namespace {

constexpr std::size_t kInspectedEventsMax = 100'000;

/// Names the seats by their roles, or by their numbers.
words::Names names_of_seats(const rules::AnyGame& game) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < game.seats(); ++i)
    names.push_back(game.info().roles.empty() ? "seat " + std::to_string(i + 1)
                                              : game.role(Seat(i)));
  return words::Names(names);
}

std::map<Seat, rules::Known> all_known(const rules::Dealer& dealer, std::size_t seats) {
  std::map<Seat, rules::Known> known;
  for (std::uint32_t i = 0; i < seats; ++i) {
    known[Seat(i)] = dealer.known(Seat(i));
    known[Seat(i)].answers = true;  // nobody else is there
  }
  return known;
}

/// Describes an event in a line or two. Words for players pass over what happens to cards.
std::vector<words::Said> words_of(const rules::AnyEvent& event, const rules::AnyGame& before,
                                  const rules::AnyGame& after, const words::Names& names) {
  const auto number = [](std::uint32_t value) { return words::text(std::to_string(value)); };
  if (const auto* dealt = std::get_if<rules::Dealt>(&event))
    return {words::said("slot_dealt", {{"slot", number(dealt->slot.value)},
                                       {"who", words::name(names[dealt->to])}})};
  std::vector<words::Said> told;
  if (const auto* shown = std::get_if<rules::Shown>(&event))
    told.push_back(words::said(
        "slot_shows", {{"slot", number(shown->slot.value)}, {"face", number(shown->face.value)}}));
  if (words::Said all = words::in_lines(words::described(event, before, after, names));
      !all.empty())
    told.push_back(std::move(all));
  return told;
}

/// Returns whether seats, and not the dealer, brought the event about.
bool is_of_seats(const rules::AnyEvent& event) {
  return std::holds_alternative<rules::Moved<rules::Action>>(event) ||
         std::holds_alternative<rules::MovedTogether<rules::Action>>(event) ||
         std::holds_alternative<rules::Absent>(event) ||
         std::holds_alternative<rules::Out>(event) || std::holds_alternative<rules::Void>(event) ||
         std::holds_alternative<rules::Resigned>(event) ||
         std::holds_alternative<rules::AlarmRang>(event);
}

Result<Seat> seat_in(const rules::JsonReader& saved, std::size_t seats) {
  const auto seat = saved.natural();
  if (!seat || *seat >= seats)
    return fail(Fault::bad_parameters, "no seat: " + rules::text(saved.json()));
  return Seat(static_cast<std::uint32_t>(*seat));
}

Result<rules::AnyEvent> saved_event(const rules::JsonReader& saved, std::size_t seats) {
  const auto move_of = [&](const rules::JsonReader& one) -> Result<std::pair<Seat, rules::Action>> {
    FD_TRY(const Seat seat, seat_in(one.member("seat"), seats));
    return std::pair(seat, rules::Action{rules::text(one.member("move").json())});
  };
  const auto is_set = [](const rules::JsonReader& flag) { return flag.flag().value_or(false); };
  if (const auto moved = saved.member("moved"); moved.exists()) {
    FD_TRY(const auto move, move_of(moved));
    return rules::Moved<rules::Action>{move.first, move.second};
  }
  if (const auto all = saved.member("moved_together"); all.exists()) {
    rules::MovedTogether<rules::Action> together;
    for (const rules::JsonReader& one : all.elements()) {
      FD_TRY(const auto move, move_of(one));
      together.moves.insert(move);
    }
    return together;
  }
  if (const auto absent = saved.member("absent"); absent.exists()) {
    FD_TRY(const Seat seat, seat_in(absent.member("seat"), seats));
    return rules::Absent{seat, is_set(absent.member("opens"))};
  }
  if (const auto out = saved.member("out"); out.exists()) {
    FD_TRY(const Seat seat, seat_in(out.member("seat"), seats));
    return rules::Out{seat, is_set(out.member("left")), is_set(out.member("opens"))};
  }
  if (const auto resigned = saved.member("resigned"); resigned.exists()) {
    FD_TRY(const Seat seat, seat_in(resigned.member("seat"), seats));
    return rules::Resigned{seat};
  }
  if (saved.member("alarm").exists()) return rules::AlarmRang{};
  rules::Void spoilt;
  if (!saved.member("void").is_list()) return fail(Fault::bad_parameters, "no event");
  for (const rules::JsonReader& one : saved.member("void").elements()) {
    FD_TRY(const Seat seat, seat_in(one, seats));
    spoilt.by.insert(seat);
  }
  return spoilt;
}

}  // namespace

Result<rules::AnyEvent> event_of_seats(const words::Json& kept, std::size_t seats) {
  return saved_event(rules::JsonReader(kept), seats);
}

Result<rules::AnyEvent> dealer_answer(rules::Dealer& dealer, const rules::Want& want) {
  const auto* shuffle = std::get_if<rules::WantShuffle>(&want);
  if (shuffle != nullptr && !shuffle->faces.empty() &&
      shuffle->faces.size() != shuffle->slots.size())
    return fail(Fault::bad_parameters, "a shuffle wants as many faces as slots, or no faces: " +
                                           std::to_string(shuffle->faces.size()) + " and " +
                                           std::to_string(shuffle->slots.size()));
  try {
    return rules::event_of<rules::Action>(dealer.answer(want));
  } catch (const std::out_of_range&) {
    return fail(Fault::bad_parameters,
                "a card is wanted from a slot in which none lies: want its shuffle first");
  }
}

InspectedMatch::InspectedMatch(rules::AnyGame game, std::uint64_t seed)
    : names_(names_of_seats(game)), seed_(seed) {
  rules::Dealer dealer(seed);
  auto known = all_known(dealer, game.seats());
  steps_.push_back(
      {std::move(game), {}, {words::said("match_begins")}, std::move(known), std::move(dealer)});
}

InspectedMatch::InspectedMatch(const match::Frames& frames) : names_(frames.names()) {
  for (const match::Frame& frame : frames.list()) {
    if (frame.record && frame.events.empty()) continue;
    InspectStep step{frame.game, frame.events, {}, {}, {}};
    std::optional<rules::AnyGame> before;
    if (!steps_.empty()) before = steps_.back().game;
    for (const auto& event : frame.events) {
      const rules::AnyGame after = before->after(event).value();
      for (auto& line : words_of(event, *before, after, names_))
        step.said.push_back(std::move(line));
      before = after;
    }
    if (step.said.empty()) step.said = words::plain_lines(frame.lines);
    if (frame.record)
      step.said.push_back(
          words::said("in_record", {{"n", words::text(std::to_string(*frame.record))}}));
    if (const auto owner = frames.owner()) step.known[*owner] = frame.own;
    steps_.push_back(std::move(step));
  }
}

void InspectedMatch::add(rules::AnyGame game, const rules::AnyEvent& event, rules::Dealer dealer) {
  auto known = all_known(dealer, game.seats());
  auto words = words_of(event, step().game, game, names_);
  steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, steps_.end());
  steps_.push_back(
      {std::move(game), {event}, std::move(words), std::move(known), std::move(dealer)});
  ++at_;
}

Result<> InspectedMatch::happen(const rules::AnyEvent& event) {
  FD_TRY(auto next, game().after(event));
  add(std::move(next), event, *step().dealer);
  return {};
}

Result<> InspectedMatch::chance() {
  rules::Dealer dealer = *step().dealer;
  FD_TRY(const auto event, dealer_answer(dealer, game().wants().front()));
  FD_TRY(auto next, game().after(event));
  add(std::move(next), event, std::move(dealer));
  return {};
}

Result<> InspectedMatch::random() {
  const auto active = game().active();
  if (active.empty()) return chance();
  SeededRng rng(seed_ + at_);
  std::map<Seat, rules::Action> moves;
  for (const Seat seat : active) moves[seat] = rules::random_move(game(), seat, *known(seat), rng);
  return happen(rules::moved(moves));
}

std::optional<rules::Known> InspectedMatch::known(Seat seat) const {
  const auto found = step().known.find(seat);
  return found == step().known.end() ? std::nullopt : std::optional(found->second);
}

words::Json InspectedMatch::json() const {
  words::Json events = words::Json::array();
  for (std::size_t ply = 1; ply < steps_.size(); ++ply) {
    const auto& event = steps_[ply].events.front();
    if (!is_of_seats(event)) continue;
    events.push_back(match::event_json(event));
    events.back()["ply"] = ply;
  }
  const rules::AnyGame& first = steps_.front().game;
  return {{"v", 1},
          {"game", first.info().name},
          {"params", first.params()},
          {"seed", seed_},
          {"seats", first.seats()},
          {"events", events},
          {"last", last()},
          {"at", at_}};
}

Result<InspectedMatch> InspectedMatch::load(const words::Json& kept) {
  const rules::JsonReader reader(kept);
  FD_TRY(const auto seats, rules::needed(reader.member("seats").natural(), "the number of seats"));
  FD_TRY(const auto last, rules::needed(reader.member("last").natural(), "the last event"));
  FD_TRY(const auto at, rules::needed(reader.member("at").natural(), "the event that is shown"));
  FD_TRY(const auto name, rules::needed(reader.member("game").text(), "the game"));
  FD_TRY(const auto seed, rules::needed(reader.member("seed").natural(), "the seed"));
  if (last > kInspectedEventsMax || at > last)
    return fail(Fault::bad_parameters, "a match of too many events");
  FD_TRY(auto game, rules::start_game(name, reader.member("params").json(), seats));
  InspectedMatch match(std::move(game), seed);
  if (!reader.member("events").is_list()) return fail(Fault::bad_parameters, "no list of events");
  std::map<std::size_t, rules::JsonReader> events;
  for (const rules::JsonReader& event : reader.member("events").elements())
    if (const auto ply = event.member("ply").natural()) events[*ply] = event;
  for (std::size_t ply = 1; ply <= last; ++ply) {
    if (const auto event = events.find(ply); event != events.end()) {
      FD_TRY(const auto saved, saved_event(event->second, seats));
      FD_TRY(match.happen(saved));
    } else if (match.game().over() || !match.game().active().empty()) {
      return fail(Fault::bad_parameters, "no event of ply " + std::to_string(ply));
    } else {
      FD_TRY(match.chance());
    }
  }
  match.go(at);
  return match;
}

}  // namespace fairdeal::author
