#include "games/chess/pgn.h"

#include <sstream>

#include "base/overloaded.h"
#include "games/chess/chess.h"
#include "rules/json_full.h"
#include "rules/turns.h"

namespace fairdeal::rules {
namespace {

constexpr std::size_t kLineColumns = 80;

std::string tag(const std::string& name, const std::string& value) {
  std::string escaped;
  for (const char c : value) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return "[" + name + " \"" + escaped + "\"]\n";
}

}  // namespace

Pgn::Pgn(const AnyGame& start, SeatNames names, std::string event)
    : fen_(start.json().at("fen").get<std::string>()),
      names_(std::move(names)),
      event_(std::move(event)) {}

void Pgn::on(const AnyEvent& event, const AnyGame& after) {
  std::visit(Overloaded{[&](const Moved<Action>& moved) {
                          auto move = Json::parse(moved.move.text).get<std::string>();
                          if (!chess::Fide::is_word(move)) moves_.push_back(std::move(move));
                        },
                        [&](const Absent& absent) {
                          broken_off(absent.seat, "did not move in time", "time forfeit", after);
                        },
                        [&](const Out& out) {
                          broken_off(out.seat, out.left ? "left" : "did not answer", "abandoned",
                                     after);
                        },
                        [&](const Resigned& gives_up) {
                          comment_ = gives_up.seat == Seat(0) ? "White resigns." : "Black resigns.";
                        },
                        [&](const Void& lost) {
                          const bool white = lost.by.has(Seat(0));
                          broken_off(Seat(white ? 0 : 1), "did not answer", "abandoned", after);
                          if (lost.by.size() == 2) comment_ = "Nobody answered.";
                        },
                        [](const auto&) {}},
             event);
  payoff_ = after.result();
  const auto* chess = position_of<Chess>(after);
  if (chess != nullptr && chess->over()) comment_ = chess->ending();
}

void Pgn::broken_off(Seat seat, const std::string& how, const std::string& termination,
                     const AnyGame& after) {
  termination_ = termination;
  comment_ = (seat == Seat(0) ? "White " : "Black ") + how + ".";
  const auto* chess = position_of<Chess>(after);
  const std::string drawn = chess == nullptr ? "" : chess->drawn_without(seat);
  if (!drawn.empty()) comment_ += " " + drawn;
}

std::string Pgn::result() const {
  if (!payoff_) return "*";
  const auto white = payoff_->at(0), black = payoff_->at(1);
  return white > black ? "1-0" : white < black ? "0-1" : "1/2-1/2";
}

std::string Pgn::termination() const {
  if (!payoff_) return "unterminated";
  return termination_;
}

std::string Pgn::moves() const {
  const auto start = chess::Board::parse_fen(fen_).value();
  std::size_t number = std::stoul(fen_.substr(fen_.rfind(' ') + 1));
  bool white = start.side() == chess::Side::white;
  std::vector<std::string> words;
  for (const std::string& move : moves_) {
    if (white || words.empty()) words.push_back(std::to_string(number) + (white ? "." : "..."));
    words.push_back(move);
    if (!white) ++number;
    white = !white;
  }
  std::istringstream comment(comment_.empty() ? "" : "{" + comment_ + "}");
  for (std::string word; comment >> word;) words.push_back(word);
  words.push_back(result());
  std::string text, line;
  for (const std::string& word : words) {
    if (!line.empty() && line.size() + 1 + word.size() > kLineColumns - 1) {
      text += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return text + line + "\n";
}

std::string Pgn::text() const {
  std::string tags = tag("Event", event_) + tag("Site", "?") + tag("Date", "????.??.??") +
                     tag("Round", "-") + tag("White", seat_name(names_, Seat(0))) +
                     tag("Black", seat_name(names_, Seat(1))) + tag("Result", result());
  if (fen_ != chess::Board::initial().fen()) tags += tag("SetUp", "1") + tag("FEN", fen_);
  return tags + tag("Termination", termination()) + "\n" + moves();
}

}  // namespace fairdeal::rules
