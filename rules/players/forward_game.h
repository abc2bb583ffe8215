#pragma once

#include <type_traits>

#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "rules/players/forward_model.h"
#include "rules/position.h"

namespace fairdeal::rules {

/// Returns a number by which a move is told apart from others. `json` returns its JSON form.
template <class Move, class ToJson>
std::uint64_t name_of_move(const Move& move, const ToJson& json) {
  if constexpr (std::is_integral_v<Move> || std::is_enum_v<Move>) {
    return static_cast<std::uint64_t>(move);
  } else if constexpr (std::is_trivially_copyable_v<Move> &&
                       std::has_unique_object_representations_v<Move>) {
    return hash_bytes(&move, sizeof move);
  } else {
    const std::string name = text(json(move));
    return hash_bytes(name.data(), name.size());
  }
}

/// Returns the slot that a move is, if its JSON form is nothing but a number.
inline std::optional<CardSlot> slot_of_move(const Json& json) {
  const auto slot = JsonReader(json).number(0, 0xffff);
  if (!slot) return {};
  return CardSlot(static_cast<std::uint32_t>(*slot));
}

/// The model of a compiled game (Game in rules/game.h). `M` is its ModelOf<G>.
template <class M>
class ForwardGame final : public ForwardModel {
 public:
  using G = std::remove_cv_t<decltype(M::game)>;
  using Move = typename G::Move;

  explicit ForwardGame(const M& model)
      : game_(model.game),
        params_(std::make_shared<const Json>(model.params)),
        seats_(model.seats) {
    look();
  }

  std::unique_ptr<ForwardModel> copy() const override {
    return std::make_unique<ForwardGame>(*this);
  }
  void become(const ForwardModel& other) override {
    *this = static_cast<const ForwardGame&>(other);
  }

  const Payoff* result() const override { return result_ ? &*result_ : nullptr; }
  const std::vector<Seat>& movers() const override { return movers_; }
  const Want& chance() const override { return wants_.front(); }

  std::size_t moves(std::size_t k) const override { return moves_[k].size(); }
  std::uint64_t name(std::size_t k, std::size_t move) const override {
    return name_of_move(moves_[k][move], G::move_json);
  }
  std::optional<CardSlot> slot(std::size_t k, std::size_t move) const override {
    return slot_of_move(G::move_json(moves_[k][move]));
  }
  Action action(std::size_t k, std::size_t move) const override {
    return {text(G::move_json(moves_[k][move]))};
  }

  Result<> play(const std::vector<std::size_t>& chosen) override {
    if (movers_.size() == 1)
      return after(Moved<Move>{movers_.front(), moves_.front()[chosen.front()]});
    MovedTogether<Move> together;
    for (std::size_t k = 0; k < movers_.size(); ++k)
      together.moves.emplace(movers_[k], moves_[k][chosen[k]]);
    return after(std::move(together));
  }
  void become_value(const AnyGame& value) override {
    game_ = static_cast<const M&>(value.model()).game;
    look();
  }
  Result<> happen(const ChanceEvent& event) override { return after(event_of<Move>(event)); }

  std::optional<Payoff> scores() const override { return game_.scores(); }
  std::optional<Payoff> result_if_ended() const override {
    const auto ended = game_.after(Void{SeatSet::first(seats_)});
    return ended ? ended->result() : std::nullopt;
  }
  AnyGame game() const override {
    return AnyGame(std::make_shared<const M>(game_, *params_, seats_));
  }

 private:
  Result<> after(const Event<Move>& event) {
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
    if (moves_.size() < movers_.size()) moves_.resize(movers_.size());
    for (std::size_t k = 0; k < movers_.size(); ++k) list(movers_[k], moves_[k]);
  }
  void list(Seat seat, std::vector<Move>& moves) const {
    moves = game_.legal(seat);
    const auto& people = G::info().left_to_people;
    if (!people.empty()) {
      const auto is_for_bots = [&](const Move& move) {
        return std::ranges::count(people, text(G::move_json(move))) == 0;
      };
      if (std::ranges::any_of(moves, is_for_bots))
        std::erase_if(moves, [&](const Move& move) { return !is_for_bots(move); });
    }
    if constexpr (HasRanges<G>) {
      for (std::size_t i = 0, listed = moves.size(); i < listed; ++i) {
        const auto range = game_.range(seat, moves[i]);
        if (!range) continue;
        const Choice choice{.action = {text(G::move_json(moves[i]))}, .label = {}, .range = range};
        for (const std::int64_t number : numbers_to_try(*range)) {
          if (number == range->min) continue;
          const auto move = G::parse_move(json_or_null(with_number(choice, number).text));
          if (move) moves.push_back(*move);
        }
      }
    }
  }

  G game_;
  std::shared_ptr<const Json> params_;
  std::size_t seats_;
  std::vector<Want> wants_{};
  std::optional<Payoff> result_{};
  std::vector<Seat> movers_{};
  std::vector<std::vector<Move>> moves_{};  ///< by the place of the mover; may have more
};

/// The model of a game of turns: its position moves on in place. `M` is ModelOf<Turns<P>>.
template <class M, class P>
class ForwardPosition final : public ForwardModel {
 public:
  using G = std::remove_cv_t<decltype(M::game)>;
  using Move = typename P::Move;

  explicit ForwardPosition(const M& model)
      : at_(model.game.position()),
        params_(std::make_shared<const Json>(model.params)),
        seats_(model.seats),
        result_(model.game.result()) {
    look();
  }

  std::unique_ptr<ForwardModel> copy() const override {
    return std::make_unique<ForwardPosition>(*this);
  }
  void become(const ForwardModel& other) override {
    const auto& from = static_cast<const ForwardPosition&>(other);
    at_ = from.at_;
    result_ = from.result_;
    movers_ = from.movers_;
    moves_ = from.moves_;
  }

  const Payoff* result() const override { return result_ ? &*result_ : nullptr; }
  const std::vector<Seat>& movers() const override { return movers_; }
  const Want& chance() const override { CHECK(false); }

  std::size_t moves(std::size_t) const override { return moves_.size(); }
  std::uint64_t name(std::size_t, std::size_t move) const override {
    return name_of_move(moves_[move], P::move_json);
  }
  std::optional<CardSlot> slot(std::size_t, std::size_t) const override { return {}; }
  Action action(std::size_t, std::size_t move) const override {
    return {text(P::move_json(moves_[move]))};
  }

  Result<> play(const std::vector<std::size_t>& chosen) override {
    at_.play(moves_[chosen.front()]);
    look();
    return {};
  }
  void become_value(const AnyGame& value) override {
    const auto& after = static_cast<const M&>(value.model()).game;
    at_ = after.position();
    result_ = after.result();
    look();
  }
  Result<> happen(const ChanceEvent&) override { CHECK(false); }

  std::optional<Payoff> scores() const override {
    if constexpr (requires { at_.scores(); })
      return at_.scores();
    else
      return {};
  }
  std::optional<Payoff> result_if_ended() const override { return {}; }
  AnyGame game() const override {
    return AnyGame(std::make_shared<const M>(G(at_), *params_, seats_));
  }

 private:
  void look() {
    movers_.clear();
    moves_.clear();
    if (!result_ && at_.over()) result_ = at_.payoff();
    if (result_) return;
    movers_.push_back(at_.mover());
    for (const auto& move : at_.moves()) moves_.push_back(move);
  }

  P at_;
  std::shared_ptr<const Json> params_;
  std::size_t seats_;
  std::optional<Payoff> result_;  ///< also that of an absence
  std::vector<Seat> movers_{};
  std::vector<Move> moves_{};
};

}  // namespace fairdeal::rules
