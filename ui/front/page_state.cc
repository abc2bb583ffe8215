#include "ui/front/page_state.h"

#include <algorithm>

#include "rules/hint.h"
#include "rules/json_reader.h"
#include "ui/front/page_moves.h"
#include "ui/front/web_server.h"
#include "ui/words/qr.h"

namespace fairdeal::front {
namespace {

constexpr int kPageVersion = 1;

Json texts(const std::vector<std::string>& lines) { return Json(lines); }

Json json_of(const PageTable& table) {
  Json json = {{"id", table.id},         {"game", table.game},   {"title", game_title(table.game)},
               {"params", table.params}, {"seats", table.seats}, {"here", table.here},
               {"ready", table.ready}};
  if (const auto hands = rules::JsonReader(table.params).member("hands").natural())
    json["hands"] = *hands;
  if (!table.code.empty()) json["code"] = table.code;
  if (!table.link.empty()) {
    json["link"] = table.link;
    json["link_qr"] = words::qr_code(table.link);
  }
  if (!table.watch_link.empty()) json["watch_link"] = table.watch_link;
  return json;
}

Json json_of(const PageSeat& seat) {
  return {{"name", seat.name},
          {"role", seat.role},
          {"connected", seat.connected},
          {"away_ms", seat.away_ms},
          {"standing", seat.standing},
          {"to_act", seat.to_act},
          {"path", seat.path},
          {"clock_ms", seat.clock_ms},
          {"clock_of_ms", seat.clock_of_ms},
          {"reserve_ms", seat.reserve_ms},
          {"words", seat.words}};
}

Json json_of(const PageTurn& turn) {
  Json seats = Json::array();
  for (const Seat seat : turn.seats) seats.push_back(seat.value);
  return {{"mine", turn.mine},
          {"seats", seats},
          {"line", turn.line},
          {"left_ms", turn.left_ms},
          {"then", turn.then}};
}

Json json_of(const PageWork& work) {
  return {{"seat", work.seat.value}, {"what", work.what}, {"done", work.done}, {"ms", 0}};
}

Json json_of(const PageCheck& check) {
  return {{"step", check.step},
          {"what", check.what},
          {"by", check.by},
          {"ms", check.ms},
          {"ok", check.ok}};
}

Json json_of(const PageAnswer& answer) { return {{"label", answer.label}, {"line", answer.line}}; }

Json json_of(const PageTrouble& trouble) {
  return {{"level", trouble.bad ? "bad" : "info"},
          {"title", trouble.title},
          {"text", trouble.text},
          {"next", trouble.next}};
}

template <class List>
Json list_of(const List& list) {
  Json json = Json::array();
  for (const auto& one : list) json.push_back(json_of(one));
  return json;
}

Json json_of(const PageChecks& checks) {
  return {{"proofs", checks.proofs},
          {"total", checks.total},
          {"sentence", checks.sentence},
          {"head", checks.head},
          {"steps", list_of(checks.steps)}};
}

/// Adds all that is seen of the game: nothing else of a state has faces of cards or dice.
void add_game(Json& state, const PageGame& game) {
  state["me"] = game.observer ? static_cast<std::int64_t>(game.observer->value) : -1;
  state["table"]["script"] = game.game.is_script();
  state["hint"] = page_hint(game.game);
  state["unhinted"] = rules::hint_text_problem(game.game.info().hint);
  state["view"] = game.game.view(game.observer, game.known);
  state["drawn"] = game.game.draw(game.observer, game.known, game.names);
  if (game.asks && game.observer)
    state["moves"] = page_moves(game.game, *game.observer, game.known, game.names);
}

/// Writes a message. A name or a line of chat may have bytes that are no text: they become "?".
std::string message_text(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string game_title(std::string name) {
  std::ranges::replace(name, '-', ' ');
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
  return name;
}

std::string page_state_text(const PageFacts& facts) {
  Json state = {{"phase", facts.phase},
                {"table", json_of(facts.table)},
                {"terms", {{"lines", texts(facts.terms)}, {"sentence", facts.sentence}}},
                {"question", facts.question},
                {"answers", list_of(facts.answers)},
                {"me", -1},
                {"seats", list_of(facts.seats)},
                {"hint", nullptr},
                {"view", nullptr},
                {"unhinted", ""},
                {"drawn", ""},
                {"step", facts.step},
                {"moves", Json::array()},
                {"turn", json_of(facts.turn)},
                {"waiting", facts.waiting},
                {"working", list_of(facts.working)},
                {"checks", json_of(facts.checks)},
                {"result", nullptr},
                {"replay", nullptr},
                {"inspect", facts.inspect},
                {"last_hand", texts(facts.last_hand)},
                {"trouble", list_of(facts.trouble)},
                {"transcript", facts.transcript},
                {"bell", facts.bell},
                {"away", facts.away},
                {"chat", facts.chat},
                {"again", facts.again}};
  if (facts.game) add_game(state, *facts.game);
  if (facts.lobby) state["lobby"] = lobby_json(*facts.lobby);
  if (facts.replay) state["replay"] = match::json_of(*facts.replay);
  if (facts.result)
    state["result"] = {{"words", texts(facts.result->words)}, {"json", facts.result->json}};
  return message_text({{"v", kPageVersion}, {"state", std::move(state)}});
}

std::string page_lines_text(std::span<const PageLine> lines) {
  Json list = Json::array();
  for (const PageLine& line : lines)
    list.push_back({{"seq", line.seq},
                    {"kind", line.kind},
                    {"text", line.text},
                    {"seat", line.seat},
                    {"hand", line.hand},
                    {"shows", line.shows}});
  return message_text({{"v", kPageVersion}, {"lines", std::move(list)}});
}

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
