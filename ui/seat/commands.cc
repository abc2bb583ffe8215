#include "ui/seat/commands.h"

#include <algorithm>
#include <utility>

#include "proto/key_words.h"
#include "rules/choice_text.h"
#include "rules/json_full.h"
#include "ui/engine/engine_choice.h"
#include "ui/seat/bot_names.h"
#include "ui/seat/evening.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/printable.h"
#include "ui/words/secrecy_words.h"

namespace fairdeal::seat {
namespace {

constexpr std::size_t kLinesOfLog = 20;
constexpr std::size_t kLinesOfChat = 20;

// ---- When a command works

bool plays(const Model& model) { return model.position() != nullptr; }
bool at_table(const Model& model) { return model.table() != nullptr; }
bool sits(const Model& model) {
  return at_table(model) && model.setup.person() && plays(model) && !model.account.ended &&
         model.position()->me.value < model.position()->game().seats();
}
bool may_resign(const Model& model) { return resigns(model); }
bool moves_against_bots(const Model& model) {
  return model.setup.dealer && plays(model) && model.position()->to_act;
}
bool plays_against_bots(const Model& model) { return model.setup.dealer && plays(model); }
bool hosts(const Model& model) {
  return !model.setup.guest && !model.setup.dealer && model.table() == nullptr;
}
bool plays_or_evening(const Model& model) {
  return plays(model) || is_of_evening(model) || waits_for_break(model);
}
bool of_evening(const Model& model) { return is_of_evening(model) || waits_for_break(model); }
bool at_table_or_evening(const Model& model) { return at_table(model) || of_evening(model); }
bool has_link(const Model& model) { return !model.setup.dealer; }
bool may_start(const Model& model) { return hosts(model) && model.gathering.ready; }

// ---- The game

void list_all(Model& model, const std::string&, SeatEffects& out) {
  if (!model.position()->to_act) return out.say(words::said("not_your_turn"));
  out.add(Line{.text = listed_choices(model, true), .said = all_choices_said(model).json()});
}

/// Tells what happened in the last hand, which lasted from one shuffle to the next.
void tell_last_hand(Model& model, const std::string&, SeatEffects& out) {
  const auto& hand = model.play.last_hand;
  if (hand.empty()) return out.say(words::said("no_hand_before"));
  out.say(words::in_lines(hand.lines()));
}

void tell_log(Model& model, const std::string&, SeatEffects& out) {
  const std::vector<words::Said> log = model.play.log.lines();
  const auto count = static_cast<std::ptrdiff_t>(std::min(kLinesOfLog, log.size()));
  const std::vector<words::Said> last(log.end() - count, log.end());
  if (last.empty()) return out.say(words::said("nothing_yet"));
  out.say(words::in_lines(last));
}

void tell_rules(Model& model, const std::string&, SeatEffects& out) {
  for (const words::Said& line : rules_lines(model))
    out.add(Line{.text = line.text(), .to = Line::To::terminal, .said = line.json()});
  out.say_on_page(rules_told(model));
}

void tell_all_terms(Model& model, const std::string&, SeatEffects& out) { tell_terms(model, out); }

/// Says who has seen which cards, and who shuffled them.
void tell_secrets(Model& model, const std::string&, SeatEffects& out) {
  std::vector<words::Said> lines{words::said("secrecy_account")};
  for (const words::Said& line :
       words::secrecy_account(model.table()->table->state(), *model.people.names))
    lines.push_back(words::said("indented", {{"line", words::sentence(line)}}));
  out.say(words::in_lines(lines));
}

void let_answer(Model& model, const std::string&, SeatEffects& out) {
  model.play.answers = model.play.answers_said = true;
  tell_whether_it_answers(model, out);
  move_for_person(model, out);
}

void let_not_answer(Model& model, const std::string&, SeatEffects& out) {
  model.play.answers = false;
  model.play.answers_said = true;
  tell_whether_it_answers(model, out);
}

// ---- The others

void tell_who_is_here(Model& model, const std::string&, SeatEffects& out) {
  out.say(who_is_here(model));
}

void say_to_others(Model& model, const std::string& text, SeatEffects& out) {
  if (!at_table(model)) return out.say(words::said("nobody_can_say"));
  if (!model.chat.choice.on && model.table()->has_chat)
    return out.say(words::said("chat_off_turn_on"));
  out.add(SayLine{text});
}

void tell_chat(Model& model, const std::string&, SeatEffects& out) {
  std::vector<node::ChatLine> last;
  std::ranges::copy_if(model.chat.said, std::back_inserter(last),
                       [&](const auto& line) { return shows(model, line); });
  if (last.empty())
    return out.say(model.chat.choice.on ? words::said("chat_silent") : words::said("chat_is_off"));
  const std::size_t from = last.size() - std::min(kLinesOfChat, last.size());
  for (std::size_t i = from; i < last.size(); ++i) show_chat(model, last[i], out);
}

void chat_off(Model& model, const std::string&, SeatEffects& out) {
  model.chat.choice.on = false;
  out.say(words::said("chat_off_now"));
}

void chat_on(Model& model, const std::string&, SeatEffects& out) {
  model.chat.choice.on = true;
  out.say(model.table()->has_chat ? words::said("chat_on") : words::said("no_chat"));
}

/// Hides, or shows again, what the member says whom `who` means: by its name, the words of its key,
/// or as the screen names it.
void hide(Model& model, const std::string& who, bool hides, SeatEffects& out) {
  if (!at_table(model)) return out.say(words::said("nobody_can_say"));
  const auto& charter = model.table()->table->charter();
  std::vector<Seat> meant;
  for (std::uint32_t i = 0; i < charter.validators(); ++i) {
    const auto& member = charter.member(Seat(i));
    if (Seat(i) != model.table()->me &&
        (who == model.name_of(Seat(i)) ||
         meet::is_called(who, member.nickname, member.key.public_key())))
      meant.push_back(Seat(i));
  }
  if (meant.size() != 1)
    return out.say(
        meant.empty()
            ? words::said("nobody_called", {{"who", words::name(words::printable(who))}})
            : words::said("several_called", {{"who", words::name(words::printable(who))}}));
  const auto key = charter.member(meant.front()).key.public_key();
  if (hides)
    model.chat.choice.muted.insert(key);
  else
    model.chat.choice.muted.erase(key);
  const words::Values values{{"who", words::name(model.name_of(meant.front()))}};
  out.say(hides ? words::said("muted", values) : words::said("heard_again", values));
}

void mute(Model& model, const std::string& who, SeatEffects& out) { hide(model, who, true, out); }
void unmute(Model& model, const std::string& who, SeatEffects& out) {
  hide(model, who, false, out);
}

void keep(Model& model, const std::string& who, SeatEffects& out) {
  const auto seat = member_called(model, who);
  if (seat) return out.add(KeepMember{*seat, true});
  model.problem = seat.error();
  if (!model.setup.in_place) out.say(full_stop(model.problem));
}

// ---- The person

/// Lets the program move for the person. At an evening it does so at each table until they are
/// back: a charter has no place for that.
void go_away(Model& model, const std::string&, SeatEffects& out) {
  model.play.away = true;
  model.play.comes_back = 0;
  out.say(of_evening(model) ? words::said("you_sit_out_evening") : words::said("you_are_away"));
  move_for_person(model, out);
}

void come_back(Model& model, const std::string&, SeatEffects& out) {
  model.play.away = false;
  model.play.comes_back = 2;
  out.say(words::said("you_are_back"));
  const auto move = unasked(model);  // the table may ask just now whether the person is back
  if (move && is_coming_back(model.position()->game(), *move)) out.add(MoveLater{});
}

void ask_how_to_quit(Model& model, SeatEffects& out) {
  model.question = Model::Question::how_to_quit;
  if (!model.setup.in_place) out.ask(words::said("how_to_quit"));
}

/// Says what is wrong with what was typed, where the person types.
void refuse_word(Model& model, words::Said why, SeatEffects& out) {
  model.problem = std::move(why);
  if (!model.setup.in_place) out.say(full_stop(model.problem));
}

void ask_hint(Model&, const std::string&, SeatEffects& out) { out.add(AskHint{}); }
void take_back(Model&, const std::string&, SeatEffects& out) { out.add(TakeBack{}); }
void restart(Model&, const std::string&, SeatEffects& out) {
  out.add(BeginAnew{});
  out.say(words::said("begins_once_more"));
}

/// Tells the person, and where there is chat the others, who plays this seat now.
void tell_who_plays(const Model& model, SeatEffects& out) {
  const std::string& bot = model.play.bot;
  const words::Values values{{"bot", words::text(bot)}};
  out.say(bot.empty() ? words::said("you_play_again") : words::said("bot_plays_for_you", values));
  if (!model.table()->has_chat) return;
  const auto line =
      bot.empty() ? words::said("i_play_again") : words::said("bot_plays_for_me", values);
  out.add(SayLine{line.text()});
}

/// Hands the seat to a player in mid-match, "bot on" or "bot on hard", or takes it back, "bot off".
void hand_over(Model& model, const std::string& typed, SeatEffects& out) {
  const std::string name = typed.starts_with("on ") ? typed.substr(3) : "normal";
  const bool on = typed == "on" || typed.starts_with("on ");
  if (!on && typed != "off") return refuse_word(model, words::said("bot_takes_on_or_off"), out);
  if (on && engine::names_engine(name)) return out.say(words::said("engine_begins_with_program"));
  if (const auto unknown = on ? unknown_bot(name, model.position()->game()) : std::nullopt)
    return refuse_word(
        model, words::said("bot_cannot_play", {{"why", words::text(unknown->message)}}), out);
  out.add(StopThinking{});
  model.play.bot = on ? name : "";
  tell_who_plays(model, out);
  if (!model.position()->to_act) return;
  if (on) return out.add(MoveLater{});
  if (!move_for_person(model, out) && model.play.bell) out.add(RingBell{});
  show(model, out);
}

/// Begins a new match: "new", or "new bot" to let a bot begin.
void begin_new(Model& model, const std::string& who, SeatEffects& out) {
  const auto first = beginner_named(who);
  if (first || who.empty()) {
    out.add(BeginAnew{.deals_again = true, .first = first});
    return out.say(words::said("begins_anew"));
  }
  refuse_word(model, words::said("new_takes_whom"), out);
}

/// Resigns, once a person at a terminal has said that they mean it; a page asks by itself.
void resign(Model& model, const std::string&, SeatEffects& out) {
  if (!model.setup.asks_twice || model.typed_on_page) return out.add(Resign{});
  model.question = Model::Question::resign;
  if (!model.setup.in_place) out.ask(resign_question());
}

/// Leaves the evening, once a person at a terminal has said that they mean it.
void ask_to_leave_evening(Model& model, SeatEffects& out) {
  const words::Said question = leave_question(model);
  if (!model.setup.asks_twice || model.typed_on_page || question.empty())
    return leave_evening(model, out);
  model.question = Model::Question::leave_evening;
  if (!model.setup.in_place) out.ask(question);
}

void leave(Model& model, const std::string&, SeatEffects& out) {
  if (is_of_evening(model) || waits_for_break(model)) return ask_to_leave_evening(model, out);
  if (model.setup.dealer) return stop_play(model, stopped(model, "You stopped."), out);
  // A person at a terminal is asked once; a page asks by itself, and a script means what it types.
  if (!model.setup.asks_twice || model.setup.has_page || !at_table(model)) return leave_table(out);
  ask_how_to_quit(model, out);
}

void tell_accounts(Model& model, const std::string&, SeatEffects& out) {
  out.say(accounts_said(model));
}

void stay(Model& model, const std::string&, SeatEffects& out) { take_back(model, out); }

void ask_to_quit(Model& model, const std::string&, SeatEffects& out) {
  if (model.setup.dealer) return stop_play(model, stopped(model, "You stopped."), out);
  if (!at_table(model)) return hear(model, Interrupted{}, out);
  ask_how_to_quit(model, out);
}

void write_report(Model&, const std::string&, SeatEffects& out) { out.add(WriteReport{}); }

void turn_bell(Model& model, const std::string&, SeatEffects& out) {
  model.play.bell = !model.play.bell;
  out.say(model.play.bell ? words::said("sound_on") : words::said("sound_off"));
}

void help(Model& model, const std::string&, SeatEffects& out) {
  for (const words::Said& words : help_words(model)) out.say(words);
}

// ---- The host

/// Returns whether a name begins with these whole words, in capitals or not: "Ida" of "Ida Groß",
/// and not of "Idalia", who is somebody else.
bool begins_with_words(const std::string& name, const std::string& typed) {
  return name.size() > typed.size() && name[typed.size()] == ' ' &&
         words::word_typed(name.substr(0, typed.size())) == words::word_typed(typed);
}

/// Answers the question about a guest, or an order of theirs. A host need not type the name of the
/// only one, nor more of a name than its first words.
void answer_guest(const Model& model, const std::string& who, bool yes, SeatEffects& out) {
  std::vector<Model::Gathering::Asking> all = model.gathering.asking;
  for (const auto& order : model.gathering.ordering) all.push_back(order.who);
  if (who.empty() && all.size() != 1) {
    std::vector<std::string> names;
    for (const auto& one : all) names.push_back(one.name);
    return out.say(names.empty() ? words::said("nothing_asked")
                                 : words::said("several_ask", {{"who", words::names(names)}}));
  }
  std::vector<Model::Gathering::Asking> called, like;
  for (const auto& one : all) {
    if (meet::is_called(who, one.name, one.key)) called.push_back(one);
    if (who.empty() || begins_with_words(one.name, who)) like.push_back(one);
  }
  if (!called.empty() || like.size() != 1) return out.add(LetIn{who, yes});
  out.add(LetIn{proto::key_words(like.front().key, proto::kKeyWordsToDecide), yes});
}

void answer_yes(Model& model, const std::string& who, SeatEffects& out) {
  answer_guest(model, who, true, out);
}
void answer_no(Model& model, const std::string& who, SeatEffects& out) {
  answer_guest(model, who, false, out);
}
void kick(Model&, const std::string& who, SeatEffects& out) { out.add(Kick{who}); }
void start(Model&, const std::string&, SeatEffects& out) { out.add(StartTable{}); }

/// Shows the code, or has a new one made.
void obey_about_code(Model& model, const std::string& what, SeatEffects& out) {
  if (words::word_typed(what) == "new") return out.add(RenewCode{});
  tell_code(model, out);
}

void tell_link_of_match(const Model& model, SeatEffects& out) {
  out.say(words::said("link_of_match"));
  const std::string& way = model.gathering.watch_way;
  if (!way.empty()) out.say(words::said("link_to_watch", {{"way", words::text(way)}}));
}

/// Shows the link again, by which others come, or says who has it. Once the match has begun, says
/// what it is still good for; at an evening that is the next break.
void tell_link(Model& model, const std::string&, SeatEffects& out) {
  if (at_table(model) && !is_of_evening(model)) return tell_link_of_match(model, out);
  if (at_table(model)) out.say(words::said("link_for_break"));
  const std::string& host = model.gathering.host_name;
  if (model.setup.guest && at_table(model) && host.empty()) return;  // as below
  if (model.setup.guest)
    return out.say(host.empty() ? words::said("host_unanswered")
                                : words::said("link_has_host", {{"who", words::name(host)}}));
  const std::string& link = model.gathering.invitation;
  const std::string& address = model.gathering.address;
  if (at_table(model) && link.empty()) return;  // this program came back to the table
  out.say(link.empty() ? words::said("no_link_yet")
                       : words::said("link", {{"link", words::text(link)}}));
  if (!address.empty()) out.say(words::said("address", {{"address", words::text(address)}}));
}

constexpr auto kAlone = Command::Shape::alone;
constexpr auto kWithRest = Command::Shape::with_rest;
constexpr auto kPerhaps = Command::Shape::perhaps;
constexpr auto kFirst = Command::Rank::before_moves;
constexpr auto kThen = Command::Rank::after_moves;
/// Nobody knows a word that is typed at another time.
constexpr bool kOnlyThen = false;
constexpr bool kLater = true;
constexpr bool kOthers = true;
constexpr bool kAnywhere = false;

/// Returns the id of a sentence of the help.
constexpr const char* help_said(const char* id) { return id; }

constexpr Command kCommands[] = {
    {"list", kAlone, kThen, plays, kLater, list_all, kAnywhere, help_said("help_list")},
    {"last", kAlone, kThen, plays, kLater, tell_last_hand, kAnywhere, help_said("help_last")},
    {"log", kAlone, kThen, plays, kLater, tell_log, kAnywhere, help_said("help_log")},
    {"who", kAlone, kThen, nullptr, kLater, tell_who_is_here, kAnywhere, help_said("help_who")},
    {"rules", kAlone, kThen, nullptr, kLater, tell_rules, kAnywhere, help_said("help_rules")},
    {"terms", kAlone, kThen, nullptr, kLater, tell_all_terms, kOthers, ""},
    {"secrets", kAlone, kThen, at_table, kLater, tell_secrets, kOthers, help_said("help_secrets")},
    {"answersyes", kAlone, kThen, plays, kLater, let_answer, kAnywhere, help_said("help_answers")},
    {"answersno", kAlone, kThen, plays, kLater, let_not_answer, kAnywhere, ""},
    {"say", kWithRest, kFirst, nullptr, kLater, say_to_others, kOthers, help_said("help_say")},
    {"chat", kAlone, kThen, at_table, kLater, tell_chat, kOthers, ""},
    {"chatoff", kAlone, kThen, at_table, kLater, chat_off, kOthers, help_said("help_chat")},
    {"chaton", kAlone, kThen, at_table, kLater, chat_on, kOthers, ""},
    {"mute", kWithRest, kFirst, nullptr, kLater, mute, kOthers, help_said("help_mute")},
    {"unmute", kWithRest, kFirst, nullptr, kLater, unmute, kOthers, ""},
    {"away", kAlone, kThen, at_table_or_evening, kLater, go_away, kOthers, help_said("help_away")},
    {"back", kAlone, kThen, at_table_or_evening, kLater, come_back, kOthers, ""},
    {"bot", kWithRest, kThen, sits, kOnlyThen, hand_over, kOthers, help_said("help_bot")},
    {"sitout", kAlone, kThen, of_evening, kOnlyThen, go_away, kOthers, help_said("help_sit_out")},
    {"sitin", kAlone, kThen, of_evening, kOnlyThen, come_back, kOthers, ""},
    {"keep", kPerhaps, kThen, at_table, kOnlyThen, keep, kOthers, help_said("help_keep")},
    {"hint", kAlone, kThen, moves_against_bots, kOnlyThen, ask_hint, kAnywhere,
     help_said("help_hint")},
    {"undo", kAlone, kThen, plays_against_bots, kOnlyThen, take_back, kAnywhere,
     help_said("help_undo")},
    {"restart", kAlone, kThen, plays_against_bots, kOnlyThen, restart, kAnywhere,
     help_said("help_restart")},
    {"new", kPerhaps, kThen, plays_against_bots, kOnlyThen, begin_new, kAnywhere,
     help_said("help_new")},
    {"resign", kAlone, kThen, may_resign, kLater, resign, kAnywhere, help_said("help_resign")},
    {"leave", kAlone, kThen, plays_or_evening, kLater, leave, kAnywhere, help_said("help_leave")},
    {"buyin", kPerhaps, kFirst, of_evening, kOnlyThen, order_typed, kOthers,
     help_said("help_buy_in")},
    {"rebuy", kPerhaps, kFirst, of_evening, kOnlyThen, order_typed, kOthers, ""},
    {"topup", kPerhaps, kFirst, of_evening, kOnlyThen, order_typed, kOthers, ""},
    {"stay", kAlone, kThen, of_evening, kOnlyThen, stay, kOthers, help_said("help_stay")},
    {"accounts", kAlone, kThen, of_evening, kOnlyThen, tell_accounts, kOthers,
     help_said("help_accounts")},
    {"quit", kAlone, kThen, nullptr, kLater, ask_to_quit, kAnywhere, help_said("help_quit")},
    {"exit", kAlone, kThen, nullptr, kLater, ask_to_quit, kAnywhere, ""},
    {"bell", kAlone, kThen, nullptr, kLater, turn_bell, kAnywhere, help_said("help_bell")},
    {"report", kAlone, kThen, nullptr, kLater, write_report, kAnywhere, help_said("help_report")},
    {"fairdealreport", kAlone, kThen, nullptr, kLater, write_report, kAnywhere, ""},
    {"help", kAlone, kThen, nullptr, kLater, help, kAnywhere, ""},
    {"?", kAlone, kThen, nullptr, kLater, help, kAnywhere, ""},
    {"yes", kPerhaps, kFirst, hosts, kOnlyThen, answer_yes, kOthers, help_said("help_yes")},
    {"no", kPerhaps, kFirst, hosts, kOnlyThen, answer_no, kOthers, ""},
    {"kick", kPerhaps, kFirst, hosts, kOnlyThen, kick, kOthers, help_said("help_kick")},
    {"code", kPerhaps, kFirst, hosts, kOnlyThen, obey_about_code, kOthers, help_said("help_code")},
    {"link", kAlone, kThen, has_link, kLater, tell_link, kOthers, help_said("help_link")},
    {"start", kPerhaps, kFirst, hosts, kOnlyThen, start, kOthers, help_said("help_start")},
    {"", kPerhaps, kFirst, may_start, kOnlyThen, start, kAnywhere, ""},
};

/// The commands of the program. A table has words of its own for some of them.
constexpr const char* kOfProgram[] = {
    "audit",    "bench",  "completion", "config", "contacts", "demo",    "doctor",
    "evidence", "export", "games",      "host",   "id",       "inspect", "join",
    "lobby",    "play",   "relay",      "replay", "report",   "resume",  "rules",
    "selftest", "stats",  "status",     "tables", "version",  "watch",   "witness"};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

bool is_of_host(const Command& command) {
  return command.when == hosts || command.when == may_start;
}

words::Said said_of_program(const std::string& line) {
  std::string word = words::word_typed(line);
  const std::string program = "fairdeal";
  const bool named = word.size() > program.size() && word.starts_with(program);
  if (named) word.erase(0, program.size());
  if (std::ranges::find(kOfProgram, word) == std::end(kOfProgram)) return {};
  if (word == "doctor") return words::said("doctor_elsewhere");
  if (word == "resume") return words::said("resume_elsewhere");
  return words::said("command_elsewhere", {{"command", words::text(word)}});
}

std::vector<words::Said> help_words(const Model& model) {
  std::vector<words::Said> always{words::said("help_moves")}, for_hosts{words::said("help_hosts")};
  for (const Command& command : kCommands) {
    if (*command.help == '\0' || (model.setup.dealer && command.others)) continue;
    (is_of_host(command) ? for_hosts : always).push_back(words::said(command.help));
  }
  std::vector<words::Said> all{words::in_lines(always)};
  if (model.setup.dealer) all.push_back(words::said("help_before_a_dealer"));
  if (hosts(model)) all.push_back(words::in_lines(for_hosts));
  return all;
}

}  // namespace fairdeal::seat
