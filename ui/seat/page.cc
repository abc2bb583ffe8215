#include "ui/seat/page.h"

#include <algorithm>

#include "proto/key_words.h"
#include "ui/seat/evening.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/printable.h"
#include "ui/words/rung_words.h"
#include "ui/words/secrecy_words.h"
#include "ui/words/terms_words.h"

namespace fairdeal::seat {
namespace {

using Question = Model::Question;

bool cashes_out(const proto::Order& order) { return order.kind == proto::Order::Kind::cash_out; }

words::Said page_question(const Model& model) {
  const auto& gathering = model.gathering;
  if (model.account.ended)
    return model.account.next ? words::said("another_match_question") : words::Said();
  if (model.asks(Question::run_script)) return words::said("script_question");
  if (model.asks(Question::agree)) return words::said("terms_question");
  if (model.asks(Question::how_to_quit)) return words::said("quit_question");
  if (model.asks(Question::sure)) return sure_question(model);
  if (model.asks(Question::resign)) return resign_question();
  if (model.asks(Question::leave_evening)) return leave_question(model);
  const bool gathers = model.table() == nullptr;
  if (gathers && !gathering.asking.empty()) {
    const auto& [key, shown, name] = gathering.asking.front();
    return words::said("sit_down_question",
                       {{"who", words::name(shown)}, {"name", words::name(name)}});
  }
  if (gathers && !gathering.ordering.empty()) {
    const auto& [who, order] = gathering.ordering.front();
    const words::Values values{{"who", words::name(who.shown)}, {"n", words::chips(order.chips)}};
    return cashes_out(order) ? words::said("cash_out_question", values)
                             : words::said("order_question", values);
  }
  if (gathers && gathering.ready) return words::said("start_question");
  return asks_to_answer(model) ? words::may_it_answer() : words::Said();
}

void put_question(front::PageFacts& facts, const Model& model) {
  const words::Said question = page_question(model);
  facts.question = question.text();
  facts.question_said = question.json();
}

/// Returns the question as values, for pages that have their own words for it.
std::optional<front::message::Asked> asked(const Model& model) {
  using front::message::Asked;
  const auto& gathering = model.gathering;
  if (model.account.ended) return {};
  if (model.asks(Question::run_script)) return Asked{.what = "script"};
  if (model.asks(Question::agree)) return Asked{.what = "terms"};
  if (model.asks(Question::how_to_quit)) return Asked{.what = "quit"};
  if (model.table() != nullptr) return {};
  const auto of_guest = [&](const char* what, const Model::Gathering::Asking& who) {
    const home::KeptContact* known = model.people.contacts.with(who.key);
    return Asked{.what = what,
                 .name = known != nullptr ? known->name : who.name,
                 .key_words = proto::key_words(who.key, proto::kKeyWordsToDecide),
                 .known = known != nullptr};
  };
  if (!gathering.asking.empty()) return of_guest("sit_down", gathering.asking.front());
  if (!gathering.ordering.empty()) {
    const auto& [who, order] = gathering.ordering.front();
    Asked told = of_guest(cashes_out(order) ? "cash_out" : "order", who);
    told.chips = order.chips;
    return told;
  }
  if (gathering.ready) return Asked{.what = "start"};
  return {};
}

std::string name_of(Waits waits) {
  switch (waits) {
    case Waits::nobody:
    case Waits::own_start:
      return "";
    case Waits::host_admits:
      return "host_admits";
    case Waits::host_answers:
      return "host_answers";
    case Waits::next_break:
      return "next_break";
    case Waits::others:
      return "others";
    case Waits::host_starts:
      return "host_starts";
    case Waits::agreement:
      return "agreement";
  }
  return "";
}

front::message::ScriptFacts script_of(const Model& model) {
  const proto::Gathering& shown = *model.script;
  const auto& author = shown.script->author;
  const home::KeptContact* known = author ? model.people.contacts.with(*author) : nullptr;
  return {.name = words::printable(shown.terms.module),
          .version = words::printable(shown.terms.module_version),
          .digest = shown.terms.rules.hex(),
          .size = shown.script->size,
          .author = known != nullptr ? known->name : "",
          .key_words = author ? proto::key_words(*author, proto::kKeyWordsToDecide) : "",
          .text = model.sight.script ? words::printable_lines(model.sight.script->text) : ""};
}

std::vector<front::PageAnswer> page_answers(const Model& model) {
  const auto& asking = model.gathering.asking;
  const auto& ordering = model.gathering.ordering;
  if (model.account.ended || model.asks(Question::agree)) return {};
  if (model.asks(Question::run_script))
    return {{"Run it", "yes"}, {"Do not run it", "no"}, {"Rules", "rules"}};
  if (model.asks(Question::how_to_quit))
    return {{"Leave for good", "leave"}, {"Stop here", "stop"}};
  if (model.asks(Question::sure) || model.asks(Question::resign) ||
      model.asks(Question::leave_evening))
    return {{"Yes", "yes"}, {"No", "no"}};
  if (model.table() == nullptr && !(asking.empty() && ordering.empty())) {
    // Several may have one nickname.
    const auto& key = asking.empty() ? ordering.front().who.key : asking.front().key;
    const std::string who = proto::key_words(key, proto::kKeyWordsToDecide);
    return {{"Yes", "yes " + who}, {"No", "no " + who}};
  }
  if (asks_to_answer(model)) return {{"Yes", words::kItMayAnswer}, {"No", words::kItMayNotAnswer}};
  return {};
}

SeatSet movers(const TableSight& table) {
  SeatSet seats;
  if (table.to_act) seats.insert(table.me);
  for (const node::Awaited& one : table.awaited)
    if (one.entry == proto::Kind::move || one.entry == proto::Kind::commit) seats.insert(one.seat);
  return seats;
}

std::int64_t time_left_ms(const TableSight& table) {
  return std::max<std::int64_t>(0, table.time_left.ms);
}

front::PageSeat page_seat(const Model& model, Seat seat, SeatSet acting) {
  const TableSight& sight = *model.table();
  const state::Table& table = *sight.table;
  const MemberSight& member = sight.members.at(seat.value);
  const auto& standing = sight.standing(seat);
  const auto& pace = table.charter().pace;
  const bool lost = is_lost(model, seat);
  const bool timed = !pace.untimed();
  const bool plays = seat.value < table.seats();
  front::PageSeat shown{.name = model.name_of(seat)};
  shown.role = !plays                              ? "witness"
               : table.game().info().roles.empty() ? ""
                                                   : table.game().role(seat);
  shown.connected = !lost;
  shown.standing = standing.convicted()                                         ? "convicted"
                   : standing.left()                                            ? "left"
                   : lost || standing.gone()                                    ? "away"
                   : table.members().membership(seat) == state::Membership::out ? "out"
                                                                                : "here";
  if (lost && !standing.gone())
    shown.away_ms = acting.has(seat) && timed ? time_left_ms(sight) : member.line_left.ms;
  shown.to_act = acting.has(seat);
  if (member.path) shown.path = words::rung_name(member.path->rung);
  if (plays && timed) {
    shown.reserve_ms = member.bank.ms;
    shown.clock_of_ms = pace.move.ms + shown.reserve_ms;
    if (shown.to_act) shown.clock_ms = time_left_ms(sight);
  }
  const words::Said why = why_not_here(model, seat);
  shown.words = why.text();
  shown.said = why.json();
  return shown;
}

front::PageTurn page_turn(const Model& model, SeatSet acting) {
  const TableSight& table = *model.table();
  front::PageTurn turn{.mine = asks_for_move(model), .seats = acting.list()};
  if (acting.empty()) return turn;
  std::vector<std::string> who;
  for (const Seat seat : turn.seats) who.push_back(model.name_of(seat));
  turn.line = turn.mine ? "Your turn" : names_in(who) + " to act";
  if (table.table->charter().pace.untimed()) return turn;
  turn.left_ms = time_left_ms(table);
  turn.then = cost_of_absence(model, table.game(), turn.mine ? table.me : turn.seats.front());
  return turn;
}

/// Returns how long people still look at what was shown last.
std::int64_t look_ms(const Model& model) {
  using std::chrono::duration_cast, std::chrono::milliseconds;
  const auto left = duration_cast<milliseconds>(model.clocks.looks_until - model.sight.now);
  return std::max<std::int64_t>(0, left.count());
}

/// Returns for how long the seat had the deck that is shuffled or, if it is not done, for how long
/// the one that it waits for has had it by now.
std::int64_t shuffled_ms(const Model& model, Seat seat) {
  using std::chrono::duration_cast, std::chrono::milliseconds;
  const auto& shuffle = model.account.shuffle;
  if (!shuffle) return 0;
  const auto took = shuffle->took_ms.find(seat);
  return took != shuffle->took_ms.end()
             ? took->second
             : duration_cast<milliseconds>(model.sight.now - shuffle->since).count();
}

void add_table(front::PageFacts& facts, const Model& model) {
  const TableSight& sight = *model.table();
  const state::Table& table = *sight.table;
  const SeatSet acting = table.over() ? SeatSet() : movers(sight);
  facts.table.id = table.id().hex();
  facts.table.seats = table.seats();
  facts.table.params = table.game().params();
  facts.step = table.step().value;
  for (std::uint32_t i = 0; i < sight.validators(); ++i)
    facts.seats.push_back(page_seat(model, Seat(i), acting));
  const bool plays = sight.me.value < table.seats();
  facts.game = front::PageGame{.game = table.game(),
                               .observer = plays ? rules::Observer(sight.me) : rules::Observer(),
                               .known = known(model),
                               .names = model.people.names->all(),
                               .asks = asks_for_move(model)};
  facts.turn = page_turn(model, acting);
  facts.turn.alarm_ms = std::max<std::int64_t>(0, sight.alarm_left.ms);
  for (const auto& [seat, done] : words::parts_of_shuffle(table, sight.passed))
    facts.working.push_back({seat, "shuffle", done, shuffled_ms(model, seat)});
}

/// Adds the lines of the hand that ended last. After a match that is the one that was played.
void add_hand_that_ended(front::PageFacts& facts, const Model& model) {
  const Model::Play& play = model.play;
  const bool is_last = model.account.ended && !play.last_hand.empty() && !play.hand.empty();
  const auto lines = (is_last ? play.hand : play.last_hand).lines();
  facts.last_hand = words::texts_of(lines);
  facts.last_hand_said = words::json_of(lines);
}

/// Adds a match against bots, which has no table: nobody is away, and no clock runs.
void add_dealt(front::PageFacts& facts, const Model& model) {
  const Position& at = *model.position();
  const rules::AnyGame& game = at.game();
  const bool asks = asks_for_move(model);
  facts.table.game = game.info().name;
  facts.table.params = game.params();
  facts.table.seats = game.seats();
  const words::Said dealer = words::said("own_dealer");
  facts.sentence = dealer.text();
  facts.sentence_said = dealer.json();
  facts.step = at.step;
  facts.game = front::PageGame{.game = game,
                               .observer = at.me,
                               .known = known(model),
                               .names = model.people.names->all(),
                               .asks = asks};
  for (std::uint32_t i = 0; i < game.seats(); ++i)
    facts.seats.push_back({.name = model.name_of(Seat(i)),
                           .role = game.info().roles.empty() ? "" : game.role(Seat(i)),
                           .to_act = Seat(i) == at.me && asks});
  if (asks) facts.turn = {.mine = true, .seats = {at.me}, .line = "Your turn"};
  const bool sure = model.asks(Question::sure) || model.asks(Question::resign);
  if (model.account.ended || !(sure || asks_to_answer(model))) return;
  put_question(facts, model);
  facts.answers = page_answers(model);
}

/// Returns what a page shows of a match against bots.
front::PageFacts dealt_facts(const Model& model) {
  front::PageFacts facts;
  facts.phase = model.account.ended ? "ended" : "playing";
  add_dealt(facts, model);
  facts.turn.look_ms = look_ms(model);
  facts.result = model.account.result;
  add_hand_that_ended(facts, model);
  facts.bell = model.play.bell;
  facts.resigns = resigns(model);
  const auto& dealer = *model.setup.dealer;
  facts.table.id = dealer.name + "/" + std::to_string(dealer.number);
  facts.practice = true;
  // The whole terminal ends with the match: there `fairdeal play` begins another.
  facts.again = model.account.ended && !model.account.failed && !model.setup.on_screen;
  return facts;
}

void add_terms(front::PageFacts& facts, const Model& model) {
  if (const auto& terms = model.gathering.terms) {
    facts.table.game = terms->module;
    facts.table.seats = terms->seats;
    if (const auto params = rules::parse_json(terms->params, proto::kParamsBytesMax))
      facts.table.params = *params;
    facts.terms = words::terms_in_brief(*terms);
    facts.sentence = words::trust_sentence(*terms);
    facts.sentence_said = words::trust_said(*terms).json();
    facts.terms_facts = words::terms_facts(*terms);
  }
  if (model.asks(Question::agree)) {
    for (const std::string& line : words::texts_of(rules_lines(model))) facts.rules += line + "\n";
    facts.rules_de = rules_in_german(model);
  }
  if (!model.asks(Question::run_script)) return;
  facts.terms = script_facts_of(model);
  facts.script = script_of(model);
}

/// Adds those who have come; a host sees by two words of their keys that they are whom it expects.
void add_who_came(front::PageFacts& facts, const Model::Gathering& gathering) {
  auto guests = gathering.guests;
  const auto is_one_of_these = [&](const Model::Gathering::Guest& guest) {
    return std::ranges::count(guests, guest.name, &Model::Gathering::Guest::name) <=
           std::ranges::count(gathering.come, guest.name);
  };
  std::vector<Model::Gathering::Guest> sure;
  std::ranges::copy_if(guests, std::back_inserter(sure), is_one_of_these);
  guests = std::move(sure);
  for (const std::string& name : gathering.come) {
    const auto guest = std::ranges::find(guests, name, &Model::Gathering::Guest::name);
    const bool is_known = guest != guests.end();
    facts.seats.push_back(
        {.name = name,
         .words = is_known ? proto::key_words(guest->key, proto::kKeyWordsToDiffer) : ""});
    if (is_known) guests.erase(guest);
  }
}

}  // namespace

front::PageFacts page_facts(const Model& model) {
  if (model.setup.dealer) return dealt_facts(model);
  const auto& account = model.account;
  const auto& gathering = model.gathering;
  const bool began = model.table() != nullptr && model.people.names;
  front::PageFacts facts;
  facts.phase = account.failed                ? "failed"
                : account.ended               ? "ended"
                : model.asks(Question::agree) ? "terms"
                : began                       ? "playing"
                                              : "gathering";
  facts.table.here = gathering.here;
  facts.table.ready = !began && gathering.ready;
  facts.table.code = began ? "" : gathering.code;
  facts.table.link = began ? "" : gathering.page_link;
  facts.table.address = began ? "" : gathering.address;
  facts.table.watch_link = gathering.page_watch_link;
  add_terms(facts, model);
  facts.evening = evening_facts(model);
  put_question(facts, model);
  facts.answers = page_answers(model);
  facts.asked = asked(model);
  facts.table.waits = began ? "" : name_of(waits_for(model));
  // Beside its button the page needs no words on how to start.
  const words::Said awaits = account.ended       ? account.of_next
                             : facts.table.ready ? words::Said()
                                                 : waiting(model);
  facts.waiting = awaits.text();
  facts.waiting_said = awaits.json();
  if (!began) add_who_came(facts, gathering);
  if (began) add_table(facts, model);
  facts.turn.look_ms = look_ms(model);
  facts.checks = account.checks;
  const words::Said checked =
      facts.checks.total == 0
          ? words::said("nothing_proved")
          : words::said("proofs_checked",
                        {{"total", words::count(static_cast<std::int64_t>(facts.checks.total))},
                         {"n", words::count(static_cast<std::int64_t>(facts.checks.proofs))}});
  facts.checks.sentence = checked.text();
  facts.checks.said = checked.json();
  facts.result = account.result;
  add_hand_that_ended(facts, model);
  facts.trouble = account.troubles;
  facts.transcript = model.sight.transcript;
  facts.bell = model.play.bell;
  facts.resigns = resigns(model);
  facts.away = model.play.away;
  facts.bot = model.play.bot;
  facts.chat = model.chat.choice.on && (!began || model.table()->has_chat);
  facts.again = account.ended && account.next.has_value();
  return facts;
}

void put_line(front::Page& page, const Line& line) {
  if (!line.event.empty()) return page.add_told(line.event);
  if (line.to == Line::To::terminal) return;
  if (line.to == Line::To::page && std::string_view(line.kind) == "event")
    page.add_event(line.text, line.said, line.heading, line.took_ms);
  else
    page.add(line.kind, line.text, line.seat, line.said, line.heading);
  if (line.shows) page.mark_shown();
}

}  // namespace fairdeal::seat
