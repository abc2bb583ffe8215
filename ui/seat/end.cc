#include "rules/json_full.h"
#include "ui/sandbox/native_files.h"
#include "ui/seat/code.h"
#include "ui/seat/evening.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/fault_words.h"
#include "ui/words/printable.h"
#include "ui/words/relay_words.h"
#include "ui/words/terms_words.h"

/// The end of a seat: what the person is told, and the exit code.

namespace fairdeal::seat {
namespace {

using EndedHow = session::SessionEnded::How;

using words::Exit, words::said, words::told_failure;

/// Returns why a guest did not reach its host, or this machine opened no port. `kept` is the store
/// of a table that this guest has signed; "": there is none.
words::Failure failure_to_reach(const session::SessionEnded& ended, const std::string& about,
                                const std::string& kept) {
  const words::Values values{{"about", words::text(about)}};
  switch (ended.how) {
    case EndedHow::unreachable:
      if (ended.error->fault == Fault::bad_parameters)
        return told_failure(Exit::unreachable, "cannot_listen", said("could_not_listen", values),
                            said("take_another_port"));
      return told_failure(Exit::unreachable, "unreachable", said("not_reached", values),
                          said("check_address"));
    case EndedHow::nobody_there:
      return told_failure(Exit::unreachable, "nobody_there", said("nobody_listens", values),
                          said("check_port"));
    case EndedHow::host_silent:
      return told_failure(Exit::unreachable, "host_silent", said("nothing_comes_back", values),
                          said("check_firewall"));
    case EndedHow::host_gone:
      return told_failure(Exit::unreachable, "host_gone", said("host_gone_before", values),
                          kept.empty() ? said("ask_and_join_again")
                                       : said("signed_resume", {{"kept", words::text(kept)}}));
    case EndedHow::withdrawn:
      return told_failure(Exit::refused, "withdrawn", said("signed_not_begun"),
                          said("gathers_again"));
    case EndedHow::relay_down:
      return words::failure_of_relay(ended.relay.value_or(signaling::RelayTrouble::What::lost),
                                     about);
    case EndedHow::clock_differs:
      return told_failure(Exit::unreachable, "clock_differs", said("clocks_differ", values),
                          said("set_the_clock"));
    default:
      return {};
  }
}

/// Returns the failure of a guest at whose host's address somebody else answered.
words::Failure failure_of_identity(const std::string& contact) {
  const words::Values values{{"who", words::name(contact)}};
  if (!contact.empty())
    return told_failure(Exit::refused, "identity_differs", said("not_the_key_of", values),
                        said("told_nothing_keep_again", values));
  return told_failure(Exit::refused, "identity_differs", said("not_the_key_of_host"),
                      said("told_nothing_ask_host"));
}

/// Returns what a guest is told that may not sit down. `about` is the host's program's own text: it
/// could say anything, so it stands in quotation marks.
words::Failure failure_of_refusal(const session::SessionEnded& ended, bool host_was_asked,
                                  const std::string& about) {
  // A program that only hangs up says nothing: that text is of this end.
  const bool hung_up = ended.error && ended.error->fault == Fault::hung_up;
  const words::Said quoted =
      hung_up         ? said("in_another_window")
      : about.empty() ? words::Said()
                      : said("host_program_says", {{"words", words::text(words::quoted(about))}});
  switch (ended.how) {
    case EndedHow::table_full:
      return told_failure(Exit::refused, "table_full", said("seats_taken"),
                          said("ask_when_next_match"));
    case EndedHow::kicked:
      return told_failure(Exit::refused, "kicked", said("sent_away"));
    case EndedHow::not_invited:
      // The host's program may also have lost the question, and refuse this guest by itself.
      if (host_was_asked && about == meet::HostLobby::kSaidNo)
        return told_failure(Exit::refused, "not_invited", said("host_said_no"));
      return told_failure(Exit::refused, "not_invited", said("table_by_invitation"), quoted);
    case EndedHow::begun:
      return told_failure(Exit::refused, "refused", said("match_has_begun"),
                          said("ask_when_next_starts"));
    default:
      return told_failure(Exit::refused, "refused", said("turned_away"), quoted);
  }
}

/// Returns what a guest is told whose host has no table for it.
words::Failure failure_without_table(const std::string& contact) {
  const words::Values values{{"who", words::name(contact)}};
  if (contact.empty())
    return told_failure(Exit::unreachable, "not_hosting", said("link_has_no_table"),
                        said("ask_for_new_link"));
  return told_failure(Exit::unreachable, "not_hosting", said("has_no_table", values),
                      said("ask_whether_invited", values));
}

/// Returns what stopped this seat at its own machine.
words::Failure failure_here(const Error& error) {
  const words::Values values{{"why", words::fault_value(error)}};
  if (error.fault == Fault::in_use)
    return told_failure(Exit::refused, "in_use", said("seated_already", values),
                        said("play_on_there"));
  const bool stores = error.fault == Fault::storage;
  return told_failure(stores ? Exit::usage : Exit::internal, name(error.fault),
                      said("seat_stops", values), stores ? said("make_room") : words::Said());
}

/// Returns what a person is told whose table another member stopped.
words::Failure failure_by_member(const Model& model, const Error& error) {
  words::Values values{{"why", words::fault_value(error)}};
  const bool named = error.culprit && model.people.names;
  if (named) values.emplace("who", words::name(model.name_of(*error.culprit)));
  return told_failure(Exit::violated, name(error.fault),
                      named ? said("table_stops_by", values) : said("table_stops", values),
                      said("statements_kept"));
}

/// Returns what went wrong.
words::Failure failure_at(const Model& model, const session::SessionEnded& ended) {
  const std::string contact = words::printable(model.setup.sought);
  const bool host_was_asked = model.gathering.waits_for_host;
  // Peers may have written parts of these texts.
  const std::string about = ended.error ? words::printable(ended.error->about) : "";
  const auto fault = ended.error ? words::fault_value(*ended.error) : words::text("");
  const words::Values values{{"why", fault}, {"about", words::text(about)}};
  if (ended.error && ended.error->fault == Fault::unknown_module)  // at the door, or in a store
    return told_failure(Exit::incompatible, "incompatible", said("cannot_play_there", values),
                        said("name_the_library"));
  switch (ended.how) {
    case EndedHow::incompatible:
      return told_failure(Exit::incompatible, "incompatible", said("cannot_play_there", values),
                          said("same_version_needed"));
    case EndedHow::bad_terms:
      return told_failure(Exit::refused, "bad_terms", said("not_sat_down", values),
                          said("nothing_signed"));
    case EndedHow::table_full:
    case EndedHow::refused:
    case EndedHow::begun:
    case EndedHow::not_invited:
    case EndedHow::kicked:
      return failure_of_refusal(ended, host_was_asked, about);
    case EndedHow::not_hosting:
      return failure_without_table(contact);
    case EndedHow::other_host:
      return failure_of_identity(contact);
    case EndedHow::no_host:
      return failure_of_code(*ended.code, about);
    case EndedHow::violated:
      return failure_by_member(model, *ended.error);
    case EndedHow::failed:
      return failure_here(*ended.error);
    default:
      return failure_to_reach(ended, about, model.sight.store);
  }
}

/// Returns whether the host of a next match is simply not there.
bool is_nobody_there(EndedHow how) {
  return how == EndedHow::unreachable || how == EndedHow::nobody_there ||
         how == EndedHow::host_silent || how == EndedHow::host_gone || how == EndedHow::relay_down;
}

/// Returns whether a guest of a next match found no host of it. A port that this machine could not
/// open is no fault of the host.
bool has_no_next_host(const Model& model, const session::SessionEnded& ended) {
  const bool is_own_port = ended.error && ended.error->fault == Fault::bad_parameters;
  return is_nobody_there(ended.how) && !is_own_port && model.setup.guest && model.setup.continues;
}

/// Returns whether what failed may have failed because this machine is on no network. A refused
/// call was at least answered.
bool takes_a_network(const session::SessionEnded& ended) {
  using What = signaling::RelayTrouble::What;
  const bool answered = ended.relay && *ended.relay != What::name && *ended.relay != What::tcp;
  return is_nobody_there(ended.how) && !answered && ended.error->fault != Fault::nobody_there &&
         ended.error->fault != Fault::bad_parameters;
}

/// Returns whether this is a next match that has not begun. A page on which somebody asked for it
/// waits for it.
bool is_awaited(const Model& model) { return model.setup.continues && model.table() == nullptr; }

void end(Model& model, bool lingers, SeatEffects& out) {
  model.account.ended = true;
  out.add(End{lingers});
}

/// Ends the seat. A page that waits for a next match hears why it did not begin, even if it is not
/// connected again yet.
void end_for_page(Model& model, bool lingers, SeatEffects& out) {
  model.account.ended = true;
  const bool awaited = is_awaited(model);
  out.add(End{.lingers = lingers || awaited, .is_awaited = awaited});
}

/// Returns what the person can do after this failure.
words::Said advice_after(const Model& model, const words::Failure& failure) {
  if (is_awaited(model) && (failure.next.empty() || failure.name == "cannot_listen"))
    return said("open_another_table");
  return failure.next.empty() && !failure.hint.empty()
             ? said("game_says", {{"words", words::text(failure.hint)}})
             : failure.next;
}

/// Tells what failed. `more` are members of the document beside it.
void conclude(Model& model, const words::Failure& failure, words::Json more, SeatEffects& out) {
  model.account.failed = true;
  trouble(model,
          {.bad = true,
           .title = is_awaited(model) ? said("next_failed_title") : said("ended_title"),
           .text = failure.said.empty()
                       ? words::said("game_says", {{"words", words::text(failure.message)}})
                       : failure.said,
           .next = advice_after(model, failure)},
          out);
  words::Json told = {{"code", static_cast<int>(failure.code)},
                      {"name", failure.name},
                      {"message", failure.message},
                      {"hint", failure.hint}};
  told.update(more);
  out.tell("failed", std::move(told));
  if (model.gathering.terms) more["terms"] = words::terms_json(*model.gathering.terms);
  out.add(Conclude{static_cast<int>(failure.code), failure, std::move(more)});
}

/// Stops the session, and ends with this failure.
void give_up(Model& model, const words::Failure& failure, SeatEffects& out) {
  out.add(KeepBlock{});
  out.add(StopSession{});
  conclude(model, failure, words::Json::object(), out);
  end(model, false, out);
}

/// Says that this machine alone cannot go on. Nobody is told, and nobody judged by it.
words::Failure failure_of_machine(const Model& model, const std::string& why) {
  return told_failure(Exit::rules_fault, "script_lost",
                      said("no_player_to_blame", {{"why", words::text(words::printable(why))}}),
                      model.table() != nullptr
                          ? said("table_kept_resume", {{"kept", words::text(model.sight.store)}})
                          : said("tell_author_if_again"));
}

/// Says that the rules failed. No next match of these rules is offered.
void conclude_by_rules(Model& model, SeatEffects& out) {
  const state::Table& table = *model.table()->table;
  out.say(words::said("transcript", {{"path", words::text(model.sight.transcript)}}));
  conclude(model, words::failure_of_rules(table),
           {{"result", nullptr},
            {"head", table.head().hex()},
            {"steps", table.step().value},
            {"transcript", model.sight.transcript}},
           out);
}

/// Returns what a program is told of a match that was played to its end.
words::Json document_of(const Model& model) {
  const state::Table& table = *model.table()->table;
  words::Json gone = words::Json::array(), convicted = words::Json::array();
  for (std::uint32_t i = 0; i < table.members().standings().size(); ++i) {
    const auto& standing = table.members().standing(Seat(i));
    if (standing.convicted())
      convicted.push_back(i);
    else if (standing.gone())
      gone.push_back(i);
  }
  const auto took = std::chrono::duration<double>(model.sight.now - model.clocks.began);
  return {{"v", 1},
          {"game", table.charter().module},
          {"terms", words::terms_json(*model.gathering.terms)},
          {"result", *table.game().result()},
          {"head", table.head().hex()},
          {"steps", table.step().value},
          {"bytes_sent", model.table()->bytes_sent},
          {"seconds", took.count()},
          {"gone", gone},
          {"convicted", convicted},
          {"transcript", model.sight.transcript}};
}

/// Says who opens a next match: the others wait for that program.
words::Said words_of_next_host(const Model& model) {
  const TableSight& sight = *model.table();
  const state::Table& table = *sight.table;
  if (table.seats() < 2) return {};
  const auto host = meet::next_host(table, sight.host.value_or(model.setup.key));
  if (host == model.setup.key) return said("next_opened_here");
  return said("next_opened_by", {{"who", words::name(name_of_member(model, host))}});
}

/// Concludes a match that was played to its end. Returns whether its rules did not fail.
bool conclude_match(Model& model, SeatEffects& out) {
  const state::Table& table = *model.table()->table;
  if (table.rules_fault()) {
    conclude_by_rules(model, out);
    return false;
  }
  if (table.charter().evening) {
    model.account.evening = meet::break_after(table);
  } else {
    model.account.next = meet::next_match(table);
    model.account.of_next = words_of_next_host(model);
  }
  const rules::Payoff result = *table.game().result();
  words::Json document = document_of(model);
  out.tell("finished", document);
  const bool plays = model.table()->me.value < table.seats();
  const auto told = words::result_said(
      result, table.game().info(), plays ? rules::Observer(model.table()->me) : rules::Observer(),
      *model.people.names, model.play.ending);
  model.account.result = front::PageResult{words::texts_of(told), result, words::json_of(told)};
  out.add(Conclude{.document = std::move(document),
                   .text = words::result_line(told) + "\nTranscript: " + model.sight.transcript});
  return true;
}

void conclude_leaving(const Model& model, SeatEffects& out) {
  const state::Table& table = *model.table()->table;
  words::Json document = {{"v", 1},
                          {"game", table.charter().module},
                          {"left", true},
                          {"head", table.head().hex()},
                          {"steps", table.step().value},
                          {"transcript", model.sight.transcript}};
  out.tell("left", document);
  out.add(Conclude{.document = std::move(document),
                   .text = "You have left the table; the others play on.\nTranscript until now: " +
                           model.sight.transcript});
}

}  // namespace

void hear(Model& model, const session::SessionEnded& ended, SeatEffects& out) {
  if (ended.how == EndedHow::over) return out.add(EndEvening{});
  out.add(KeepBlock{});
  out.add(StopInputs{});
  bool well = true;  // the match came to an end of its own
  if (ended.how == EndedHow::finished) {
    well = conclude_match(model, out);
  } else if (ended.how == EndedHow::left) {
    conclude_leaving(model, out);
  } else if (has_no_next_host(model, ended)) {
    const auto& evening = model.setup.continues->evening;
    const words::Values host{{"who", words::name(model.setup.continues->host_name)}};
    model.account.of_next = evening ? said("no_next_table", host) : said("no_next_match", host);
    out.say(model.account.of_next);
    if (evening) {
      out.say(said("accounts_until_now"));
      out.say(words::in_lines(settlement_said(evening->terms.evening->accounts)));
    }
    well = ended.how != EndedHow::unreachable;
  } else if (ended.error && ended.error->fault == Fault::machine) {
    well = false;
    conclude(model, failure_of_machine(model, ended.error->about), words::Json::object(), out);
  } else if (takes_a_network(ended) && model.sight.on_no_network) {
    well = false;
    conclude(model,
             told_failure(Exit::unreachable, "no_network", said("on_no_network"),
                          said("connect_and_join")),
             words::Json::object(), out);
  } else {
    well = false;
    const words::Json step =
        ended.relay ? words::Json{{"step", signaling::name(*ended.relay)}} : words::Json::object();
    conclude(model, failure_at(model, ended), step, out);
  }
  if (model.account.evening) return end(model, false, out);  // the break follows at once
  end_for_page(model, well, out);
}

void hear(Model& model, const EveningEnds&, SeatEffects& out) { conclude_evening(model, out); }

void hear(Model& model, const InputEnded&, SeatEffects& out) {
  if (model.asks(Model::Question::watch)) return answer_watch(model, "", out);
  if (model.setup.dealer)
    return stop_play(model,
                     {words::Exit::usage, "no_input", "The input ended before the match did.",
                      "fairdeal demo --no-input lets bots play all seats."},
                     out);
  const bool asks = model.asks(Model::Question::agree) || model.asks(Model::Question::run_script);
  // At a terminal that is Ctrl-D, and more can be typed there.
  if (model.setup.in_place && !model.setup.has_page && model.table() != nullptr) {
    if (model.asks(Model::Question::how_to_quit)) return hear(model, Interrupted{}, out);
    model.question = Model::Question::how_to_quit;
    return show(model, out);
  }
  if (model.setup.has_page) return out.add(StopListening{});
  give_up(model,
          {words::Exit::usage, "no_input", "The input ended: nobody can type here any more.",
           asks ? "With --accept this seat agrees to the terms without being asked."
                : "Let a bot play this seat with --bot simple."},
          out);
}

void hear(Model& model, const Interrupted&, SeatEffects& out) {
  if (model.setup.dealer) return stop_play(model, stopped(model, "Interrupted."), out);
  const std::string& kept = model.sight.store;
  give_up(model,
          told_failure(Exit::interrupted, "interrupted", said("interrupted"),
                       !kept.empty() ? said("nothing_lost_resume", {{"kept", words::text(kept)}})
                       : has_account(model) ? said("account_kept_resume")
                                            : words::Said()),
          out);
}

void hear(Model& model, const GivesUp& gives_up, SeatEffects& out) {
  give_up(model, gives_up.failure, out);
}

void hear(Model& model, const CannotBegin& cannot, SeatEffects& out) {
  out.add(StopSession{});
  conclude(model, cannot.failure, words::Json::object(), out);
  end_for_page(model, false, out);
}

void hear(Model& model, const Failed& failed, SeatEffects& out) {
  if (model.setup.dealer) return stop_play(model, failed.failure, out);
  conclude(model, failed.failure, words::Json::object(), out);
}

void hear(Model& model, const ScriptLostHere& lost, SeatEffects& out) {
  conclude(model, failure_of_machine(model, lost.why), words::Json::object(), out);
}

}  // namespace fairdeal::seat
