#include "rules/json_full.h"
#include "ui/sandbox/native_files.h"
#include "ui/seat/code.h"
#include "ui/seat/hear.h"
#include "ui/seat/sentences.h"
#include "ui/words/printable.h"
#include "ui/words/relay_words.h"
#include "ui/words/terms_words.h"

/// The end of a seat: what the person is told, and the exit code.

namespace fairdeal::seat {
namespace {

using EndedHow = session::SessionEnded::How;

/// Returns why a guest did not reach its host, or this machine opened no port. `kept` is the store
/// of a table that this guest has signed; "": there is none.
words::Failure failure_to_reach(const session::SessionEnded& ended, const std::string& about,
                                const std::string& kept) {
  switch (ended.how) {
    case EndedHow::unreachable:
      if (ended.error->fault == Fault::bad_parameters)
        return {words::Exit::unreachable, "cannot_listen", "Could not open a port: " + about + ".",
                "Take another port; --listen 0.0.0.0:0 takes any that is free."};
      return {words::Exit::unreachable, "unreachable", "Could not reach the table: " + about + ".",
              "Check the address, and that the host is still there."};
    case EndedHow::nobody_there:
      return {
          words::Exit::unreachable, "nobody_there",
          "Could not reach the table: no program listens at " + about +
              ", where the call was refused.",
          "Check the address and its port. If they are right, the host's program has ended: ask "
          "whether the table is still open."};
    case EndedHow::host_silent:
      return {
          words::Exit::unreachable, "host_silent",
          "Could not reach the table: nothing comes back from " + about + ".",
          "Check the address. If it is right, a router or a firewall there lets no call in: the "
          "host forwards the port of the table to its machine, or takes a relay and gives you a "
          "code."};
    case EndedHow::host_gone:
      return {words::Exit::unreachable, "host_gone",
              "The host has gone before the table began: " + about + ".",
              kept.empty() ? "Ask whether the table is still open, and join again."
                           : "You had signed, so it may begin without you. To go to your seat "
                             "then: fairdeal resume " +
                                 kept};
    case EndedHow::withdrawn:
      return {words::Exit::refused, "withdrawn", "The table that you had signed did not begin.",
              "Its host gathers guests again: join it as you did before."};
    case EndedHow::relay_down:
      return words::failure_of_relay(ended.relay.value_or(signaling::RelayTrouble::What::lost),
                                     about);
    case EndedHow::clock_differs:
      return {
          words::Exit::unreachable, "clock_differs",
          "The host's clock is " + about +
              " of yours, so it takes no calls of yours through a "
              "relay.",
          "Set the clock that is wrong: fairdeal doctor says what yours shows. They may differ by "
          "two minutes."};
    default:
      return {};
  }
}

/// Returns the failure of a guest at whose host's address somebody else answered.
words::Failure failure_of_identity(const std::string& contact) {
  if (!contact.empty())
    return {words::Exit::refused, "identity_differs",
            "Somebody else answers there: the key is not that of " + contact + ".",
            "Your program told them nothing. If " + contact +
                " has a new identity, keep each other again at a table that you join by a "
                "code."};
  return {words::Exit::refused, "identity_differs",
          "Somebody else answers there: the key is not that of the host in your link.",
          "Your program told them nothing. Ask the host, by the way the link came, for a new one."};
}

/// Returns what a guest is told that may not sit down. `about` is the host's program's own text: it
/// could say anything, so it stands in quotation marks.
words::Failure failure_of_refusal(const session::SessionEnded& ended, bool host_was_asked,
                                  const std::string& about) {
  const std::string quoted =
      about.empty() ? "" : "The host's program says: " + words::quoted(about);
  switch (ended.how) {
    case EndedHow::table_full:
      return {words::Exit::refused, "table_full", "All seats are taken.",
              "Ask the host to tell you when the next match starts."};
    case EndedHow::kicked:
      return {words::Exit::refused, "kicked", "The host has sent you away from this table.", ""};
    case EndedHow::not_invited:
      if (host_was_asked) return {words::Exit::refused, "not_invited", "The host said no.", ""};
      return {words::Exit::refused, "not_invited",
              "This table is by invitation. Ask the host for the link.", quoted};
    case EndedHow::begun:
      return {words::Exit::refused, "refused", "The match has begun.",
              "Ask the host to tell you when the next one starts."};
    default:
      return {words::Exit::refused, "refused", "The host's program turns you away.", quoted};
  }
}

/// Returns what went wrong; `contact`: whose table the guest sought, "" if it came otherwise.
words::Failure failure_at(const session::SessionEnded& ended, const std::string& contact,
                          bool host_was_asked, const std::string& kept) {
  // Peers may have written parts of these texts.
  const std::string why = ended.error ? words::printable(describe(*ended.error)) : "";
  const std::string about = ended.error ? words::printable(ended.error->about) : "";
  if (ended.error && ended.error->fault == Fault::unknown_module)  // at the door, or in a store
    return {words::Exit::incompatible, "incompatible",
            "This program cannot play there: " + why + ".", sandbox::kNameTheLibrary};
  switch (ended.how) {
    case EndedHow::incompatible:
      return {words::Exit::incompatible, "incompatible",
              "This program cannot play there: " + why + ".",
              "Both sides need the same version of fairdeal."};
    case EndedHow::bad_terms:
      return {words::Exit::refused, "bad_terms", "You do not sit down there: " + about + ".",
              "Nothing was signed. Tell the host what its program offered."};
    case EndedHow::table_full:
    case EndedHow::refused:
    case EndedHow::begun:
    case EndedHow::not_invited:
    case EndedHow::kicked:
      return failure_of_refusal(ended, host_was_asked, about);
    case EndedHow::not_hosting:
      if (contact.empty())
        return {words::Exit::unreachable, "not_hosting", "The host of this link has no table open.",
                "Ask for a new link: one is good for the table for which it was made."};
      return {words::Exit::unreachable, "not_hosting", contact + " has no table open for you.",
              "Ask " + contact + " whether you are invited (host --invite), or for a code."};
    case EndedHow::other_host:
      return failure_of_identity(contact);
    case EndedHow::no_host:
      return failure_of_code(*ended.code, about);
    case EndedHow::violated:
      return {words::Exit::violated, name(ended.error->fault),
              "The table cannot go on: " + why + ".",
              "The signed statements are kept in the transcript's folder."};
    case EndedHow::failed:
      if (ended.error->fault == Fault::in_use)
        return {words::Exit::refused, "in_use", "You sit at this table already: " + why + ".",
                "Play on in the window of that program, or end it first."};
      return {ended.error->fault == Fault::storage ? words::Exit::usage : words::Exit::internal,
              name(ended.error->fault), "This seat cannot go on: " + why + ".",
              ended.error->fault == Fault::storage ? "Make room, or choose another place with "
                                                     "--data and --transcript."
                                                   : ""};
    default:
      return failure_to_reach(ended, about, kept);
  }
}

/// Returns whether the host of a next match is simply not there.
bool is_nobody_there(EndedHow how) {
  return how == EndedHow::unreachable || how == EndedHow::nobody_there ||
         how == EndedHow::host_silent || how == EndedHow::host_gone || how == EndedHow::relay_down;
}

/// Returns whether what failed may have failed because this machine is on no network. A refused
/// call was at least answered.
bool takes_a_network(const session::SessionEnded& ended) {
  using What = signaling::RelayTrouble::What;
  const bool answered = ended.relay && *ended.relay != What::name && *ended.relay != What::tcp;
  return is_nobody_there(ended.how) && !answered && ended.error->fault != Fault::nobody_there &&
         ended.error->fault != Fault::bad_parameters;
}

/// Tells what failed. `more` are members of the document beside it.
void conclude(Model& model, const words::Failure& failure, words::Json more, SeatEffects& out) {
  model.account.failed = true;
  trouble(model,
          {.bad = true,
           .title = words::said("ended_title"),
           .text = words::said("game_says", {{"words", words::text(failure.message)}}),
           .next = failure.hint.empty()
                       ? words::Said()
                       : words::said("game_says", {{"words", words::text(failure.hint)}})},
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

void end(Model& model, bool lingers, SeatEffects& out) {
  model.account.ended = true;
  out.add(End{lingers});
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
  return {
      words::Exit::rules_fault, "script_lost", words::printable(why) + " No player is to blame.",
      model.table() != nullptr ? "The table is kept. To go on: fairdeal resume " + model.sight.store
                               : "If it happens again, tell the author of the game."};
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

/// Concludes a match that was played to its end. Returns whether its rules did not fail.
bool conclude_match(Model& model, SeatEffects& out) {
  const state::Table& table = *model.table()->table;
  if (table.rules_fault()) {
    conclude_by_rules(model, out);
    return false;
  }
  if (!model.setup.resumes)
    model.account.next = meet::next_match(table);
  else if (model.setup.person() && !model.setup.reports() && table.seats() > 1)
    out.say(words::said("others_asked_again"));
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
  out.add(KeepBlock{});
  out.add(StopInputs{});
  bool well = true;  // the match came to an end of its own
  if (ended.how == EndedHow::finished) {
    well = conclude_match(model, out);
  } else if (ended.how == EndedHow::left) {
    conclude_leaving(model, out);
  } else if (is_nobody_there(ended.how) && model.setup.guest && model.setup.continues) {
    out.say(words::said("no_next_match"));
    well = ended.how != EndedHow::unreachable;
  } else if (ended.error && ended.error->fault == Fault::machine) {
    well = false;
    conclude(model, failure_of_machine(model, ended.error->about), words::Json::object(), out);
  } else if (takes_a_network(ended) && model.sight.on_no_network) {
    well = false;
    conclude(model,
             {words::Exit::unreachable, "no_network", "This machine is on no network.",
              "Connect it to one, and join again."},
             words::Json::object(), out);
  } else {
    well = false;
    const words::Json step =
        ended.relay ? words::Json{{"step", signaling::name(*ended.relay)}} : words::Json::object();
    conclude(model,
             failure_at(ended, words::printable(model.setup.sought), model.gathering.waits_for_host,
                        model.sight.store),
             step, out);
  }
  end(model, well, out);
}

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
          {words::Exit::interrupted, "interrupted", "Interrupted.",
           kept.empty() ? "" : "Nothing is lost. To go on: fairdeal resume " + kept},
          out);
}

void hear(Model& model, const GivesUp& gives_up, SeatEffects& out) {
  give_up(model, gives_up.failure, out);
}

void hear(Model& model, const Failed& failed, SeatEffects& out) {
  if (model.setup.dealer) return stop_play(model, failed.failure, out);
  conclude(model, failed.failure, words::Json::object(), out);
}

void hear(Model& model, const ScriptLostHere& lost, SeatEffects& out) {
  conclude(model, failure_of_machine(model, lost.why), words::Json::object(), out);
}

}  // namespace fairdeal::seat
