#include "ui/seat/sentences.h"

#include <algorithm>

#include "proto/key_words.h"
#include "proto/name.h"
#include "rules/choice_text.h"
#include "ui/seat/evening.h"
#include "ui/words/printable.h"
#include "ui/words/rung_words.h"

namespace fairdeal::seat {

using Question = Model::Question;

// ---- For whom the seat waits

Waits waits_for(const Model& model) {
  const auto& gathering = model.gathering;
  if (model.asks(Question::agree) || model.asks(Question::run_script)) return Waits::nobody;
  if (gathering.waits_for_host) return Waits::host_admits;
  if (model.seeks_host())
    return gathering.until_break && !gathering.seeks_bank ? Waits::next_break : Waits::host_answers;
  if (gathering.ready) return Waits::own_start;
  if (!gathering.all_came) return Waits::others;
  return model.setup.guest && !model.sight.started ? Waits::host_starts : Waits::agreement;
}

namespace {

/// Says how many are gone, how many must agree, and for whom the table waits, if fewer are here
/// than must agree; nothing if enough are.
words::Said stuck_words(const Model& model) {
  const TableSight& table = *model.table();
  const auto& charter = table.table->charter();
  if (table.table->over()) return {};
  std::vector<std::string> gone;
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (Seat(i) != table.me && is_lost(model, Seat(i))) gone.push_back(model.name_of(Seat(i)));
  if (charter.validators() - gone.size() >= charter.quorum) return {};
  std::vector<words::Said> some;
  for (std::size_t i = 0; i + 1 < gone.size(); ++i)
    some.push_back(words::said("person", {{"who", words::name(gone[i])}}));
  const auto last = words::name(gone.back());
  const auto who = words::sentence(
      some.empty() ? words::said("person", {{"who", last}})
                   : words::said("one_or_other", {{"who", words::list(some)}, {"last", last}}));
  return words::said("stuck",
                     {{"n", words::count(static_cast<std::int64_t>(gone.size()))},
                      {"of", words::count(static_cast<std::int64_t>(charter.validators()))},
                      {"quorum", words::count(charter.quorum)},
                      {"who", who}});
}

}  // namespace

words::Said waiting(const Model& model) {
  if (model.table() != nullptr && model.people.names)
    if (words::Said stuck = stuck_words(model); !stuck.empty()) return stuck;
  return awaited(model);
}

namespace {

/// Says which bots are to move, unless the person is, too.
words::Said awaited_bots(const Model& model) {
  const Position* at = model.position();
  if (at == nullptr || at->to_act || at->game().over() || !model.people.names) return {};
  std::vector<std::string> bots;
  for (const Seat seat : at->game().active()) {
    if (seat == at->me) return {};
    bots.push_back(model.name_of(seat));
  }
  return bots.empty() ? words::Said() : words::said("waiting_move", {{"who", words::names(bots)}});
}

}  // namespace

words::Said awaited(const Model& model) {
  if (const auto* table = model.table())
    return words::awaited_by(table->me, table->awaited, table->asking, *table->table,
                             *model.people.names);
  if (model.setup.dealer) return awaited_bots(model);
  switch (waits_for(model)) {
    case Waits::nobody:
      return {};
    case Waits::host_admits:
      return words::said("waiting_admits");
    case Waits::host_answers:
      return model.setup.continues
                 ? words::said("waiting_next",
                               {{"who", words::name(model.setup.continues->host_name)}})
                 : words::said("waiting_answers");
    case Waits::next_break:
      return words::said("waiting_break");
    case Waits::others:
      return words::said("waiting_others");
    case Waits::own_start:
      return model.gathering.all_came ? words::said("all_here") : words::said("may_start");
    case Waits::host_starts:
      return words::said("waiting_start", {{"who", words::name(model.gathering.host_name)}});
    case Waits::agreement:
      return words::said("waiting_agreement");
  }
  return {};
}

namespace {

/// Returns how long the step still waits for this seat's move, and what happens then: " (45 s, then
/// check)"; "" if the table has no clock.
std::string times_words(const Model& model, Seat seat) {
  const TableSight& table = *model.table();
  if (table.table->charter().pace.untimed()) return "";
  return " (" + std::to_string(std::max<std::int64_t>(table.time_left.ms, 0) / 1000) + " s, then " +
         cost_of_absence(model, table.game(), seat) + ")";
}

}  // namespace

std::string waiting_words(const Model& model) {
  const std::string text = waiting(model).text();
  if (text.empty()) return "";
  const auto* table = model.table();
  if (const auto mover =
          table != nullptr ? state::stages::to_move(table->table->stage()) : std::nullopt;
      mover && *mover != table->me && table->table->members().present().has(*mover))
    return text + times_words(model, *mover);
  const auto waited =
      std::chrono::duration_cast<std::chrono::seconds>(model.sight.now - model.clocks.waits_since)
          .count();
  return text + (waited > 0 ? " (" + std::to_string(waited) + " s)" : "");
}

bool overdue(const Model& model, Model::Clock::duration tick) {
  const auto timeout = model.setup.options.timeout_s;
  if (timeout == 0 || waiting(model).empty()) return false;
  const auto* table = model.table();
  if (table != nullptr && (table->table->over() || table->to_act)) return false;
  // The session itself gives up the search for a host after as long, and says more about why.
  const bool session_knows = model.seeks_host() && !model.gathering.waits_for_host;
  const auto most =
      std::chrono::seconds(timeout) + (session_knows ? tick : Model::Clock::duration{});
  return model.sight.now - model.clocks.waits_since > most;
}

// ---- The person's move

namespace {

/// Returns whether the game is one whose seats may sit out, as those of poker by their terms.
bool may_sit_out(const rules::AnyGame& game) { return game.info().shelf == "poker"; }

rules::Action move_back() { return {R"("back")"}; }

}  // namespace

bool is_sitting_out(const rules::AnyGame& game, const rules::Action& action) {
  return may_sit_out(game) && rules::kind_of(action) == "away";
}

bool is_coming_back(const rules::AnyGame& game, const rules::Action& action) {
  return may_sit_out(game) && action == move_back();
}

std::optional<rules::Action> unasked(const Model& model) {
  const auto* at = model.position();
  if (at == nullptr || !at->to_act) return {};
  const auto& erred = model.play.erred;
  if (auto action = at->game().obvious(at->me, known(model)); action && !erred.contains(*action))
    return action;
  if (const rules::Action back = move_back(); model.play.comes_back > 0 && !erred.contains(back) &&
                                              may_sit_out(at->game()) &&
                                              rules::allows(at->game(), at->me, back))
    return back;
  const auto choice = model.play.away ? words::move_of_absent(at->game(), {at->me})
                                      : std::optional<rules::Choice>();
  return choice && !erred.contains(choice->action) ? std::optional(choice->action) : std::nullopt;
}

bool asks_for_move(const Model& model) {
  const auto* at = model.position();
  return model.setup.person() && model.play.bot.empty() && at != nullptr && at->to_act &&
         !unasked(model);
}

std::vector<rules::Choice> choices(const Model& model) {
  const auto& at = *model.position();
  return at.game().choices(at.me, known(model), model.people.names->all());
}

rules::Known known(const Model& model) { return known_of(model, model.position()->known); }

rules::Known known_of(const Model& model, rules::Known known) {
  known.answers = may_answer(model);
  known.shows_losing = model.setup.options.show_losing;
  return known;
}

bool may_answer(const Model& model) {
  const auto& play = model.play;
  return play.answers || (!play.answers_said && play.game && play.game->is_shipped());
}

bool can_answer(const Model& model) {
  const auto& game = model.play.game;
  const auto* at = model.position();
  return game && at != nullptr && model.setup.person() && rules::secrets_of(game->info()).answers &&
         at->me.value < game->seats();
}

bool asks_to_answer(const Model& model) {
  return can_answer(model) && !may_answer(model) && !model.play.answers_said;
}

std::string cost_of_absence(const Model& model, const rules::AnyGame& game, Seat seat) {
  if (const auto move = words::label_of_absent(game, seat, *model.people.names)) return *move;
  if (game.is_script()) return "absent";  // this thread asks a script only for what it shows
  const auto after = game.after(rules::Absent{seat});
  const auto result = after ? after->result() : std::nullopt;
  if (!result) return "absent";
  if (result->at(seat.value) < 0) return "lose the match";
  return std::ranges::count(*result, 0) == std::ssize(*result) ? "draw the match" : "absent";
}

// ---- The members

std::string shown_name(const Model& model, const proto::Member& member) {
  const bool me = member.key == model.setup.key;
  return me ? member.nickname
            : model.people.contacts.shown(member.key.public_key(), member.nickname);
}

std::string guest_words(const Model& model, const meet::LobbyNews& news, std::size_t words) {
  const home::ContactList& contacts = model.people.contacts;
  if (const home::KeptContact* contact = contacts.with(news.key)) return contact->name + " ✓";
  const std::string shown = contacts.shown(news.key, news.nickname);
  return (shown == news.nickname ? words::quoted(shown) : shown) + " (" +
         proto::key_words(news.key, words) + ")";
}

std::string name_of_member(const Model& model, const crypto::PublicKey& key) {
  const auto& charter = model.table()->table->charter();
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (charter.member(Seat(i)).key == key) return model.name_of(Seat(i));
  return "";
}

bool is_contact(const Model& model, Seat seat) {
  const auto* table = model.table();
  return table != nullptr && model.people.contacts.with(
                                 table->table->charter().member(seat).key.public_key()) != nullptr;
}

tl::expected<Seat, words::Said> member_called(const Model& model, const std::string& who) {
  const auto& table = *model.table();
  const auto& charter = table.table->charter();
  std::vector<Seat> shown, called;
  for (std::uint32_t i = 0; i < charter.validators(); ++i) {
    const proto::Member& member = charter.member(Seat(i));
    if (Seat(i) == table.me) continue;
    const std::string words = proto::key_words(member.key.public_key(), proto::kKeyWordsToDecide);
    const bool named = proto::name_problem(who).empty() && proto::same_name(who, member.nickname);
    if (model.name_of(Seat(i)) == who) shown.push_back(Seat(i));
    if (who.empty() || named || (words + " ").starts_with(who + " ")) called.push_back(Seat(i));
  }
  const auto& meant = shown.empty() ? called : shown;
  if (meant.size() == 1) return meant.front();
  if (who.empty()) return tl::unexpected(words::said("keep_takes_name"));
  const words::Values values{{"who", words::name(words::printable(who))}};
  return tl::unexpected(meant.empty() ? words::said("keep_nobody", values)
                                      : words::said("keep_several", values));
}

bool is_lost(const Model& model, Seat seat) {
  return model.people.lost.contains(seat) && !model.table()->members.at(seat.value).through;
}

namespace {

/// Says for how long there has been no contact with the seat. The number changes every ten seconds
/// at most, since a screen reader says each one.
words::Said words_of_lost(const Model& model, Seat seat) {
  using std::chrono::duration_cast, std::chrono::seconds;
  constexpr std::int64_t kStep_s = 10, kMinute_s = 60;
  const auto since = model.people.lost.at(seat);
  const std::int64_t gone_s = duration_cast<seconds>(model.sight.now - since).count();
  if (gone_s < kStep_s) return words::said("seat_lost");
  if (gone_s >= 2 * kMinute_s)
    return words::said("seat_lost_for_minutes", {{"n", words::count(gone_s / kMinute_s)}});
  return words::said("seat_lost_for", {{"n", words::count(gone_s / kStep_s * kStep_s)}});
}

}  // namespace

words::Said why_not_here(const Model& model, Seat seat) {
  const auto& standing = model.table()->standing(seat);
  if (standing.convicted()) return words::said("seat_cheated");
  if (standing.left()) return words::said("seat_left");
  if (standing.gone()) return words::said("seat_silent");
  return is_lost(model, seat) ? words_of_lost(model, seat) : words::Said();
}

words::Said watchers_words(const Model& model, Seat at) {
  std::string who;
  for (const auto& key : model.people.watchers.at(at))
    who += (who.empty() ? "" : ", ") + proto::key_words(key, proto::kKeyWordsToDiffer);
  const auto where = words::name(model.name_of(at));
  return who.empty() ? words::said("nobody_watches", {{"who", where}})
                     : words::said("watching", {{"who", where}, {"keys", words::text(who)}});
}

namespace {

/// Says that the member is here, and how it is reached.
words::Said said_of_path(const words::Said::Value& who, const MemberSight& member) {
  if (!member.path) return words::said("here", {{"who", who}});
  if (member.path->rung == channel::Rung::relayed && member.relay_only)
    return words::said(
        "here_relayed",
        {{"who", who}, {"why", words::sentence(words::punch_said(*member.relay_only))}});
  return words::said(
      "here_by", {{"who", who}, {"path", words::sentence(words::rung_said(member.path->rung))}});
}

}  // namespace

words::Said who_is_here(const Model& model) {
  const auto* table = model.table();
  const std::string& here = model.gathering.here;
  if (model.setup.dealer) {
    const auto& all = model.people.names->all();
    const std::vector<std::string> bots(all.begin() + 1, all.end());
    return bots.empty() ? words::said("play_alone")
                        : words::said("play_against", {{"who", words::names(bots)}});
  }
  if (table == nullptr && !here.empty() && !model.sight.newcomers.empty()) {
    std::vector<words::Said> lines = newcomers_said(model);
    lines.insert(lines.begin(), full_stop(model.gathering.here_said));
    return words::in_lines(lines);
  }
  if (table == nullptr)
    return !here.empty()            ? full_stop(model.gathering.here_said)
           : waits_for_break(model) ? full_stop(awaited(model))
                                    : words::said("host_unanswered");
  std::vector<words::Said> lines;
  for (std::uint32_t i = 0; i < table->members.size(); ++i) {
    const Seat seat(i);
    const MemberSight& member = table->members[i];
    const words::Said why = why_not_here(model, seat);
    const auto who = words::name(model.name_of(seat) + (is_contact(model, seat) ? " ✓" : ""));
    lines.push_back(
        !why.empty()        ? words::said("not_here", {{"who", who}, {"why", words::sentence(why)}})
        : seat == table->me ? words::said("here_yourself", {{"who", who}})
        : member.through
            ? words::said("here_via",
                          {{"who", who}, {"by", words::name(model.name_of(*member.through))}})
            : said_of_path(who, member));
  }
  for (const auto& [at, keys] : model.people.watchers)
    if (!keys.empty()) lines.push_back(watchers_words(model, at));
  return words::in_lines(lines);
}

// ---- The table

rules::SeatNames marked_names(const Model& model) {
  rules::SeatNames names = model.people.names->all();
  if (model.table() == nullptr) return names;
  const auto& table = *model.table();
  for (std::uint32_t i = 0; i < table.seats(); ++i) {
    const Seat seat(i);
    const auto& standing = table.standing(seat);
    names[i] += std::string(is_contact(model, seat) ? " ✓" : "") +
                (standing.convicted()               ? " (cheated)"
                 : standing.left()                  ? " (left)"
                 : standing.gone()                  ? " (gone)"
                 : model.people.lost.contains(seat) ? " (no contact)"
                                                    : "");
  }
  return names;
}

std::vector<std::string> shuffle_lines(const Model& model) {
  const auto* table = model.table();
  if (table == nullptr) return {};
  return words::shuffle_stages(*table->table, table->passed, *model.people.names);
}

std::string drawn(const Model& model) {
  const auto& at = *model.position();
  return words::drawing_of(at.game(), at.me, at.known, marked_names(model));
}

namespace {

/// Returns a line for each witness who is not there.
std::string witness_lines(const Model& model) {
  const auto& table = *model.table();
  std::string lines;
  for (auto i = static_cast<std::uint32_t>(table.seats()); i < table.members.size(); ++i)
    if (const auto why = why_not_here(model, Seat(i)); !why.empty())
      lines += model.name_of(Seat(i)) + " " + why.text() + "\n";
  return lines;
}

}  // namespace

std::string question_words(const Model& model) {
  const std::string problem = model.problem.empty() ? "" : model.problem.text() + "\n";
  if (model.asks(Question::watch)) return problem + kWatchQuestion;
  if (model.asks(Question::run_script)) return problem + words::said("script_question").text();
  if (model.asks(Question::agree))
    return problem +
           "Do you agree? Type yes or no; terms shows all in full, rules how it is played";
  return "";
}

std::string subject_asked(const Model& model) {
  if (model.account.ended) return "";
  std::string subject;
  if (model.question != Question::none)
    subject += "question " + std::to_string(static_cast<int>(model.question)) + " ";
  if (asks_for_move(model)) subject += "move " + std::to_string(model.position()->step);
  if (model.position() != nullptr || model.setup.guest) return subject;
  for (const auto& one : model.gathering.asking) subject += "guest " + one.key.hex() + " ";
  return subject + (model.gathering.ready ? "start" : "");
}

words::Said sure_question(const Model& model) {
  return words::said("sure", {{"move", words::game(words::printable(model.play.unsure_label))}});
}

words::Said resign_question() { return words::said("sure_to_resign"); }

bool resigns(const Model& model) {
  const Position* at = model.position();
  if (at == nullptr || model.account.ended || !at->game().resigns()) return false;
  return model.table() == nullptr || !model.table()->standing(at->me).left();
}

std::string problem_words(const Model& model) {
  const std::string text = model.asks(Question::how_to_quit)     ? words::said("how_to_quit").text()
                           : model.asks(Question::resign)        ? resign_question().text()
                           : model.asks(Question::sure)          ? sure_question(model).text()
                           : model.asks(Question::leave_evening) ? leave_question(model).text()
                                                                 : model.problem.text();
  return text.empty() ? "" : text + "\n";
}

words::Said full_stop(const words::Said& problem) {
  return words::said("full_stop", {{"what", words::sentence(problem)}});
}

words::Said all_choices_said(const Model& model) {
  const rules::AnyGame& game = model.position()->game();
  const auto all = choices(model);
  const bool bets = game.info().shelf == "poker";
  const auto number = [bets](std::int64_t value) {
    return bets ? words::chips(value) : words::count(value);
  };
  std::vector<words::Said> lines;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string n = rules::choice_number(all, i);
    const auto move = words::move_value(game, words::printable(all[i].label));
    const auto& range = all[i].range;
    words::Values values{{"n", words::text(n)}, {"move", move}};
    if (range && range->min != range->max) {
      values.insert({{"least", number(range->min)}, {"most", number(range->max)}});
      lines.push_back(n.empty() ? words::said("listed_amount", values)
                                : words::said("listed_range", values));
    } else {
      lines.push_back(words::said("listed_move", values));
    }
  }
  return words::in_lines(lines);
}

std::string listed_choices(const Model& model, bool all) {
  const bool marked = !model.position()->game().is_shipped();
  return rules::list_choices(choices(model), all, marked ? "| " : "");
}

std::string move_question(const Model& model) {
  return problem_words(model) + listed_choices(model, false) + "\nYour move" +
         (model.table() == nullptr ? "" : times_words(model, model.table()->me) + ", or help");
}

std::string block(const Model& model) {
  if (const std::string question = question_words(model); !question.empty()) return question;
  const bool asks = asks_for_move(model);
  std::string text = model.play.result.held();
  if (text.empty() && model.position() != nullptr)
    text = drawn(model) + (model.table() == nullptr ? "" : witness_lines(model)) + "\n";
  for (const auto& line : shuffle_lines(model)) text += "  " + line + "\n";
  return text + (asks ? move_question(model) : problem_words(model) + waiting_words(model));
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

std::string spaces_cut(std::string text) {
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.pop_back();
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.erase(0, 1);
  return text;
}

}  // namespace fairdeal::seat
