#include <algorithm>

#include "net/sockets/lan.h"
#include "rules/json_full.h"
#include "runtime/state/charter.h"
#include "ui/home/own_addresses.h"
#include "ui/sandbox/native_files.h"
#include "ui/sandbox/script_client.h"
#include "ui/seat/code.h"
#include "ui/seat/seat.h"
#include "ui/words/relay_words.h"
#include "ui/words/report.h"
#include "ui/words/terms_words.h"

/// The end of a seat: what the person is told, and the exit code.
namespace fairdeal::apps {
namespace {

using How = net::SessionEnded::How;

/// Returns what went wrong; `contact`: whose table the guest sought, "" if it came otherwise.
Failure failure_at(const net::SessionEnded& ended, const std::string& contact) {
  // Peers may have written parts of these texts.
  const std::string why = ended.error ? printable(describe(*ended.error)) : "";
  const std::string about = ended.error ? printable(ended.error->about) : "";
  if (ended.error && ended.error->fault == Fault::unknown_module)  // at the door, or in a store
    return {Exit::incompatible, "incompatible", "This program cannot play there: " + why + ".",
            kNameTheLibrary};
  switch (ended.how) {
    case How::unreachable:
      if (ended.error->fault == Fault::bad_parameters)
        return {Exit::unreachable, "cannot_listen", "Could not open a port: " + about + ".",
                "Take another port; --listen 0.0.0.0:0 takes any that is free."};
      return {Exit::unreachable, "unreachable", "Could not reach the table: " + about + ".",
              "Check the address, and that the host is still there."};
    case How::nobody_there:
      return {
          Exit::unreachable, "nobody_there",
          "Could not reach the table: no program listens at " + about +
              ", where the call was refused.",
          "Check the address and its port. If they are right, the host's program has ended: ask "
          "whether the table is still open."};
    case How::host_silent:
      return {
          Exit::unreachable, "host_silent",
          "Could not reach the table: nothing comes back from " + about + ".",
          "Check the address. If it is right, a router or a firewall there lets no call in: the "
          "host forwards the port of the table to its machine, or takes a relay and gives you a "
          "code."};
    case How::host_gone:
      return {Exit::unreachable, "host_gone",
              "The host has gone before the table began: " + about + ".",
              "Ask whether the table is still open, and join again."};
    case How::relay_down:
      return failure_of_relay(ended.relay.value_or(net::RelayTrouble::What::lost), about);
    case How::clock_differs:
      return {
          Exit::unreachable, "clock_differs",
          "The host's clock is " + about +
              " of yours, so it takes no calls of yours through a "
              "relay.",
          "Set the clock that is wrong: fairdeal doctor says what yours shows. They may differ by "
          "two minutes."};
    case How::incompatible:
      return {Exit::incompatible, "incompatible", "This program cannot play there: " + why + ".",
              "Both sides need the same version of fairdeal."};
    case How::bad_terms:
      return {Exit::refused, "bad_terms", "You do not sit down there: " + about + ".",
              "Nothing was signed. Tell the host what its program offered."};
    case How::table_full:
      return {Exit::refused, "table_full", "You were not let in: " + about + ".",
              "Ask the host for a seat at the next table."};
    case How::refused:
      return {Exit::refused, "refused", "You were not let in: " + about + ".",
              "Ask the host for a seat at the next table, or sit there as somebody else: "
              "--identity FILE."};
    case How::not_invited:
      return {Exit::refused, "not_invited", "You were not let in: " + about + ".",
              "With the host's link: fairdeal join LINK."};
    case How::kicked:
      return {Exit::refused, "kicked", "You do not sit there: " + about + ".", ""};
    case How::not_hosting:
      if (contact.empty())
        return {Exit::unreachable, "not_hosting", "The host of this link has no table open.",
                "Ask for a new link: one is good for the table for which it was made."};
      return {Exit::unreachable, "not_hosting", contact + " has no table open for you.",
              "Ask " + contact + " whether you are invited (host --invite), or for a code."};
    case How::other_host:
      if (!contact.empty())
        return {Exit::refused, "identity_differs",
                "Somebody else answers there: the key is not that of " + contact + ".",
                "Nothing was said to it. If " + contact +
                    " has a new identity, keep each other again at a table that you join by a "
                    "code."};
      return {Exit::refused, "identity_differs",
              "Somebody else answers there: the key is not that of the host in your link.",
              "Nothing was said to it. Ask the host, by the way the link came, for a new one."};
    case How::no_host:
      return failure_of_code(*ended.code, about);
    case How::violated:
      return {Exit::violated, name(ended.error->fault), "The table cannot go on: " + why + ".",
              "What was signed is kept in the transcript's folder."};
    case How::failed:
      if (ended.error->fault == Fault::in_use)
        return {Exit::refused, "in_use", "You sit at this table already: " + why + ".",
                "Play on in the window of that program, or end it first."};
      return {ended.error->fault == Fault::storage ? Exit::usage : Exit::internal,
              name(ended.error->fault), "This seat cannot go on: " + why + ".",
              ended.error->fault == Fault::storage ? "Make room, or choose another place with "
                                                     "--data and --transcript."
                                                   : ""};
    case How::finished:
    case How::left:
      break;
  }
  return {};
}

/// Returns whether the host of a next match is simply not there.
bool is_nobody_there(How how) {
  return how == How::unreachable || how == How::nobody_there || how == How::host_silent ||
         how == How::host_gone || how == How::relay_down;
}

/// Returns whether no interface of this machine has an address, not even one of its link.
bool is_on_no_network() {
  return own_addresses().empty() &&
         std::ranges::all_of(net::lan_interfaces(),
                             [](const auto& interface) { return interface.prefixes.empty(); });
}

/// Returns whether what failed may have failed because this machine is on no network. A refused
/// call was at least answered.
bool takes_a_network(const net::SessionEnded& ended) {
  using What = net::RelayTrouble::What;
  const bool answered = ended.relay && *ended.relay != What::name && *ended.relay != What::tcp;
  return is_nobody_there(ended.how) && !answered && ended.error->fault != Fault::nobody_there &&
         ended.error->fault != Fault::bad_parameters;
}

}  // namespace

void SeatAtTable::on(const net::SessionEnded& ended) {
  terminal_.keep_block();
  heartbeat_.cancel();
  signals_.cancel();
  input_.close();
  if (ended.how == How::finished) {
    status_ = finished();
  } else if (ended.how == How::left) {
    status_ = left();
  } else if (is_nobody_there(ended.how) && is_guest_ && goes_on_) {
    say("There is no next match.");
  } else if (ended.error && ended.error->fault == Fault::machine) {
    status_ = failed(failure_of_machine(ended.error->about));
  } else if (takes_a_network(ended) && is_on_no_network()) {
    status_ = failed({Exit::unreachable, "no_network", "This machine is on no network.",
                      "Connect it to one, and join again."});
  } else {
    const Json step = ended.relay ? Json{{"step", net::name(*ended.relay)}} : Json::object();
    status_ = failed(failure_at(ended, printable(sought_)), step);
  }
  end(status_ == 0 && ended.how != How::unreachable);
}

/// Ends the io_context or, if there is a page, once that has shown the end. If `lingers` is set, a
/// page stays until its person closes it.
void SeatAtTable::end(bool lingers) {
  if (!page_) return io_.stop();
  const bool waits = page_->end(lingers, [this] {
    if (last_words_) std::exchange(last_words_, nullptr)();
    io_.stop();
  });
  if (waits && !on_screen())
    say("The page shows the result until you close it; Ctrl-C ends this program.");
}

/// Calls `print` now or, if the whole terminal shows the table, once it does so no more.
void SeatAtTable::print_at_end(std::function<void()> print) {
  if (!on_screen()) return print();
  last_words_ = std::move(print);
}

/// Says that the rules failed. No next match of these rules is offered.
int SeatAtTable::failed_by_rules(const runtime::Table& table) {
  say("Transcript: " + session_->transcript());
  return failed(failure_of_rules(table), {{"result", nullptr},
                                          {"head", table.head().hex()},
                                          {"steps", table.step().value},
                                          {"transcript", session_->transcript()}});
}

int SeatAtTable::finished() {
  const auto& table = session_->node()->table();
  if (table.rules_fault()) return failed_by_rules(table);
  const auto seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  Json gone = Json::array(), convicted = Json::array();
  for (std::uint32_t i = 0; i < table.members().standings().size(); ++i) {
    const auto& standing = table.members().standing(Seat(i));
    if (standing.convicted())
      convicted.push_back(i);
    else if (standing.gone())
      gone.push_back(i);
  }
  if (!resumes_)
    next_ = runtime::next_match(table);
  else if (person() && !reports() && table.seats() > 1)
    say("The others are asked whether to play another match. You came back by resume, so join it "
        "as you joined this one, if its host opens one: your seat is kept.");
  Json document = {{"v", 1},
                   {"game", table.charter().module},
                   {"terms", terms_json(*terms_)},
                   {"result", *table.game().result()},
                   {"head", table.head().hex()},
                   {"steps", table.step().value},
                   {"bytes_sent", session_->bytes_sent()},
                   {"seconds", seconds},
                   {"gone", gone},
                   {"convicted", convicted},
                   {"transcript", session_->transcript()}};
  event("finished", document);
  if (page_)
    page_->result({{describe_result(*table.game().result(), *names_)}, *table.game().result()});
  terminal_.drain(kPatience);
  if (reports()) return 0;
  print_at_end([this, document, result = describe_result(*table.game().result(), *names_)] {
    output_.result(document);
    output_.result("Result: " + result + "\nTranscript: " + session_->transcript());
  });
  return 0;
}

int SeatAtTable::left() {
  const auto& table = session_->node()->table();
  const Json document = {{"v", 1},
                         {"game", table.charter().module},
                         {"left", true},
                         {"head", table.head().hex()},
                         {"steps", table.step().value},
                         {"transcript", session_->transcript()}};
  event("left", document);
  terminal_.drain(kPatience);
  if (reports()) return 0;
  print_at_end([this, document] {
    output_.result(document);
    output_.result("You have left the table; the others play on.\nTranscript until now: " +
                   session_->transcript());
  });
  return 0;
}

int SeatAtTable::failed(const Failure& failure, Json more) {
  if (page_) page_->failed(failure.message, failure.hint);
  Json told = {{"code", static_cast<int>(failure.code)},
               {"name", failure.name},
               {"message", failure.message},
               {"hint", failure.hint}};
  told.update(more);
  event("failed", std::move(told));
  terminal_.drain(kPatience);
  if (reports()) return static_cast<int>(failure.code);
  if (terms_) more["terms"] = terms_json(*terms_);
  print_at_end([this, failure, more] { (void)output_.failed(failure, more); });
  return static_cast<int>(failure.code);
}

void SeatAtTable::give_up(const Failure& failure) {
  terminal_.keep_block();
  session_->stop();
  heartbeat_.cancel();
  status_ = failed(failure);
  end(false);
}

void SeatAtTable::show_last_words() {
  if (!last_words_) return;
  display_->leave();
  std::exchange(last_words_, nullptr)();
}

void SeatAtTable::interrupted() {
  stop_waiting_for_scripts();
  const bool began = session_->node() != nullptr;
  give_up({Exit::interrupted, "interrupted", "Interrupted.",
           began ? "Nothing is lost. To go on: fairdeal resume " + session_->store() : ""});
}

}  // namespace fairdeal::apps
