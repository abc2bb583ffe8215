#include <algorithm>
#include <unistd.h>

#include "proto/key_words.h"
#include "rules/json_full.h"
#include "ui/seat/seat.h"
#include "ui/seat/status_socket.h"
#include "ui/words/rung_words.h"

/// A seat answers `fairdeal status` here, tells where its page is, and hears news of its machine.
namespace fairdeal::apps {
namespace {

std::int64_t seconds(Duration time) { return time.ms / 1000; }

Json json_of(const net::PathStatus& path) {
  return {{"rung", rung_name(path.rung)},
          {"where", path.where},
          {"rtt_ms", path.round_trip ? Json(path.round_trip->ms) : Json()},
          {"since_s", seconds(path.age)},
          {"silent_s", seconds(path.silence)},
          {"bytes_sent", path.bytes_sent},
          {"bytes_received", path.bytes_received}};
}

const char* standing_name(const runtime::Standing& standing) {
  return standing.convicted() ? "cheated"
         : standing.left()    ? "left"
         : standing.gone()    ? "gone"
                              : "";
}

}  // namespace

void SeatAtTable::on(const net::MachineWatch::News& news) {
  if (news.slept) {
    event("slept", {{"seconds", seconds(*news.slept)}});
    say("This machine was asleep for " + std::to_string(seconds(*news.slept)) +
        " s. The others are called again.");
  } else {
    event("moved", Json::object());
    say("This machine has other addresses now. The others are called again.");
  }
}

Json SeatAtTable::status_of(Seat seat) const {
  const auto* node = session_->node();
  const auto& member = node->table().charter().member(seat);
  Json json = {{"seat", seat.value},
               {"name", (*names_)[seat]},
               {"words", proto::key_words(member.key, proto::kKeyWordsToDiffer)},
               {"me", seat == node->me()}};
  const auto& standing = node->table().members().standing(seat);
  json["standing"] = standing.gone() ? Json(standing_name(standing)) : Json("here");
  if (seat == node->me()) return json;
  const auto path = session_->path_of(seat);
  json["path"] = path ? json_of(*path) : Json();
  const auto through = node->parts().links.through(seat);
  json["through"] = through ? Json((*names_)[*through]) : Json();
  const auto relay_only = session_->punch_failure(seat);
  json["relay_only"] = relay_only ? Json(net::name(*relay_only)) : Json();
  json["relay_only_says"] = relay_only ? Json(net::describe(*relay_only)) : Json();
  json["failed"] = Json::array();
  for (const net::FailedCall& call : session_->failed_calls_to(seat))
    json["failed"].push_back(
        {{"where", call.where}, {"why", call.why}, {"ago_s", seconds(call.ago)}});
  return json;
}

Json SeatAtTable::status() const {
  const auto* node = session_->node();
  Json json = {{"v", 1},
               {"pid", ::getpid()},
               {"version", FAIRDEAL_VERSION},
               {"nickname", identity_.nickname},
               {"listening", listening_ ? Json(listening_->text()) : Json()},
               {"relays", options_.relays},
               {"waiting", waiting()},
               {"game", terms_ ? Json(terms_->module) : Json()},
               {"phase", node == nullptr    ? "gathering"
                         : node->finished() ? "over"
                                            : "playing"},
               {"page", display_ != nullptr && !display_->address().empty()},
               {"members", Json::array()}};
  if (node == nullptr) return json;
  const bool asks = asks_for_move();
  json["to_act"] = asks;
  if (asks && !node->table().charter().pace.untimed()) {
    json["left_ms"] = std::max<std::int64_t>(0, session_->time_left().ms);
    json["then"] = cost_of_absence(node->table().game(), node->me());
  }
  json["table"] = node->table().id().hex();
  json["step"] = node->table().step().value;
  for (std::uint32_t i = 0; i < node->table().charter().validators(); ++i)
    json["members"].push_back(status_of(Seat(i)));
  return json;
}

void SeatAtTable::show_page(PageDisplay& display, StatusSocket* socket) {
  display_ = &display;
  page_ = std::make_unique<SeatPage>(*this, io_, display);
  if (on_screen()) terminal_.mute();
  if (socket != nullptr) socket->serve(io_, [&display] { return display.fresh_address() + "\n"; });
}

/// Tells the person, and a program that reads the events, where the page is. No log has it.
void SeatAtTable::tell_page_address() {
  const std::string address = display_->address();
  if (address.empty()) return;
  tell_program("page", {{"address", address}});
  terminal_.line("Open " + address + " in your browser: you play there. It works once.");
}

void SeatAtTable::serve_status(StatusSocket& socket) {
  socket.serve(io_, [this] {
    return session_ ? status().dump(-1, ' ', false, Json::error_handler_t::replace) + "\n" : "";
  });
}

}  // namespace fairdeal::apps
