#include "ui/front/page_state.h"

#include <algorithm>
#include <set>

#include "rules/hint.h"
#include "rules/json_reader.h"
#include "ui/front/page_moves.h"
#include "ui/front/web_server.h"
#include "ui/words/qr.h"

namespace fairdeal::front {
namespace {

constexpr int kPageVersion = 1;

message::Table message_of(const PageTable& table) {
  return {.id = table.id,
          .game = table.game,
          .title = game_title(table.game),
          .params = table.params,
          .seats = table.seats,
          .hands = rules::JsonReader(table.params).member("hands").natural().value_or(0),
          .code = table.code,
          .link = table.link,
          .address = table.address,
          .watch_link = table.watch_link,
          .here = table.here,
          .ready = table.ready,
          .waits = table.waits,
          .link_qr = table.link.empty() ? std::vector<std::string>() : words::qr_code(table.link)};
}

message::Seat message_of(const PageSeat& seat) {
  return {.name = seat.name,
          .role = seat.role,
          .connected = seat.connected,
          .away_ms = seat.away_ms,
          .standing = seat.standing,
          .to_act = seat.to_act,
          .path = seat.path,
          .clock_ms = seat.clock_ms,
          .clock_of_ms = seat.clock_of_ms,
          .reserve_ms = seat.reserve_ms,
          .words = seat.words,
          .said = seat.said};
}

message::Turn message_of(const PageTurn& turn) {
  message::Turn told{.mine = turn.mine,
                     .line = turn.line,
                     .left_ms = turn.left_ms,
                     .then = turn.then,
                     .look_ms = turn.look_ms,
                     .alarm_ms = turn.alarm_ms};
  for (const Seat seat : turn.seats) told.seats.push_back(seat.value);
  return told;
}

message::Working message_of(const PageWork& work) {
  return {.seat = work.seat.value, .what = work.what, .done = work.done, .ms = work.ms};
}

message::CheckStep message_of(const PageCheck& check) {
  return {.step = check.step,
          .what = check.what,
          .by = check.by,
          .ms = check.ms,
          .ok = check.ok,
          .said = check.said};
}

message::Answer message_of(const PageAnswer& answer) {
  return {.label = answer.label, .line = answer.line};
}

message::Trouble message_of(const PageTrouble& trouble) {
  return {.level = trouble.bad ? "bad" : "info",
          .title = trouble.title,
          .text = trouble.text,
          .next = trouble.next,
          .said = trouble.said,
          .conviction = trouble.conviction};
}

message::Line message_of(const PageLine& line) {
  return {.seq = line.seq,
          .kind = line.kind,
          .text = line.text,
          .seat = line.seat,
          .hand = line.hand,
          .shows = line.shows,
          .said = line.said,
          .heading = line.heading,
          .took_ms = line.took_ms};
}

template <class List>
auto messages_of(const List& list) {
  std::vector<decltype(message_of(*list.begin()))> messages;
  for (const auto& one : list) messages.push_back(message_of(one));
  return messages;
}

message::Checks message_of(const PageChecks& checks) {
  return {.proofs = checks.proofs,
          .total = checks.total,
          .sentence = checks.sentence,
          .head = checks.head,
          .steps = messages_of(checks.steps),
          .said = checks.said};
}

/// Adds all that is seen of the game: nothing else of a state has faces of cards or dice.
void add_game(message::State& state, const PageGame& game) {
  if (game.observer) state.me = game.observer->value;
  state.table.script = !game.game.is_shipped();  // its drawing and its moves are marked
  state.hint = page_hint(game.game);
  state.unhinted = rules::hint_text_problem(game.game.info().hint);
  PageScene drawing = page_scene(game.game, game.observer, game.known, game.names);
  state.undrawn = std::move(drawing.problem);
  state.late = drawing.late;
  state.view = game.game.view(game.observer, game.known);
  state.drawn = game.game.draw(game.observer, game.known, game.names);
  if (game.asks && game.observer)
    state.moves = page_moves(game.game, *game.observer, game.known, game.names, drawing.scene);
  if (drawing.scene.is_object()) drawing.scene.erase("moves");
  state.scene = std::move(drawing.scene);
}

/// Writes a message. A name or a line of chat may have bytes that are no text: they become "?".
std::string message_text(const message::FromNode& message) {
  return exact_json(message).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The largest number that every page holds exactly.
constexpr std::int64_t kPageNumberMax = (std::int64_t{1} << 53) - 1;

/// Returns whether exact_json makes a text of this.
bool is_beyond(const Json& json) {
  return json.is_number_integer() &&
         !rules::JsonReader(json).number(-kPageNumberMax, kPageNumberMax);
}

/// Puts the numbers of a legal move back where a page says them as texts.
Json with_numbers_of(Json chosen, const Json& legal) {
  if (is_beyond(legal)) return chosen == exact_json(legal) ? legal : chosen;
  if (chosen.is_array() && legal.is_array()) {
    for (std::size_t i = 0; i < std::min(chosen.size(), legal.size()); ++i)
      chosen[i] = with_numbers_of(std::move(chosen[i]), legal[i]);
  } else if (chosen.is_object() && legal.is_object()) {
    for (auto& [key, value] : chosen.items())
      if (legal.contains(key)) value = with_numbers_of(std::move(value), legal[key]);
  }
  return chosen;
}

}  // namespace

std::string game_title(std::string name) {
  std::ranges::replace(name, '-', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
  return name;
}

PageResult page_result(const std::vector<words::Said>& told, Json json) {
  return {words::texts_of(told), std::move(json), words::json_of(told)};
}

std::string page_state_text(const PageFacts& facts) {
  message::State state{.phase = facts.phase,
                       .table = message_of(facts.table),
                       .terms = {.lines = facts.terms,
                                 .sentence = facts.sentence,
                                 .said = facts.sentence_said,
                                 .rules = facts.rules,
                                 .rules_de = facts.rules_de,
                                 .facts = facts.terms_facts,
                                 .script = facts.script},
                       .question = facts.question,
                       .question_said = facts.question_said,
                       .answers = messages_of(facts.answers),
                       .asked = facts.asked,
                       .me = -1,
                       .seats = messages_of(facts.seats),
                       .step = facts.step,
                       .turn = message_of(facts.turn),
                       .waiting = facts.waiting,
                       .waiting_said = facts.waiting_said,
                       .last_hand_said = facts.last_hand_said,
                       .working = messages_of(facts.working),
                       .checks = message_of(facts.checks),
                       .last_hand = facts.last_hand,
                       .trouble = messages_of(facts.trouble),
                       .transcript = facts.transcript,
                       .bell = facts.bell,
                       .away = facts.away,
                       .chat = facts.chat,
                       .again = facts.again,
                       .inspect = facts.inspect,
                       .resigns = facts.resigns,
                       .practice = facts.practice,
                       .bot = facts.bot};
  if (facts.game) add_game(state, *facts.game);
  if (facts.lobby) state.lobby = lobby_message(*facts.lobby);
  state.evening = facts.evening;
  if (facts.replay) state.replay = match::message_of(*facts.replay);
  if (facts.result)
    state.result = message::Outcome{
        .words = facts.result->words, .json = facts.result->json, .said = facts.result->said};
  return message_text({.state = std::move(state)});
}

std::string page_lines_text(std::span<const PageLine> lines) {
  return message_text({.lines = messages_of(lines)});
}

Json exact_json(Json json) {
  if (is_beyond(json)) return json.dump();
  if (json.is_structured())
    for (Json& part : json) part = exact_json(std::move(part));
  return json;
}

std::optional<rules::Action> meant_by(const rules::Action& chosen, const rules::AnyGame& game,
                                      Seat seat) {
  const Json said = rules::json_or_null(chosen.text);
  std::set<rules::Action> meant;
  for (const rules::Choice& choice : game.legal(seat)) {
    const Json own = with_numbers_of(said, rules::json_or_null(choice.action.text));
    if (const rules::Action action{rules::text(own)}; rules::allows(game, seat, action))
      meant.insert(action);
  }
  if (meant.empty()) return chosen;
  return meant.size() == 1 ? std::optional(*meant.begin()) : std::nullopt;
}

bool is_heartbeat(std::string_view message) {
  const auto json = rules::parse_json(message, kPageMessageBytesMax);
  return json && *json == Json{{"v", kPageVersion}, {"beat", true}};
}

std::string heartbeat_text() { return message_text({.beat = true}); }

bool answers_another(const FromPage& said, const std::string& question) {
  // A page may leave out characters that would disturb what stands beside them.
  const auto plain = [](std::string text) {
    std::erase_if(text, [](char c) { return c <= ' ' || c > '~'; });
    return text;
  };
  return said.asked && plain(*said.asked) != plain(question);
}

Result<FromPage> parse_from_page(std::string_view text) {
  FD_TRY(const Json json, rules::parse_json(text, kPageMessageBytesMax));
  const auto refused = [](const char* why) { return fail(Fault::not_canonical, why); };
  const rules::JsonReader message(json);
  if (message.member("v").number() != kPageVersion)
    return refused("a message of a page is an object with v = 1");
  const rules::JsonReader asked = message.member("asked");
  if (message.member("line").exists() && message.size() == (asked.exists() ? 3 : 2)) {
    const auto line = message.member("line").text();
    if (!line || (asked.exists() && !asked.text())) return refused("a line is a text");
    FromPage said{.line = *line, .asked = asked.text()};
    if (std::ranges::any_of(said.line, [](char c) { return static_cast<unsigned char>(c) < ' '; }))
      return refused("a line has no control characters");
    return said;
  }
  const rules::JsonReader move = message.member("move");
  const auto step = message.member("step").natural();
  if (message.size() != 3 || !move.exists() || !step)
    return refused("a message of a page has a step and a move, or a line");
  FromPage said;
  said.chosen = {*step, rules::Action{rules::text(move.json())}};
  return said;
}

}  // namespace fairdeal::front
