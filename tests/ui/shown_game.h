#pragma once

#include "rules/json_reader.h"
#include "rules/model.h"
#include "ui/front/page_state.h"

/// A game that says of itself what a test wants, as a stranger's script may: any hint, any view,
/// any moves.

namespace fairdeal::words {

/// Its answers. A move is a value, or {"move", "label", "min", "max", "step"} with a range; the
/// views are those of the public and of each seat, and the last one is that of all others.
struct Shown {
  Json hint{}, params = Json::object();
  std::vector<Json> views{};
  std::vector<Json> moves{};
  std::string drawn{};
};

struct ShownGame final : rules::AnyGame::Model {
  explicit ShownGame(Shown given) : Model(given.params, 3), shown(std::move(given)) {
    info_.name = "shown";
    info_.version = "1";
    info_.seats_max = 3;
    if (!shown.hint.is_null()) info_.hint = rules::text(shown.hint);
    for (const Json& move : shown.moves) choices_.push_back(choice_of(rules::JsonReader(move)));
  }
  static rules::AnyGame of(Shown shown) {
    return rules::AnyGame(std::make_shared<const ShownGame>(std::move(shown)));
  }

  const rules::GameInfo& info() const override { return info_; }
  std::vector<rules::Want> wants() const override {
    return {rules::WantMove{{Seat(0), Seat(1), Seat(2)}}};
  }
  std::vector<rules::Choice> legal(Seat) const override { return choices_; }
  std::vector<rules::Choice> choices(Seat, const rules::Known&,
                                     const rules::SeatNames&) const override {
    return choices_;
  }
  std::optional<rules::Action> obvious(Seat, const rules::Known&) const override { return {}; }
  Result<rules::AnyGame> after(const rules::AnyEvent&) const override {
    return fail(Fault::illegal_move, "");
  }
  std::optional<rules::Payoff> result() const override { return {}; }
  rules::Range bounds() const override { return {-1, 1}; }
  std::optional<rules::Payoff> scores() const override { return {}; }
  std::string news(const rules::AnyEvent&, const Model&, const rules::SeatNames&) const override {
    return "";
  }
  std::string label(Seat, const rules::Action&, const rules::Known&,
                    const rules::SeatNames&) const override {
    return "";
  }
  bool is_script() const override { return true; }
  bool done(Seat) const override { return false; }
  bool spent(Seat) const override { return false; }
  bool has_stakes() const override { return false; }
  std::optional<rules::WantShuffle> foresees() const override { return {}; }
  Seat next_first() const override { return Seat(0); }
  Json next_params() const override { return params; }
  Json json() const override { return view({}, {}); }
  Json view(rules::Observer observer, const rules::Known&) const override {
    if (shown.views.empty()) return {};
    const std::size_t place = observer ? observer->value + 1 : 0;
    return shown.views[std::min(place, shown.views.size() - 1)];
  }
  std::string draw(rules::Observer, const rules::Known&, const rules::SeatNames&) const override {
    return shown.drawn;
  }
  bool equals(const Model& other) const override { return this == &other; }

  const Shown shown;

 private:
  static rules::Choice choice_of(const rules::JsonReader& move) {
    const auto label = move.member("label").text();
    const Json& action = label ? move.member("move").json() : move.json();
    rules::Choice choice{
        .action = {rules::text(action)}, .label = label.value_or(rules::text(action)), .range = {}};
    // A script's move has a range only if it is {name = least number}: rules/lua/script_game.cc.
    constexpr std::int64_t kMax = std::int64_t{1} << 53;
    const auto min = move.member("min").number(-kMax, kMax);
    const auto max = move.member("max").number(-kMax, kMax);
    const auto least = rules::JsonReader(action).only_member();
    if (label && min && max && *min <= *max && least && least->second.number() == min)
      choice.range = rules::Range{*min, *max, move.member("step").number(1, kMax).value_or(1)};
    return choice;
  }

  rules::GameInfo info_;
  std::vector<rules::Choice> choices_;
};

/// Returns what a page, and the screen of a terminal, are told of this game, as `observer` sees it.
inline front::PageFacts facts_of_shown(const rules::AnyGame& game, rules::Observer observer) {
  front::PageFacts facts;
  facts.phase = "playing";
  facts.table = {.game = "shown", .params = game.params(), .seats = game.seats()};
  for (std::size_t i = 0; i < game.seats(); ++i)
    facts.seats.push_back({.name = "Seat " + std::to_string(i + 1), .to_act = true});
  facts.terms = {"shown."};
  facts.step = 1;
  facts.turn = {.mine = observer.has_value(), .line = "Your turn"};
  facts.game = front::PageGame{.game = game, .observer = observer, .asks = observer.has_value()};
  return facts;
}

}  // namespace fairdeal::words
