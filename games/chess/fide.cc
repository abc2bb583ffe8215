#include "games/chess/fide.h"

#include <algorithm>
#include <array>

#include "rules/json_full.h"

namespace fairdeal::rules::chess {
namespace {

constexpr std::string_view kAccept = "accept draw", kClaim = "claim draw", kOffer = "offer draw",
                           kResign = "resign";

const std::string& role(Seat seat) { return Board::info().roles.at(seat.value); }

/// A FEN's words but the last two, which count moves.
std::string without_counts(const Board& board) {
  const std::string fen = board.fen();
  return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
}

}  // namespace

std::vector<std::string> Fide::words(const Board& now) const {
  std::vector<std::string> words;
  if (offered_ && *offered_ != now.mover()) words.emplace_back(kAccept);
  if (may_claim(now)) words.emplace_back(kClaim);
  if (!offered_) words.emplace_back(kOffer);
  words.emplace_back(kResign);
  return words;
}

bool Fide::is_word(const std::string& move) {
  return move == kAccept || move == kClaim || move == kOffer || move == kResign;
}

void Fide::say(const std::string& word, const Board& now) {
  if (word == kOffer)
    offered_ = now.mover();
  else
    end_ = word == kResign ? End::resigned : word == kAccept ? End::agreed : End::claimed;
}

void Fide::on_move(const Board& before, const Board& after) {
  if (offered_ && *offered_ != before.mover()) offered_.reset();
  if (after.quiet_plies() == 0)
    earlier_.clear();
  else
    earlier_.push_back(before.as_repeated());
}

bool Fide::has_been(const Board& position) const {
  return std::ranges::count(earlier_, position.as_repeated()) > 0;
}

std::size_t Fide::times(const Board& now) const {
  if (earlier_.size() < 4) return 1;
  return 1 + static_cast<std::size_t>(std::ranges::count(earlier_, now.as_repeated()));
}

Payoff Fide::payoff(const Board& now) const {
  return end_ == End::resigned ? win_for(Seat(1 - now.mover().value)) : Payoff{0, 0};
}

std::string Fide::ending(const Board& now) const {
  if (end_ == End::resigned) return role(now.mover()) + " resigns.";
  if (end_ == End::agreed) return "A draw by agreement.";
  if (end_ == End::none) return "A draw: the same position for the fifth time.";
  return times(now) >= 3
             ? "A draw, claimed: the same position for the third time."
             : "A draw, claimed: fifty moves of each side without a capture or a pawn's move.";
}

std::string Fide::offer() const { return offered_ ? role(*offered_) + " offers a draw." : ""; }

Json Fide::json() const {
  Json earlier = Json::array();
  for (const Board& board : earlier_) earlier.push_back(without_counts(board));
  constexpr std::array kEnds = {std::string_view(), kResign, kAccept, kClaim};
  return {{"earlier", std::move(earlier)},
          {"offered", offered_ ? Json(role(*offered_)) : Json()},
          {"end", end_ == End::none ? Json() : Json(kEnds[static_cast<std::size_t>(end_)])}};
}

Result<Fide> Fide::load(const Json& state, const Board& now) {
  Fide fide;
  const Json& earlier = state.at("earlier");
  if (!earlier.is_array() || earlier.size() > now.quiet_plies())
    return bad_state("'earlier' has at most the positions since the last capture or pawn's move");
  for (const Json& fen : earlier) {
    FD_TRY(Board board, Board::parse_fen(fen.get<std::string>() + " 0 1"));
    board.let_quiet(now.quiet_limit());
    if (board != board.as_repeated()) return bad_state("a pawn that cannot be taken, in 'earlier'");
    fide.earlier_.push_back(board);
  }
  if (const Json& offered = state.at("offered"); !offered.is_null()) {
    fide.offered_ = Seat(offered == role(Seat(0)) ? 0 : 1);
    if (offered != role(*fide.offered_)) return bad_state("'offered' is a role or null");
  }
  if (const Json& end = state.at("end"); !end.is_null()) {
    const auto word = end.get<std::string>();
    if (word == kOffer || std::ranges::count(fide.words(now), word) == 0)
      return bad_state("'end' is a word that ends a match here, or null");
    fide.say(word, now);
  }
  return fide;
}

}  // namespace fairdeal::rules::chess
