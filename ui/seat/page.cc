#include "ui/seat/page.h"

#include <algorithm>
#include <array>

#include "base/overloaded.h"
#include "proto/key_words.h"
#include "ui/seat/seat.h"
#include "ui/words/secrecy_words.h"
#include "ui/words/terms_words.h"
#include "ui/words/words.h"

namespace fairdeal::apps {
namespace {

const char* page_path(net::Rung rung) {
  switch (rung) {
    case net::Rung::lan:
      return "lan";
    case net::Rung::direct:
      return "direct";
    case net::Rung::punched:
      return "punched";
    case net::Rung::relayed:
      return "relayed";
  }
  return "";
}

/// Returns what a step of this kind of entries is about; "" for kinds that prove nothing.
const char* page_step_words(proto::Kind kind) {
  switch (kind) {
    case proto::Kind::key:
      return "keys of a new deal";
    case proto::Kind::shares:
      return "shares for recovery";
    case proto::Kind::shuffle:
      return "shuffle";
    case proto::Kind::decrypt:
      return "cards opened";
    case proto::Kind::coin:
      return "dice rolled";
    case proto::Kind::commit:  // to a choice, or to a number that dice are made of
      return "commitments";
    case proto::Kind::reveal:
      return "commitments opened";
    case proto::Kind::move:
      return "move";
    case proto::Kind::end:
      return "end";
    case proto::Kind::recover:
      return "recovery";
    case proto::Kind::copy:
      return "cards copied";
    case proto::Kind::none:
      return "";
  }
  return "";
}

bool has_proof(proto::Kind kind) {
  return kind == proto::Kind::key || kind == proto::Kind::shares || kind == proto::Kind::shuffle ||
         kind == proto::Kind::decrypt || kind == proto::Kind::recover || kind == proto::Kind::copy;
}

std::string names_in(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

}  // namespace

std::string cost_of_absence(const rules::AnyGame& game, Seat seat) {
  if (const auto made = move_of_absent(game, {seat})) return made->label;
  if (game.is_script()) return "absent";  // this thread asks a script only for what it shows
  const auto after = game.after(rules::Absent{seat});
  const auto result = after ? after->result() : std::nullopt;
  return result && result->at(seat.value) < 0 ? "lose the match" : "absent";
}

SeatPage::SeatPage(SeatAtTable& seat, boost::asio::io_context& io, PageDisplay& display)
    : Page(io, display), seat_(seat) {}

std::string SeatPage::transcript() const {
  return seat_.session_ ? seat_.session_->transcript() : "";
}

// ---- Events

void SeatPage::on_lobby(const runtime::LobbyNews& news) {
  using What = runtime::LobbyNews::What;
  constexpr std::array kSettled = {What::asks, What::answered, What::gave_up,
                                   What::came, What::kicked,   What::too_late};
  if (std::ranges::count(kSettled, news.what) == 0) return;
  std::erase_if(asking_, [&](const Asking& one) { return one.key == news.key; });
  if (news.what == What::asks)
    asking_.push_back(
        {news.key, seat_.quoted(news, proto::kKeyWordsToDecide), printable(news.nickname)});
}

void SeatPage::on_notice(const runtime::Notice& notice, const runtime::Node& node) {
  const auto& names = *seat_.names_;
  std::visit(Overloaded{[&](const runtime::Arrived& entry) {
                          arrived_[entry.seat] = entry.kind;
                          if (entry.seat == node.me() || !has_proof(entry.kind)) return;
                          ++checks_.proofs;
                          ++checks_.total;
                        },
                        [&](const runtime::StepDecided& decided) { on_decided(decided, node); },
                        [&](const runtime::Refused& refused) {
                          trouble(false, "Something was refused", fairdeal::describe(refused.error),
                                  "The table goes on.");
                        },
                        [&](const runtime::Equivocated& found) {
                          trouble(true, names[found.seat] + " cheats",
                                  "Two statements that " + names[found.seat] +
                                      " signed contradict each other. That proves it to everybody.",
                                  "The table goes on without " + names[found.seat] + ".");
                        },
                        [&](const runtime::StandingChanged& changed) {
                          if (changed.convicted)
                            trouble(true, names[changed.seat] + " was convicted",
                                    names[changed.seat] + describe_standing(changed),
                                    "The table goes on.");
                        },
                        [&](const runtime::Forked& forked) {
                          trouble(true, "The table forked", describe_fork(forked, names),
                                  "Keep the transcript: it shows who is at fault.");
                        },
                        [](const auto&) {}},
             notice);
}

void SeatPage::on_decided(const runtime::StepDecided& decided, const runtime::Node& node) {
  const auto now = Clock::now();
  std::vector<std::string> by;
  for (const auto& [seat, kind] : arrived_) by.push_back((*seat_.names_)[seat]);
  const std::string what = arrived_.empty() ? "" : page_step_words(arrived_.begin()->second);
  if (!what.empty())
    checks_.steps.push_back(
        {.step = decided.step.value,
         .what = what,
         .by = names_in(by),
         .ms = std::chrono::duration_cast<std::chrono::milliseconds>(now - step_began_).count(),
         .ok = decided.absent.empty()});
  if (checks_.steps.size() > kStepsShown) checks_.steps.erase(checks_.steps.begin());
  for (const auto& event : decided.events)
    if (std::holds_alternative<rules::Shuffled>(event)) checks_.proofs = 0;
  checks_.head = node.table().head().hex().substr(0, 16);
  arrived_.clear();
  step_began_ = now;
}

void SeatPage::trouble(bool bad, const std::string& title, const std::string& text,
                       const std::string& next) {
  trouble_.push_back({bad, title, text, next});
  if (trouble_.size() > kTroubleShown) trouble_.erase(trouble_.begin());
  add("trouble", title + ": " + text);
}

void SeatPage::failed(const std::string& message, const std::string& hint) {
  failed_ = true;
  trouble(true, "The program ended", message, hint);
}

// ---- Lines from a page

void SeatPage::on_move(std::uint64_t step, const rules::Action& action) {
  const auto* node = seat_.session_ ? seat_.session_->node() : nullptr;
  if (node == nullptr || node->table().step().value != step || !node->to_act() || !seat_.person())
    return add("note", "That move came too late: the table has gone on.");
  seat_.tell_answer(action, false);
  if (const auto acted = seat_.session_->act(action); !acted)
    return add("note", "Not played: " + printable(acted.error().about) + ".");
  seat_.problem_.clear();
  seat_.result_.end();
  seat_.show();
}

void SeatPage::on_typed(const std::string& line) {
  if (!seat_.session_) return;
  seat_.take_line(line);
  const std::string& problem = seat_.problem_;
  if (!problem.empty() && last_text() != problem + ".") add("note", problem);
}

// ---- Messages to a page

std::string SeatPage::question() const {
  if (ended()) return seat_.next_ ? "Another match with the same people? yes or no" : "";
  if (seat_.asks_script_) return SeatAtTable::kScriptQuestion;
  if (seat_.asks_consent_) return "Do you agree to these terms? yes or no";
  if (seat_.asks_to_quit_)
    return "Do you leave for good (leave), or stop here and come back later (stop)?";
  const bool gathering = seat_.session_ == nullptr || seat_.session_->node() == nullptr;
  if (gathering && !asking_.empty())
    return asking_.front().shown + " asks to sit down. yes " + asking_.front().name + " or no " +
           asking_.front().name;
  if (gathering && seat_.ready_) return "All are here. Begin? start";
  return !gathering && seat_.asks_to_answer() ? kMayItAnswer : "";
}

std::vector<PageAnswer> SeatPage::answers() const {
  const bool gathering = seat_.session_ == nullptr || seat_.session_->node() == nullptr;
  if (ended() || seat_.asks_consent_) return {};
  if (seat_.asks_script_)
    return {{"Run it", "yes"}, {"Do not run it", "no"}, {"How is it played?", "rules"}};
  if (seat_.asks_to_quit_) return {{"Leave for good", "leave"}, {"Stop here", "stop"}};
  if (gathering && !asking_.empty()) {
    // Several may have one nickname.
    const std::string who = proto::key_words(asking_.front().key, proto::kKeyWordsToDecide);
    return {{"Yes", "yes " + who}, {"No", "no " + who}};
  }
  if (!gathering && seat_.asks_to_answer()) return {{"Yes", kItMayAnswer}, {"No", kItMayNotAnswer}};
  return {};
}

SeatSet SeatPage::movers(const runtime::Node& node) const {
  SeatSet seats;
  if (node.to_act()) seats.insert(node.me());
  for (const runtime::Awaited& one : runtime::awaited(node))
    if (one.entry == proto::Kind::move || one.entry == proto::Kind::commit) seats.insert(one.seat);
  return seats;
}

PageSeat SeatPage::seat_of(Seat seat, const runtime::Node& node, SeatSet acting) const {
  const auto& table = node.table();
  const auto& standing = table.members().standing(seat);
  const auto& pace = table.charter().pace;
  const bool lost = seat_.lost_.contains(seat) && !node.parts().links.through(seat);
  const auto left = std::max<std::int64_t>(0, seat_.session_->time_left().ms);
  const bool timed = !pace.untimed();
  PageSeat shown{.name = (*seat_.names_)[seat]};
  const bool plays = seat.value < table.seats();
  shown.role = !plays                              ? "witness"
               : table.game().info().roles.empty() ? ""
                                                   : table.game().role(seat);
  shown.connected = !lost;
  shown.standing = standing.convicted()                                           ? "convicted"
                   : standing.left()                                              ? "left"
                   : lost || standing.gone()                                      ? "away"
                   : table.members().membership(seat) == runtime::Membership::out ? "out"
                                                                                  : "here";
  if (lost && !standing.gone())
    shown.away_ms = acting.has(seat) && timed ? left : node.parts().clock.line_left(seat).ms;
  shown.to_act = acting.has(seat);
  if (const auto path = seat_.session_->path_of(seat)) shown.path = page_path(path->rung);
  if (plays && timed) {
    shown.reserve_ms = node.parts().clock.banks().at(seat.value).ms;
    shown.clock_of_ms = pace.move.ms + shown.reserve_ms;
    if (shown.to_act) shown.clock_ms = left;
  }
  shown.words = seat_.why_not_here(seat);
  if (!shown.words.empty()) shown.words.erase(0, shown.words.find_first_not_of(' '));
  return shown;
}

PageTurn SeatPage::turn_of(const runtime::Node& node, SeatSet acting) const {
  PageTurn turn{.mine = seat_.asks_for_move(), .seats = acting.list()};
  if (acting.empty()) return turn;
  std::vector<std::string> who;
  for (const Seat seat : turn.seats) who.push_back((*seat_.names_)[seat]);
  turn.line = turn.mine ? "Your turn" : names_in(who) + " to act";
  if (node.table().charter().pace.untimed()) return turn;
  turn.left_ms = std::max<std::int64_t>(0, seat_.session_->time_left().ms);
  const Seat first = turn.mine ? node.me() : turn.seats.front();
  turn.then = cost_of_absence(node.table().game(), first);
  return turn;
}

void SeatPage::add_table(PageFacts& facts, const runtime::Node& node) const {
  const auto& table = node.table();
  const SeatSet acting = node.finished() ? SeatSet() : movers(node);
  facts.table.id = table.id().hex();
  facts.table.seats = table.seats();
  facts.table.params = table.game().params();
  facts.step = table.step().value;
  for (std::uint32_t i = 0; i < table.charter().validators(); ++i)
    facts.seats.push_back(seat_of(Seat(i), node, acting));
  const bool plays = node.me().value < table.seats();
  facts.game = PageGame{.game = table.game(),
                        .observer = plays ? rules::Observer(node.me()) : rules::Observer(),
                        .known = seat_.known(),
                        .names = seat_.names_->all(),
                        .asks = seat_.asks_for_move()};
  facts.turn = turn_of(node, acting);
  for (const auto& [seat, done] : parts_of_shuffle(node))
    facts.working.push_back({seat, "shuffle", done});
}

PageFacts SeatPage::facts() {
  PageFacts facts;
  const auto* node = seat_.session_ ? seat_.session_->node() : nullptr;
  const bool began = node != nullptr && seat_.names_;
  facts.phase = failed_               ? "failed"
                : ended()             ? "ended"
                : seat_.asks_consent_ ? "terms"
                : began               ? "playing"
                                      : "gathering";
  facts.table.here = seat_.here_;
  facts.table.ready = !began && seat_.ready_;
  facts.table.code = began ? "" : seat_.code_;
  facts.table.link = began ? "" : link_;
  facts.table.watch_link = watch_link_;
  if (const auto& terms = seat_.terms_) {
    facts.table.game = terms->module;
    facts.table.seats = terms->seats;
    if (const auto params = rules::parse_json(terms->params, proto::kParamsBytesMax))
      facts.table.params = *params;
    facts.terms = terms_in_brief(*terms);
    facts.sentence = trust_sentence(*terms);
  }
  if (seat_.asks_script_ && seat_.script_shown_)
    facts.terms = seat_.describe_script(*seat_.script_shown_);
  facts.question = question();
  facts.answers = answers();
  // Beside its button the page needs no words on how to start.
  facts.waiting = ended() || facts.table.ready ? "" : seat_.waiting();
  if (!began)
    for (const std::string& name : seat_.come_) facts.seats.push_back({.name = name});
  if (began) add_table(facts, *node);
  facts.checks = checks_;
  facts.checks.sentence = checks_.total == 0
                              ? "Nothing had to be proved yet."
                              : "Checked here: " + std::to_string(checks_.total) +
                                    " proofs of the others, " + std::to_string(checks_.proofs) +
                                    " of them in this hand.";
  facts.result = result_;
  facts.last_hand = seat_.last_hand_;
  facts.trouble = trouble_;
  facts.transcript = transcript();
  facts.bell = seat_.bell_;
  facts.away = seat_.away_;
  facts.chat = seat_.chat_.on && (!began || node->parts().config.chat);
  facts.again = ended() && seat_.next_.has_value();
  return facts;
}

}  // namespace fairdeal::apps
