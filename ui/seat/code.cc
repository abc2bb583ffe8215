#include "ui/seat/code.h"

#include <cstdlib>

#include "rules/json_full.h"
#include "ui/seat/seat.h"
#include "ui/words/relay_words.h"
#include "ui/words/rung_words.h"

/// A host's codes, and the relays of a seat: what the person hears of them.
namespace fairdeal::apps {

using CodeWhat = net::Rendezvous::CodeFailure::What;

void SeatAtTable::on(const net::CodeOffered& offered) {
  code_ = offered.code;
  event("code", {{"code", code_}});
  obeys_about_code("");
}

/// Shows the code, or has a new one made. Returns true: this was a command of the host.
bool SeatAtTable::obeys_about_code(const std::string& what) {
  constexpr const char* kNone = "This table has no code: a code takes a relay (host --relay).";
  if (word_typed(what) == "new") {
    if (!session_->renew_code()) say(kNone);
  } else if (code_.empty()) {
    say(options_.relays.empty() ? kNone : "There is no code just now.");
  } else {
    say("The code of this table, for 20 minutes: " + code_);
    say("Friends anywhere type fairdeal join, and then the code; the number and the words are "
        "enough for those who have set the same relay.");
  }
  return true;
}

/// Returns the sentence that shows the link beside a code that somebody attacks; "" without a link.
std::string SeatAtTable::link_words() const {
  return invitation_.empty() ? "" : " Send friends the link: '" + invitation_ + "'";
}

/// Shows the link as a QR code, for a friend beside the screen, unless the person wants none.
void SeatAtTable::show_invitation_code() {
  if (options_.qr && !invitation_.empty()) show_qr(invitation_);
}

void SeatAtTable::on(const runtime::CodeNews& news) {
  using What = runtime::CodeNews::What;
  const bool goes_on = news.what == What::wrong_code || news.what == What::busy;
  if (!goes_on || (news.what == What::wrong_code && !person())) code_.clear();
  switch (news.what) {
    case What::wrong_code:
      event("wrong_code", {{"count", news.count}});
      return say("Somebody tried a wrong code (" + std::to_string(news.count) + " of " +
                 std::to_string(runtime::CodeHost::kGuessesMax) +
                 (person() ? "). From now on you are asked about everybody who comes by a code."
                           : "). Nobody is here to be asked, so this table has no code any more. "
                             "Its link serves as before."));
    case What::burned:
      event("code_burned", Json::object());
      return say("After three wrong tries that code is valid no more. A new one follows.");
    case What::send_link:
      event("code_burned", Json::object());
      say("After three wrong tries that code is valid no more, as those before it. No other "
          "follows unless you type code new." +
          link_words());
      return show_invitation_code();
    case What::busy:
      event("code_busy", {{"link", invitation_}});
      say("Somebody keeps your code busy. Friends who have it may still come in." + link_words());
      return show_invitation_code();
    case What::expired:
      event("code_expired", Json::object());
      return say("After 20 minutes that code is valid no more. A new one follows.");
  }
}

void SeatAtTable::on(const net::RelayDown& relay) {
  const auto& [url, trouble] = relay;
  const std::string why = printable(trouble.error.about);
  event("relay", {{"relay", url.text()}, {"step", net::name(trouble.what)}, {"message", why}});
  say("The relay " + url.text() + " cannot be used: " + why + ". It is called again.");
}

void SeatAtTable::on(const net::RelayBusy& relay) {
  const net::RelayUrl& url = relay.url;
  event("relay_work", {{"relay", url.text()}});
  say("The relay " + url.text() +
      " has much to do, and asks for some seconds of work first. It is being done.");
}

/// Tells the person once of each member that its clock and ours keep the two apart.
void SeatAtTable::on(const net::ClockAhead& clock) {
  const auto& [member, ahead] = clock;
  const auto* node = session_->node();
  event("clock", {{"key", member.hex()}, {"ahead_ms", ahead.ms}});
  if (node == nullptr || !clocks_said_.insert(member).second) return;
  const auto& charter = node->table().charter();
  for (std::uint32_t i = 0; i < charter.validators(); ++i)
    if (charter.member(Seat(i)).key == member)
      say("The clock of " + (*names_)[Seat(i)] + " is " +
          std::to_string(std::abs(ahead.ms) / 1000) + (ahead.ms < 0 ? " s behind" : " s ahead") +
          " of yours, so you two do not find each other through a relay. Set the one that is "
          "wrong.");
}

void SeatAtTable::on(const net::PathChanged& path) { tell_path(path.seat, path.rung); }

/// Tells a script by what kind of path a member is reached, whenever that is another than before.
void SeatAtTable::tell_path(Seat seat, net::Rung rung) {
  const auto was = std::exchange(rungs_[seat], rung);
  if (was == rung) return;
  const auto path = session_->path_of(seat);
  const auto rtt = path ? path->round_trip : std::nullopt;
  event("path", {{"seat", seat.value},
                 {"rung", rung_name(rung)},
                 {"rtt_ms", rtt ? Json(rtt->ms) : Json()},
                 {"was", was ? Json(rung_name(*was)) : Json()}});
}

void SeatAtTable::on(const net::OnlyRelayed& relayed) {
  const auto& [seat, why] = relayed;
  event("relay_only",
        {{"seat", seat.value}, {"why", net::name(why)}, {"message", net::describe(why)}});
}

std::string SeatAtTable::path_words(Seat seat) const {
  const auto path = session_->path_of(seat);
  if (!path) return "";
  const auto failed = session_->punch_failure(seat);
  const bool explains = path->rung == net::Rung::relayed && failed;
  return std::string(", ") + rung_words(path->rung) +
         (explains ? " (" + net::describe(*failed) + ")" : "");
}

Failure failure_of_code(CodeWhat what, const std::string& about) {
  switch (what) {
    case CodeWhat::unknown:
      return {Exit::unreachable, "code_unknown", "Nobody holds the number of this code.",
              "Check the number, or ask the host for a new code: one is valid for 20 minutes."};
    case CodeWhat::expired:
      return {Exit::unreachable, "code_expired", "This code is valid no more.",
              "Ask the host for a new one."};
    case CodeWhat::wrong:
      return {Exit::refused, "code_wrong", "The words of this code are wrong.",
              "Ask the host to read it again: after three wrong tries the code is valid no more."};
    case CodeWhat::full:
      return {Exit::refused, "table_full", "All seats of this table are taken.",
              "Ask the host for a seat at the next table."};
    case CodeWhat::refused:
      return {Exit::refused, "not_invited", "The host did not let you in.", ""};
    case CodeWhat::silent:
      return {Exit::unreachable, "host_silent", "The host did not answer: " + about + ".",
              "Its program may have ended: ask whether the table is still open."};
    case CodeWhat::crowded:
      return {Exit::unreachable, "crowded", "The host could not be called: " + about + ".",
              "Try again in a minute."};
    case CodeWhat::relay:
      return failure_of_relay(net::RelayTrouble::What::lost, about);
    case CodeWhat::altered:
      return {Exit::unreachable, "code_altered",
              "The relay did not bring you to the host: " + about + ".",
              "Check the code, and that both sides have the same version of fairdeal. If it fails "
              "again, the relay may be at fault: ask for a link, or take another relay."};
  }
  return {};
}

}  // namespace fairdeal::apps
