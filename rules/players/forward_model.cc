#include "rules/players/forward_model.h"

#include <algorithm>

#include "rules/json_full.h"
#include "rules/model.h"

namespace fairdeal::rules {
namespace {

/// The model of any game, by its values and actions.
class AnyForwardModel final : public ForwardModel {
 public:
  explicit AnyForwardModel(const AnyGame& game) : game_(game) { look(); }

  std::unique_ptr<ForwardModel> copy() const override {
    return std::make_unique<AnyForwardModel>(*this);
  }
  void become(const ForwardModel& other) override {
    *this = dynamic_cast<const AnyForwardModel&>(other);
  }

  const Payoff* result() const override { return result_ ? &*result_ : nullptr; }
  const std::vector<Seat>& movers() const override { return movers_; }
  const Want& chance() const override { return wants_.front(); }

  std::size_t moves(std::size_t k) const override { return actions(k).size(); }
  std::uint64_t name(std::size_t k, std::size_t move) const override {
    const std::string& text = actions(k)[move].text;
    return hash_bytes(text.data(), text.size());
  }
  std::optional<CardSlot> slot(std::size_t k, std::size_t move) const override {
    return slot_of_move(json_or_null(actions(k)[move].text));
  }
  Action action(std::size_t k, std::size_t move) const override { return actions(k)[move]; }

  Result<> play(const std::vector<std::size_t>& chosen) override {
    std::map<Seat, Action> moves;
    for (std::size_t k = 0; k < movers_.size(); ++k) moves[movers_[k]] = actions(k)[chosen[k]];
    return after(moved(moves));
  }
  void become_value(const AnyGame& value) override {
    game_ = value;
    look();
  }
  Result<> happen(const ChanceEvent& event) override { return after(event_of<Action>(event)); }

  std::optional<Payoff> scores() const override { return game_.scores(); }
  std::optional<Payoff> result_if_ended() const override {
    const auto ended = game_.after(Void{SeatSet::first(game_.seats())});
    return ended ? ended->result() : std::nullopt;
  }
  AnyGame game() const override { return game_; }

 private:
  Result<> after(const AnyEvent& event) {
    FD_TRY(game_, game_.after(event));
    look();
    return {};
  }
  void look() {
    wants_ = game_.wants();
    movers_.clear();
    result_.reset();
    if (wants_.empty()) {
      result_ = game_.result();
      return;
    }
    const auto* move = std::get_if<WantMove>(&wants_.front());
    if (move == nullptr) return;
    movers_ = move->seats;
    actions_.assign(movers_.size(), {});
  }
  /// Returns the moves of the k-th mover. A script is asked for them once they are needed, which
  /// is never where its bot says what to do.
  const std::vector<Action>& actions(std::size_t k) const {
    if (actions_[k].empty()) list(game_.legal(movers_[k]), actions_[k]);
    return actions_[k];
  }
  static void list(const std::vector<Choice>& legal, std::vector<Action>& actions) {
    for (const bool left_to_people : {false, true})  // a script may leave all of them to people
      for (const Choice& choice : legal) {
        if (choice.left_to_people != left_to_people) continue;
        if (left_to_people && !actions.empty()) return;
        if (!choice.range) actions.push_back(choice.action);
        if (choice.range)
          for (const std::int64_t number : numbers_to_try(*choice.range))
            actions.push_back(with_number(choice, number));
      }
  }

  AnyGame game_;
  std::vector<Want> wants_;
  std::optional<Payoff> result_;
  std::vector<Seat> movers_;
  mutable std::vector<std::vector<Action>> actions_;  ///< by the place of the mover; if asked for
};

}  // namespace

std::unique_ptr<ForwardModel> forward_model(const AnyGame& game) {
  if (auto own = game.model().forward_model()) return own;
  return std::make_unique<AnyForwardModel>(game);
}

std::vector<std::int64_t> numbers_to_try(const Range& range) {
  const std::int64_t steps = (range.max - range.min) / range.step;
  std::vector<std::int64_t> numbers;
  for (const std::int64_t step : {std::int64_t{0}, steps / 16, steps / 4, steps})
    if (numbers.empty() || numbers.back() != range.min + range.step * step)
      numbers.push_back(range.min + range.step * step);
  return numbers;
}

}  // namespace fairdeal::rules
