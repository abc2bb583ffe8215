// Made of proto/page.proto by `node web/schema.mjs --write`: change it there.
// clang-format off
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "rules/json_full.h"

/// The messages from a program to a page, as proto/page.proto states them: nothing else can be
/// written.
namespace fairdeal::words::message {

using Json = nlohmann::json;

/// A number of a message, made of any whole number.
struct Whole {
  std::int64_t value = 0;
  Whole() = default;
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  Whole(T number) : value(static_cast<std::int64_t>(number)) {}
};
void to_json(Json& json, const Whole& from);

struct Table {
  std::string id{};
  std::string game{};
  std::string title{};
  Json params{};
  Whole seats{};
  Whole hands{};
  std::string code{};
  std::string link{};
  /// The address of a page that explains the link; "": no relay has one.
  std::string address{};
  std::string watch_link{};
  std::string here{};
  bool ready = false;
  /// For whom, before the game: host_admits, host_answers, next_break, others, host_starts,
  /// agreement; "": nobody.
  std::string waits{};
  /// The link as a QR code: lines of half blocks, where a block is light.
  std::vector<std::string> link_qr{};
  /// The game is a script: its words and drawings are marked as no program's.
  bool script = false;
};
void to_json(Json& json, const Table& from);

struct TermsParam {
  std::string name{};
  Json value{};
  /// The game's own choice.
  bool usual = false;
};
void to_json(Json& json, const TermsParam& from);

struct TermsFacts {
  /// In the order of the game.
  std::vector<TermsParam> params{};
  Whole members{};
  Whole quorum{};
  /// So many others together could finish a step of a silent seat; 0: none.
  Whole recovery{};
  bool untimed = false;
  Whole move_ms{};
  Whole reserve_ms{};
  Whole increment_ms{};
  Whole absences{};
  /// Hidden things: "cards", "dice"; "": there are none.
  std::string hides{};
  /// The people who could see hidden things.
  std::string trust{};
  /// How many moves in a row a seat's program may choose for its person.
  Whole careful{};
  /// The number of the table in its evening, whose bank is the host; 0: it is of none.
  Whole evening{};
  Whole buy_in_min{};
  Whole buy_in_max{};
};
void to_json(Json& json, const TermsFacts& from);

struct ScriptFacts {
  std::string name{};
  std::string version{};
  std::string digest{};
  Whole size{};
  /// A contact's name; "": no contact signed it.
  std::string author{};
  /// The words of the key that signed it; "": nobody did.
  std::string key_words{};
  /// All of it, to be read before it runs; lines end with "\n".
  std::string text{};
};
void to_json(Json& json, const ScriptFacts& from);

struct Terms {
  std::vector<std::string> lines{};
  std::string sentence{};
  /// The sentence, as Line.said.
  Json said{};
  /// Those of the game, while the person decides; lines end with "\n".
  std::string rules{};
  /// The same in German; "": there is none.
  std::string rules_de{};
  /// The lines as values, for a page in another language.
  std::optional<TermsFacts> facts{};
  /// The script that the person is asked to run; the lines say more of it.
  std::optional<ScriptFacts> script{};
};
void to_json(Json& json, const Terms& from);

/// A line that answers the program's question.
struct Answer {
  std::string label{};
  std::string line{};
};
void to_json(Json& json, const Answer& from);

/// A question of the program. `name` and `key_words` are those of a guest who asks to sit down.
struct Asked {
  std::string what{};
  std::string name{};
  std::string key_words{};
  /// The guest is a contact, and has the name that the person gave them.
  bool known = false;
  /// The chips that the guest orders or gives back.
  Whole chips{};
};
void to_json(Json& json, const Asked& from);

struct Seat {
  std::string name{};
  std::string role{};
  bool connected = false;
  Whole away_ms{};
  std::string standing{};
  bool to_act = false;
  /// Lan, direct, punched, relayed; "": none.
  std::string path{};
  Whole clock_ms{};
  Whole clock_of_ms{};
  Whole reserve_ms{};
  std::string words{};
  /// The words, as Line.said.
  Json said{};
};
void to_json(Json& json, const Seat& from);

struct Suggestion {
  std::string label{};
  Whole value{};
  /// As a hint has it: "min", "1/2 pot".
  std::string name{};
};
void to_json(Json& json, const Suggestion& from);

/// The numbers that a move may have.
struct NumberOfMove {
  std::string name{};
  Whole min{};
  Whole max{};
  Whole step{};
  std::vector<Suggestion> suggestions{};
  /// The words of the move before and after its number: "raise to " and "".
  std::string before{};
  std::string after{};
};
void to_json(Json& json, const NumberOfMove& from);

struct Move {
  std::string id{};
  std::string label{};
  Json move{};
  std::vector<std::string> touches{};
  std::optional<NumberOfMove> number{};
  /// The page asks again, such as before one resigns.
  bool careful = false;
  /// Tells moves apart: "call", or "raise" of {"raise": 40}. Labels are for people alone.
  std::string kind{};
  /// The chips that it costs; none: it has no price.
  std::optional<Whole> price{};
  /// Most players expect to make it: check or call.
  bool main = false;
  /// The piece that a pawn becomes: "Q".
  std::string becomes{};
  /// Four members that a scene has: words for a narrow button, words beside it, a question before
  /// the move is sent, and the things that are chosen for it. `touches` are then things, places and
  /// cells.
  std::string brief_label{};
  std::string aside{};
  std::string ask{};
  std::vector<std::string> picks{};
};
void to_json(Json& json, const Move& from);

struct Turn {
  bool mine = false;
  std::vector<Whole> seats{};
  std::string line{};
  Whole left_ms{};
  std::string then{};
  /// How long people look at what was shown last, from now on.
  Whole look_ms{};
  /// Until the game's alarm is due by the program's own clock; 0: it is, or there is none.
  Whole alarm_ms{};
};
void to_json(Json& json, const Turn& from);

struct Working {
  Whole seat{};
  std::string what{};
  bool done = false;
  Whole ms{};
};
void to_json(Json& json, const Working& from);

struct CheckStep {
  Whole step{};
  std::string what{};
  std::string by{};
  Whole ms{};
  bool ok = false;
  /// The subject of the step, as Line.said.
  Json said{};
};
void to_json(Json& json, const CheckStep& from);

struct Checks {
  Whole proofs{};
  Whole total{};
  std::string sentence{};
  std::string head{};
  std::vector<CheckStep> steps{};
  /// The sentence, as Line.said.
  Json said{};
};
void to_json(Json& json, const Checks& from);

struct Outcome {
  std::vector<std::string> words{};
  Json json{};
  /// A list: the words, each as Line.said.
  Json said{};
};
void to_json(Json& json, const Outcome& from);

struct Statement {
  /// "one statement".
  std::string of{};
  /// "fold".
  std::string text{};
  /// The beginning of its signature; "": nobody signed it.
  std::string mark{};
  /// {"of": …, "text": …}, each as Line.said.
  Json said{};
};
void to_json(Json& json, const Statement& from);

struct Fate {
  /// "your chips".
  std::string of{};
  std::string text{};
  std::optional<Whole> chips{};
  /// {"of": …, "text": …}, each as Line.said.
  Json said{};
};
void to_json(Json& json, const Fate& from);

/// A member that signed what no honest program signs.
struct Conviction {
  Whole seat{};
  /// Two that cannot both be honest; or the one signed, and the truth.
  std::vector<Statement> statements{};
  /// The fate of the game, of the chips and of the person.
  std::vector<Fate> fates{};
  /// `GET /evidence/SEAT` returns the file that proves it to anybody.
  bool evidence = false;
};
void to_json(Json& json, const Conviction& from);

struct Trouble {
  std::string level{};
  std::string title{};
  std::string text{};
  std::string next{};
  /// {"title": …, "text": …, "next": …}, each as Line.said.
  Json said{};
  std::optional<Conviction> conviction{};
};
void to_json(Json& json, const Trouble& from);

struct ReplayTick {
  Whole record{};
  std::string text{};
};
void to_json(Json& json, const ReplayTick& from);

/// Records that follow each other and were found alike.
struct ReplayRun {
  Whole record{};
  Whole count{};
  std::string mark{};
};
void to_json(Json& json, const ReplayRun& from);

struct ReplayRow {
  Whole record{};
  Whole hand{};
  std::string street{};
  std::vector<std::string> lines{};
  std::string mark{};
  /// A list: the lines, each as Line.said.
  Json said{};
  /// The part of the match, as Line.said: "Deal 2, trick 3"; null: none.
  Json part{};
};
void to_json(Json& json, const ReplayRow& from);

/// Where a replay stands. Records are counted from 0; -1: the table before its first record.
struct Replay {
  /// The file is still being checked; `last` says how far.
  bool checking = false;
  std::string file{};
  Whole record{};
  Whole last{};
  /// 0: the game has none, or the first has not begun.
  Whole hand{};
  /// The number of the last hand.
  Whole hands{};
  std::string street{};
  Whole first_of_hand{};
  Whole last_of_hand{};
  /// Of this hand, at most 16.
  std::vector<ReplayTick> streets{};
  /// Where hands begin, at most 100.
  std::vector<ReplayTick> starts{};
  /// All records, at most 400 runs.
  std::vector<ReplayRun> runs{};
  /// The records around this one, at most 121.
  std::vector<ReplayRow> rows{};
  /// Whose private file is there; -1: nobody's.
  Whole owner{};
  /// It is seen by the owner, and not by everybody.
  bool mine = false;
  /// It goes on by itself.
  bool plays = false;
  /// 1, 2, 4 or 8 records a second.
  Whole speed{};
  /// The view before this record, to mark what it changed.
  Json before{};
};
void to_json(Json& json, const Replay& from);

struct InspectSeat {
  /// -1: everybody.
  Whole seat{};
  std::string name{};
  Json view{};
  /// Changes of this view by the last event, beyond those that everybody saw.
  std::vector<std::string> learnt{};
  /// The sentences of learnt, each as Line.said.
  Json learnt_said{};
};
void to_json(Json& json, const InspectSeat& from);

struct InspectMove {
  std::string label{};
  std::string line{};
  /// Of a move with a number, which the line lacks.
  std::optional<NumberOfMove> number{};
};
void to_json(Json& json, const InspectMove& from);

/// The moves of one seat that is asked, and the lines by which they are made.
struct InspectMoves {
  Whole seat{};
  /// Seats move at once, and this one has chosen.
  bool chosen = false;
  std::vector<InspectMove> moves{};
};
void to_json(Json& json, const InspectMoves& from);

/// Where an inspection stands: a match of a game that its author plays for all seats, or a
/// transcript.
struct Inspect {
  /// The game, or the transcript's file.
  std::string what{};
  /// 0: the match has just begun.
  Whole ply{};
  Whole last{};
  /// The events that led here.
  std::vector<std::string> events{};
  /// The next things that the rules ask for; none: the match is over.
  std::vector<std::string> wanted{};
  /// A transcript: it is only read.
  bool fixed = false;
  Json state{};
  /// First everybody, then each seat whose knowledge is there.
  std::vector<InspectSeat> seats{};
  std::vector<InspectMoves> moves{};
  /// The view before the last event, of who looks.
  Json before{};
  /// The sentences of events, each as Line.said.
  Json events_said{};
  /// The sentences of wanted, each as Line.said.
  Json wanted_said{};
};
void to_json(Json& json, const Inspect& from);

struct LobbyTable {
  /// To go back to it; "": it has no page.
  std::string line{};
  std::string game{};
  std::string title{};
  std::vector<std::string> with{};
  std::string standing{};
  Whole left_ms{};
  std::string then{};
  std::string words{};
  /// Seconds since 1970.
  Whole seen_s{};
  bool bots = false;
  /// The words, as Line.said.
  Json said{};
};
void to_json(Json& json, const LobbyTable& from);

struct LobbyParam {
  std::string name{};
  std::string about{};
  std::string kind{};
  Json standard{};
  std::optional<Whole> min{};
  std::optional<Whole> max{};
  std::vector<std::string> choices{};
};
void to_json(Json& json, const LobbyParam& from);

struct LobbyGame {
  std::string name{};
  std::string title{};
  std::string about{};
  std::string shelf{};
  Whole seats_min{};
  Whole seats_max{};
  std::string secrecy{};
  /// A list: its sentences, each as Line.said.
  Json secrecy_said{};
  std::vector<LobbyParam> params{};
  /// To be read before a table is opened; lines end with "\n".
  std::string rules{};
  /// The same in German; "": there is none.
  std::string rules_de{};
  /// It has chips that people own, so an evening of it can be opened.
  bool evening = false;
};
void to_json(Json& json, const LobbyGame& from);

struct LobbyNear {
  /// To see its terms; "": it takes an invitation.
  std::string line{};
  std::string game{};
  std::string title{};
  std::string contact{};
  Whole seats{};
  Whole taken{};
};
void to_json(Json& json, const LobbyNear& from);

struct LobbyFinished {
  std::string file{};
  std::string game{};
  std::string title{};
  std::vector<std::string> players{};
  /// -1: who only watched.
  Whole me{};
  std::vector<Whole> result{};
  Whole hands{};
  Whole moves{};
  Whole at_s{};
  /// Of an audit that was asked for here.
  std::string verdict{};
};
void to_json(Json& json, const LobbyFinished& from);

/// The luck in these matches: values of dice, ranks of cards from 2 to 14, or chips of hands that
/// were all in. In 95 of 100 cases `sum` is within `reach` of `expected`.
struct LobbyLuck {
  std::string what{};
  Whole count{};
  /// In hundredths, as the next two.
  Whole sum{};
  Whole expected{};
  Whole reach{};
};
void to_json(Json& json, const LobbyLuck& from);

struct LobbyFigure {
  std::string game{};
  std::string title{};
  Whole matches{};
  Whole hands{};
  Whole won{};
  Whole lost{};
  Whole sum{};
  std::vector<LobbyLuck> luck{};
};
void to_json(Json& json, const LobbyFigure& from);

/// The contents of the lobby's page: a person's tables, and all from which others can be opened.
struct Lobby {
  std::string me{};
  /// Nobody has chosen the name: it is the one of the login.
  bool asks_name = false;
  /// Through which tables are opened; none: only their addresses lead there.
  std::vector<std::string> relays{};
  /// Nobody has said yet whether it is through a relay.
  bool asks_reach = false;
  /// The relays that this machine offers, while it asks.
  std::vector<std::string> offered{};
  /// The person's losing hands are shown at a showdown.
  bool shows_losing = false;
  /// The most urgent first.
  std::vector<LobbyTable> tables{};
  std::vector<LobbyGame> games{};
  std::vector<LobbyNear> near{};
  /// The newest first.
  std::vector<LobbyFinished> finished{};
  /// How many there are.
  Whole finished_all{};
  /// Of the person's own play, by game.
  std::vector<LobbyFigure> figures{};
  /// Transcripts are still being read.
  bool reading = false;
  /// The line that is being carried out; "": none.
  std::string starting{};
  /// How many pages were opened from here.
  Whole opened{};
  /// Of the last of them; it works once.
  std::string open_address{};
};
void to_json(Json& json, const Lobby& from);

struct EveningAccount {
  std::string name{};
  Whole bought{};
  Whole cashed{};
  Whole chips{};
  /// In hex.
  std::string key{};
  /// Its chips after each table, as far as this program has seen; -1: there was no account yet.
  std::vector<Whole> past{};
};
void to_json(Json& json, const EveningAccount& from);

/// A payment between two of the accounts.
struct EveningPayment {
  Whole from{};
  Whole to{};
  Whole chips{};
};
void to_json(Json& json, const EveningPayment& from);

/// An evening of tables with chips that people own, as this program knows it now.
struct Evening {
  std::vector<EveningAccount> accounts{};
  /// The person's own account among them; -1: they have none.
  Whole me{};
  /// The person is the bank: the evening ends when they leave.
  bool bank = false;
  /// The chips that the person may order: in a break at once, at a table for the break after it. 0:
  /// none.
  Whole order_min{};
  Whole order_max{};
  Whole order_usual{};
  /// Chips that are ordered in the break after this table, or that the bank has not signed yet.
  Whole ordered{};
  /// The person leaves after this table.
  bool leaves = false;
  /// A list: sentences on the person's account that they are asked about, each as Line.said.
  Json told{};
  /// The evening has ended for this person.
  bool over = false;
  /// The others play on; there are no payments yet.
  bool plays_on = false;
  /// Set when the evening has ended for all.
  std::vector<EveningPayment> payments{};
  /// The bank has no chips left: if it buys none the evening ends with the break, or has ended.
  bool broke = false;
  /// The evening, by its digest in hex.
  std::string id{};
  /// The table after which the first of each account's `past` stood; 0: there is none.
  Whole first_table{};
  /// No break is shown yet: chips that are ordered now are ordered in the next one.
  bool waits = false;
  /// Until the next table begins or, with a broke bank, the evening ends; 0: it waits.
  Whole break_left_ms{};
};
void to_json(Json& json, const Evening& from);

/// All that a page needs to draw what its person may see now.
struct State {
  std::string phase{};
  Table table{};
  Terms terms{};
  /// The question that the program asks now; "": none.
  std::string question{};
  /// As Line.said.
  Json question_said{};
  /// To it, by buttons; none: yes and no.
  std::vector<Answer> answers{};
  /// The question as values, for a page that has its own words.
  std::optional<Asked> asked{};
  /// -1: who only watches.
  Whole me{};
  std::vector<Seat> seats{};
  Json hint{};
  Json view{};
  std::string drawn{};
  Whole step{};
  std::vector<Move> moves{};
  Turn turn{};
  std::string waiting{};
  /// As Line.said.
  Json waiting_said{};
  /// A list: the lines of last_hand, each as Line.said.
  Json last_hand_said{};
  std::vector<Working> working{};
  Checks checks{};
  std::optional<Outcome> result{};
  std::vector<std::string> last_hand{};
  std::vector<Trouble> trouble{};
  std::string transcript{};
  bool bell = false;
  bool away = false;
  bool chat = false;
  /// The question is whether the same people play another match.
  bool again = false;
  /// In the phase replay alone.
  std::optional<Replay> replay{};
  /// In the phase inspect alone.
  std::optional<Inspect> inspect{};
  /// The table as data (docs/scenes.md), judged by the program; null: the game has none, or none
  /// that can be drawn. What it says of moves stands with the moves.
  Json scene{};
  /// Why the scene cannot be drawn; "": it can, or there is none.
  std::string undrawn{};
  /// The scene comes later: its script did not answer in time.
  bool late = false;
  /// Why the game's hint is not used; "": it is, or there is none.
  std::string unhinted{};
  /// The person may resign now, on whosever turn.
  bool resigns = false;
  /// A match against bots in this program: it hears hint, undo, restart, new.
  bool practice = false;
  /// The player that has the person's seat, until the line "bot off"; "": none.
  std::string bot{};
  /// In the phase lobby alone.
  std::optional<Lobby> lobby{};
  /// The evening to which this table belongs.
  std::optional<Evening> evening{};
};
void to_json(Json& json, const State& from);

struct Line {
  Whole seq{};
  std::string kind{};
  std::string text{};
  /// Of chat; else -1.
  Whole seat{};
  Whole hand{};
  /// It shows to all what was hidden: it stays readable for a while.
  bool shows = false;
  /// The text as an id of ui/words/sentences.json with its values, {"id": "left", "who": {"name":
  /// "Bob"}}, for a page in any language; null: the text is all that there is.
  Json said{};
  /// The part of the match that begins with this line: {"page": …, "title": …, "value": …}, each as
  /// said. The page is the hand, deal or round alone, the title names the street or trick, too, and
  /// the value is what stands beside it. With "by_news" the line's first sentence is the title, and
  /// stands nowhere else. null: the line is of the same part as the one before.
  Json heading{};
  /// Since the event before it, by the program's own clock; 0: that is not known.
  Whole took_ms{};
};
void to_json(Json& json, const Line& from);

/// From the program to the page: a state, lines, or the answer to a heartbeat. Whole numbers beyond
/// 2^53 - 1 either way are texts here, since a page would round them.
struct FromNode {
  std::optional<State> state{};
  std::vector<Line> lines{};
  /// The program lives, also if it has nothing new to say.
  bool beat = false;
};
void to_json(Json& json, const FromNode& from);

}  // namespace fairdeal::words::message
