// Made of proto/page.proto by `node web/schema.mjs --write`: change it there.
// clang-format off
#include "ui/words/page_message.h"

namespace fairdeal::words::message {

void to_json(Json& json, const Whole& from) { json = from.value; }

void to_json(Json& json, const Table& from) {
  json = Json::object();
  json["id"] = from.id;
  json["game"] = from.game;
  json["title"] = from.title;
  json["params"] = from.params;
  json["seats"] = from.seats;
  if (from.hands.value != 0) json["hands"] = from.hands;
  if (!from.code.empty()) json["code"] = from.code;
  if (!from.link.empty()) json["link"] = from.link;
  if (!from.address.empty()) json["address"] = from.address;
  if (!from.watch_link.empty()) json["watch_link"] = from.watch_link;
  json["here"] = from.here;
  json["ready"] = from.ready;
  if (!from.waits.empty()) json["waits"] = from.waits;
  if (!from.link_qr.empty()) json["link_qr"] = from.link_qr;
  json["script"] = from.script;
}

void to_json(Json& json, const TermsParam& from) {
  json = Json::object();
  json["name"] = from.name;
  json["value"] = from.value;
  json["usual"] = from.usual;
}

void to_json(Json& json, const TermsFacts& from) {
  json = Json::object();
  json["params"] = from.params;
  json["members"] = from.members;
  json["quorum"] = from.quorum;
  json["recovery"] = from.recovery;
  json["untimed"] = from.untimed;
  json["move_ms"] = from.move_ms;
  json["reserve_ms"] = from.reserve_ms;
  json["increment_ms"] = from.increment_ms;
  json["absences"] = from.absences;
  json["hides"] = from.hides;
  json["trust"] = from.trust;
  json["careful"] = from.careful;
  if (from.evening.value != 0) json["evening"] = from.evening;
  if (from.buy_in_min.value != 0) json["buy_in_min"] = from.buy_in_min;
  if (from.buy_in_max.value != 0) json["buy_in_max"] = from.buy_in_max;
}

void to_json(Json& json, const ScriptFacts& from) {
  json = Json::object();
  json["name"] = from.name;
  json["version"] = from.version;
  json["digest"] = from.digest;
  json["size"] = from.size;
  json["author"] = from.author;
  json["key_words"] = from.key_words;
  json["text"] = from.text;
}

void to_json(Json& json, const Terms& from) {
  json = Json::object();
  json["lines"] = from.lines;
  json["sentence"] = from.sentence;
  json["said"] = from.said;
  if (!from.rules.empty()) json["rules"] = from.rules;
  if (!from.rules_de.empty()) json["rules_de"] = from.rules_de;
  if (from.facts) json["facts"] = *from.facts;
  if (from.script) json["script"] = *from.script;
}

void to_json(Json& json, const Answer& from) {
  json = Json::object();
  json["label"] = from.label;
  json["line"] = from.line;
}

void to_json(Json& json, const Asked& from) {
  json = Json::object();
  json["what"] = from.what;
  json["name"] = from.name;
  json["key_words"] = from.key_words;
  json["known"] = from.known;
  if (from.chips.value != 0) json["chips"] = from.chips;
}

void to_json(Json& json, const Seat& from) {
  json = Json::object();
  json["name"] = from.name;
  json["role"] = from.role;
  json["connected"] = from.connected;
  json["away_ms"] = from.away_ms;
  json["standing"] = from.standing;
  json["to_act"] = from.to_act;
  json["path"] = from.path;
  json["clock_ms"] = from.clock_ms;
  json["clock_of_ms"] = from.clock_of_ms;
  json["reserve_ms"] = from.reserve_ms;
  json["words"] = from.words;
  json["said"] = from.said;
}

void to_json(Json& json, const Suggestion& from) {
  json = Json::object();
  json["label"] = from.label;
  json["value"] = from.value;
  json["name"] = from.name;
}

void to_json(Json& json, const NumberOfMove& from) {
  json = Json::object();
  json["name"] = from.name;
  json["min"] = from.min;
  json["max"] = from.max;
  json["step"] = from.step;
  json["suggestions"] = from.suggestions;
  json["before"] = from.before;
  json["after"] = from.after;
}

void to_json(Json& json, const Move& from) {
  json = Json::object();
  json["id"] = from.id;
  json["label"] = from.label;
  json["move"] = from.move;
  json["touches"] = from.touches;
  if (from.number) json["number"] = *from.number;
  if (from.careful) json["careful"] = from.careful;
  json["kind"] = from.kind;
  if (from.price) json["price"] = *from.price;
  if (from.main) json["main"] = from.main;
  if (!from.becomes.empty()) json["becomes"] = from.becomes;
  if (!from.brief_label.empty()) json["brief_label"] = from.brief_label;
  if (!from.aside.empty()) json["aside"] = from.aside;
  if (!from.ask.empty()) json["ask"] = from.ask;
  if (!from.picks.empty()) json["picks"] = from.picks;
}

void to_json(Json& json, const Turn& from) {
  json = Json::object();
  json["mine"] = from.mine;
  json["seats"] = from.seats;
  json["line"] = from.line;
  json["left_ms"] = from.left_ms;
  json["then"] = from.then;
  if (from.look_ms.value != 0) json["look_ms"] = from.look_ms;
  if (from.alarm_ms.value != 0) json["alarm_ms"] = from.alarm_ms;
}

void to_json(Json& json, const Working& from) {
  json = Json::object();
  json["seat"] = from.seat;
  json["what"] = from.what;
  json["done"] = from.done;
  json["ms"] = from.ms;
}

void to_json(Json& json, const CheckStep& from) {
  json = Json::object();
  json["step"] = from.step;
  json["what"] = from.what;
  json["by"] = from.by;
  json["ms"] = from.ms;
  json["ok"] = from.ok;
  json["said"] = from.said;
}

void to_json(Json& json, const Checks& from) {
  json = Json::object();
  json["proofs"] = from.proofs;
  json["total"] = from.total;
  json["sentence"] = from.sentence;
  json["head"] = from.head;
  json["steps"] = from.steps;
  json["said"] = from.said;
}

void to_json(Json& json, const Outcome& from) {
  json = Json::object();
  json["words"] = from.words;
  json["json"] = from.json;
  json["said"] = from.said;
}

void to_json(Json& json, const Statement& from) {
  json = Json::object();
  json["of"] = from.of;
  json["text"] = from.text;
  json["mark"] = from.mark;
  json["said"] = from.said;
}

void to_json(Json& json, const Fate& from) {
  json = Json::object();
  json["of"] = from.of;
  json["text"] = from.text;
  if (from.chips) json["chips"] = *from.chips;
  json["said"] = from.said;
}

void to_json(Json& json, const Conviction& from) {
  json = Json::object();
  json["seat"] = from.seat;
  json["statements"] = from.statements;
  json["fates"] = from.fates;
  json["evidence"] = from.evidence;
}

void to_json(Json& json, const Trouble& from) {
  json = Json::object();
  json["level"] = from.level;
  json["title"] = from.title;
  json["text"] = from.text;
  json["next"] = from.next;
  json["said"] = from.said;
  if (from.conviction) json["conviction"] = *from.conviction;
}

void to_json(Json& json, const ReplayTick& from) {
  json = Json::object();
  json["record"] = from.record;
  json["text"] = from.text;
}

void to_json(Json& json, const ReplayRun& from) {
  json = Json::object();
  json["record"] = from.record;
  json["count"] = from.count;
  json["mark"] = from.mark;
}

void to_json(Json& json, const ReplayRow& from) {
  json = Json::object();
  json["record"] = from.record;
  json["hand"] = from.hand;
  json["street"] = from.street;
  json["lines"] = from.lines;
  json["mark"] = from.mark;
  json["said"] = from.said;
  json["part"] = from.part;
}

void to_json(Json& json, const Replay& from) {
  json = Json::object();
  json["checking"] = from.checking;
  json["file"] = from.file;
  json["record"] = from.record;
  json["last"] = from.last;
  json["hand"] = from.hand;
  json["hands"] = from.hands;
  json["street"] = from.street;
  json["first_of_hand"] = from.first_of_hand;
  json["last_of_hand"] = from.last_of_hand;
  json["streets"] = from.streets;
  json["starts"] = from.starts;
  json["runs"] = from.runs;
  json["rows"] = from.rows;
  json["owner"] = from.owner;
  json["mine"] = from.mine;
  json["plays"] = from.plays;
  json["speed"] = from.speed;
  json["before"] = from.before;
}

void to_json(Json& json, const InspectSeat& from) {
  json = Json::object();
  json["seat"] = from.seat;
  json["name"] = from.name;
  json["view"] = from.view;
  json["learnt"] = from.learnt;
  json["learnt_said"] = from.learnt_said;
}

void to_json(Json& json, const InspectMove& from) {
  json = Json::object();
  json["label"] = from.label;
  json["line"] = from.line;
  if (from.number) json["number"] = *from.number;
}

void to_json(Json& json, const InspectMoves& from) {
  json = Json::object();
  json["seat"] = from.seat;
  json["chosen"] = from.chosen;
  json["moves"] = from.moves;
}

void to_json(Json& json, const Inspect& from) {
  json = Json::object();
  json["what"] = from.what;
  json["ply"] = from.ply;
  json["last"] = from.last;
  json["events"] = from.events;
  json["wanted"] = from.wanted;
  json["fixed"] = from.fixed;
  json["state"] = from.state;
  json["seats"] = from.seats;
  json["moves"] = from.moves;
  json["before"] = from.before;
  json["events_said"] = from.events_said;
  json["wanted_said"] = from.wanted_said;
}

void to_json(Json& json, const LobbyTable& from) {
  json = Json::object();
  json["line"] = from.line;
  json["game"] = from.game;
  json["title"] = from.title;
  json["with"] = from.with;
  json["standing"] = from.standing;
  json["left_ms"] = from.left_ms;
  json["then"] = from.then;
  json["words"] = from.words;
  json["seen_s"] = from.seen_s;
  json["bots"] = from.bots;
  json["said"] = from.said;
}

void to_json(Json& json, const LobbyParam& from) {
  json = Json::object();
  json["name"] = from.name;
  json["about"] = from.about;
  json["kind"] = from.kind;
  json["standard"] = from.standard;
  if (from.min) json["min"] = *from.min;
  if (from.max) json["max"] = *from.max;
  if (!from.choices.empty()) json["choices"] = from.choices;
}

void to_json(Json& json, const LobbyGame& from) {
  json = Json::object();
  json["name"] = from.name;
  json["title"] = from.title;
  json["about"] = from.about;
  json["shelf"] = from.shelf;
  json["seats_min"] = from.seats_min;
  json["seats_max"] = from.seats_max;
  json["secrecy"] = from.secrecy;
  json["secrecy_said"] = from.secrecy_said;
  json["params"] = from.params;
  json["rules"] = from.rules;
  if (!from.rules_de.empty()) json["rules_de"] = from.rules_de;
  if (from.evening) json["evening"] = from.evening;
}

void to_json(Json& json, const LobbyNear& from) {
  json = Json::object();
  json["line"] = from.line;
  json["game"] = from.game;
  json["title"] = from.title;
  json["contact"] = from.contact;
  json["seats"] = from.seats;
  json["taken"] = from.taken;
}

void to_json(Json& json, const LobbyFinished& from) {
  json = Json::object();
  json["file"] = from.file;
  json["game"] = from.game;
  json["title"] = from.title;
  json["players"] = from.players;
  json["me"] = from.me;
  json["result"] = from.result;
  json["hands"] = from.hands;
  json["moves"] = from.moves;
  json["at_s"] = from.at_s;
  json["verdict"] = from.verdict;
}

void to_json(Json& json, const LobbyLuck& from) {
  json = Json::object();
  json["what"] = from.what;
  json["count"] = from.count;
  json["sum"] = from.sum;
  json["expected"] = from.expected;
  json["reach"] = from.reach;
}

void to_json(Json& json, const LobbyFigure& from) {
  json = Json::object();
  json["game"] = from.game;
  json["title"] = from.title;
  json["matches"] = from.matches;
  json["hands"] = from.hands;
  json["won"] = from.won;
  json["lost"] = from.lost;
  json["sum"] = from.sum;
  json["luck"] = from.luck;
}

void to_json(Json& json, const Lobby& from) {
  json = Json::object();
  json["me"] = from.me;
  if (from.asks_name) json["asks_name"] = from.asks_name;
  json["relays"] = from.relays;
  if (from.asks_reach) json["asks_reach"] = from.asks_reach;
  if (!from.offered.empty()) json["offered"] = from.offered;
  if (from.shows_losing) json["shows_losing"] = from.shows_losing;
  json["tables"] = from.tables;
  json["games"] = from.games;
  json["near"] = from.near;
  json["finished"] = from.finished;
  json["finished_all"] = from.finished_all;
  json["figures"] = from.figures;
  json["reading"] = from.reading;
  json["starting"] = from.starting;
  json["opened"] = from.opened;
  json["open_address"] = from.open_address;
}

void to_json(Json& json, const EveningAccount& from) {
  json = Json::object();
  json["name"] = from.name;
  json["bought"] = from.bought;
  json["cashed"] = from.cashed;
  json["chips"] = from.chips;
  json["key"] = from.key;
  json["past"] = from.past;
}

void to_json(Json& json, const EveningPayment& from) {
  json = Json::object();
  json["from"] = from.from;
  json["to"] = from.to;
  json["chips"] = from.chips;
}

void to_json(Json& json, const Evening& from) {
  json = Json::object();
  json["accounts"] = from.accounts;
  json["me"] = from.me;
  json["bank"] = from.bank;
  json["order_min"] = from.order_min;
  json["order_max"] = from.order_max;
  json["order_usual"] = from.order_usual;
  json["ordered"] = from.ordered;
  json["leaves"] = from.leaves;
  json["told"] = from.told;
  json["over"] = from.over;
  json["plays_on"] = from.plays_on;
  json["payments"] = from.payments;
  json["broke"] = from.broke;
  json["id"] = from.id;
  json["first_table"] = from.first_table;
  json["waits"] = from.waits;
  json["break_left_ms"] = from.break_left_ms;
}

void to_json(Json& json, const State& from) {
  json = Json::object();
  json["phase"] = from.phase;
  json["table"] = from.table;
  json["terms"] = from.terms;
  json["question"] = from.question;
  json["question_said"] = from.question_said;
  json["answers"] = from.answers;
  if (from.asked) json["asked"] = *from.asked;
  json["me"] = from.me;
  json["seats"] = from.seats;
  json["hint"] = from.hint;
  json["view"] = from.view;
  json["drawn"] = from.drawn;
  json["step"] = from.step;
  json["moves"] = from.moves;
  json["turn"] = from.turn;
  json["waiting"] = from.waiting;
  json["waiting_said"] = from.waiting_said;
  json["last_hand_said"] = from.last_hand_said;
  json["working"] = from.working;
  json["checks"] = from.checks;
  json["result"] = from.result ? Json(*from.result) : Json();
  json["last_hand"] = from.last_hand;
  json["trouble"] = from.trouble;
  json["transcript"] = from.transcript;
  json["bell"] = from.bell;
  json["away"] = from.away;
  json["chat"] = from.chat;
  json["again"] = from.again;
  json["replay"] = from.replay ? Json(*from.replay) : Json();
  json["inspect"] = from.inspect ? Json(*from.inspect) : Json();
  json["scene"] = from.scene;
  if (!from.undrawn.empty()) json["undrawn"] = from.undrawn;
  if (from.late) json["late"] = from.late;
  json["unhinted"] = from.unhinted;
  json["resigns"] = from.resigns;
  if (from.practice) json["practice"] = from.practice;
  if (!from.bot.empty()) json["bot"] = from.bot;
  if (from.lobby) json["lobby"] = *from.lobby;
  if (from.evening) json["evening"] = *from.evening;
}

void to_json(Json& json, const Line& from) {
  json = Json::object();
  json["seq"] = from.seq;
  json["kind"] = from.kind;
  json["text"] = from.text;
  json["seat"] = from.seat;
  json["hand"] = from.hand;
  json["shows"] = from.shows;
  json["said"] = from.said;
  json["heading"] = from.heading;
  if (from.took_ms.value != 0) json["took_ms"] = from.took_ms;
}

void to_json(Json& json, const FromNode& from) {
  json = Json::object();
  json["v"] = 1;
  if (from.state) json["state"] = *from.state;
  if (!from.lines.empty()) json["lines"] = from.lines;
  if (from.beat) json["beat"] = from.beat;
}

}  // namespace fairdeal::words::message
