#include <algorithm>
#include <unistd.h>

#include "proto/key_words.h"
#include "rules/json_full.h"
#include "ui/seat/page.h"
#include "ui/seat/sentences.h"
#include "ui/words/rung_words.h"

/// The answer of a seat to `fairdeal status`.
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

Json status_of_member(const Model& model, Seat seat) {
  const TableSight& table = *model.table();
  const auto& key = table.table->charter().member(seat).key;
  Json json = {{"seat", seat.value},
               {"name", model.name_of(seat)},
               {"words", proto::key_words(key, proto::kKeyWordsToDiffer)},
               {"me", seat == table.me}};
  const auto& standing = table.standing(seat);
  json["standing"] = standing.gone() ? Json(standing_name(standing)) : Json("here");
  if (seat == table.me) return json;
  const MemberSight& member = table.members.at(seat.value);
  json["path"] = member.path ? json_of(*member.path) : Json();
  json["through"] = member.through ? Json(model.name_of(*member.through)) : Json();
  const auto& relay_only = member.relay_only;
  json["relay_only"] = relay_only ? Json(net::name(*relay_only)) : Json();
  json["relay_only_says"] = relay_only ? Json(net::describe(*relay_only)) : Json();
  json["failed"] = Json::array();
  for (const net::FailedCall& call : member.failed_calls)
    json["failed"].push_back(
        {{"where", call.where}, {"why", call.why}, {"ago_s", seconds(call.ago)}});
  return json;
}

}  // namespace

Json status_of(const Model& model, bool page) {
  const auto* table = model.table();
  const auto& gathering = model.gathering;
  Json json = {{"v", 1},
               {"pid", ::getpid()},
               {"version", FAIRDEAL_VERSION},
               {"nickname", model.setup.nickname},
               {"listening", gathering.listening ? Json(gathering.listening->text()) : Json()},
               {"relays", model.setup.options.relays},
               {"waiting", waiting(model)},
               {"game", gathering.terms ? Json(gathering.terms->module) : Json()},
               {"phase", table == nullptr       ? "gathering"
                         : table->table->over() ? "over"
                                                : "playing"},
               {"page", page},
               {"members", Json::array()}};
  if (table == nullptr) return json;
  const bool asks = asks_for_move(model);
  json["to_act"] = asks;
  if (asks && !table->table->charter().pace.untimed()) {
    json["left_ms"] = std::max<std::int64_t>(0, table->time_left.ms);
    json["then"] = cost_of_absence(table->game(), table->me);
  }
  json["table"] = table->table->id().hex();
  json["step"] = table->table->step().value;
  for (std::uint32_t i = 0; i < table->validators(); ++i)
    json["members"].push_back(status_of_member(model, Seat(i)));
  return json;
}

}  // namespace fairdeal::apps
