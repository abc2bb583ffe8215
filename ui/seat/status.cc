#include <algorithm>
#include <unistd.h>

#include "proto/key_words.h"
#include "rules/json_full.h"
#include "rules/json_reader.h"
#include "ui/seat/page.h"
#include "ui/seat/sentences.h"
#include "ui/words/printable.h"
#include "ui/words/rung_words.h"

/// The answer of a seat to `fairdeal status`.

namespace fairdeal::seat {
namespace {

std::int64_t seconds(Duration time) { return time.ms / 1000; }

words::Json json_of(const mesh::PathStatus& path) {
  return {{"rung", words::rung_name(path.rung)},
          {"where", path.where},
          {"rtt_ms", path.round_trip ? words::Json(path.round_trip->ms) : words::Json()},
          {"since_s", seconds(path.age)},
          {"silent_s", seconds(path.silence)},
          {"bytes_sent", path.bytes_sent},
          {"bytes_received", path.bytes_received}};
}

const char* standing_name(const state::Standing& standing) {
  return standing.convicted() ? "cheated"
         : standing.left()    ? "left"
         : standing.gone()    ? "gone"
                              : "";
}

words::Json status_of_member(const Model& model, Seat seat) {
  const TableSight& table = *model.table();
  const auto& key = table.table->charter().member(seat).key;
  words::Json json = {{"seat", seat.value},
                      {"name", model.name_of(seat)},
                      {"words", proto::key_words(key, proto::kKeyWordsToDiffer)},
                      {"me", seat == table.me}};
  const auto& standing = table.standing(seat);
  json["standing"] = standing.gone() ? words::Json(standing_name(standing)) : words::Json("here");
  if (seat == table.me) return json;
  const MemberSight& member = table.members.at(seat.value);
  json["path"] = member.path ? json_of(*member.path) : words::Json();
  json["through"] = member.through ? words::Json(model.name_of(*member.through)) : words::Json();
  const auto& relay_only = member.relay_only;
  json["relay_only"] = relay_only ? words::Json(reach::name(*relay_only)) : words::Json();
  const words::Said why = relay_only ? words::punch_said(*relay_only) : words::Said();
  json["relay_only_says"] = relay_only ? words::Json(why.text()) : words::Json();
  json["failed"] = words::Json::array();
  for (const mesh::FailedCall& call : member.failed_calls)
    json["failed"].push_back(
        {{"where", call.where}, {"why", call.why}, {"ago_s", seconds(call.ago)}});
  return json;
}

/// Returns the key of the host, as far as this seat knows it.
words::Json host_hex(const Model& model) {
  if (!model.setup.guest && !model.setup.resumes) return model.setup.key.hex();
  const auto* table = model.table();
  if (table != nullptr) return table->host.value_or(model.setup.key).hex();
  return model.setup.host ? words::Json(model.setup.host->hex()) : words::Json();
}

}  // namespace

bool is_seated_there(const std::string& status, const crypto::PublicKey& who,
                     const std::optional<crypto::PublicKey>& host,
                     const std::vector<sockets::Address>& called) {
  const words::Json told = rules::json_or_null(status);
  const rules::JsonReader seat(told);
  if (!seat.member("key").is(who.hex()) || seat.member("ended").flag() != false) return false;
  const auto calls = seat.member("called").texts().value_or(std::vector<std::string>());
  const bool common = std::ranges::any_of(called, [&](const sockets::Address& address) {
    return std::ranges::count(calls, address.text()) > 0;
  });
  // A host may have two tables, at two addresses.
  if (const auto other = seat.member("host").text(); host && other)
    return *other == host->hex() && (common || called.empty() || calls.empty());
  return common;
}

words::Json status_of(const Model& model, bool page) {
  const auto* table = model.table();
  const auto& gathering = model.gathering;
  words::Json called = words::Json::array();
  for (const sockets::Address& address : model.setup.called) called.push_back(address.text());
  words::Json json = {
      {"v", 1},
      {"pid", ::getpid()},
      {"version", FAIRDEAL_VERSION},
      {"nickname", model.setup.nickname},
      {"listening", gathering.listening ? words::Json(gathering.listening->text()) : words::Json()},
      {"relays", model.setup.options.relays},
      {"waiting", waiting(model).text()},
      {"waiting_said", waiting(model).json()},
      {"game", gathering.terms ? words::Json(gathering.terms->module) : words::Json()},
      {"phase", table == nullptr       ? "gathering"
                : table->table->over() ? "over"
                                       : "playing"},
      {"page", page},
      {"key", model.setup.key.hex()},
      {"host", host_hex(model)},
      {"called", called},
      {"ended", model.account.ended ||
                    (table != nullptr && table->table->over() && !table->table->charter().evening)},
      {"members", words::Json::array()},
      {"newcomers", words::Json::array()}};
  for (const meet::Newcomer& guest : model.sight.newcomers)
    json["newcomers"].push_back({{"name", words::printable(guest.nickname)},
                                 {"words", proto::key_words(guest.key, proto::kKeyWordsToDiffer)},
                                 {"has_account", guest.has_account}});
  if (table == nullptr) return json;
  const bool asks = asks_for_move(model);
  json["to_act"] = asks;
  if (asks && !table->table->charter().pace.untimed()) {
    json["left_ms"] = std::max<std::int64_t>(0, table->time_left.ms);
    json["then"] = cost_of_absence(model, table->game(), table->me);
  }
  json["table"] = table->table->id().hex();
  json["step"] = table->table->step().value;
  for (std::uint32_t i = 0; i < table->validators(); ++i)
    json["members"].push_back(status_of_member(model, Seat(i)));
  return json;
}

}  // namespace fairdeal::seat
