#include "ui/home/kept_tables.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "crypto/system_rng.h"
#include "net/party/whereabouts.h"
#include "proto/codec.h"
#include "proto/envelope.h"
#include "rules/json_full.h"
#include "runtime/node/store.h"
#include "runtime/state/follow.h"
#include "runtime/state/pending_proofs.h"
#include "ui/home/kept_evenings.h"
#include "ui/words/printable.h"

namespace fairdeal::home {
namespace {

using rules::Json;

namespace fs = std::filesystem;

/// How many characters of a table's name are shown; they tell it from others.
constexpr std::size_t kNameLength = 8;

/// Returns a table at its beginning. Errors: damaged.
Result<state::Table> table_of(std::span<const state::Put> puts) {
  for (const state::Put& put : puts) {
    if (put.space != state::Put::Space::charter) continue;
    FD_TRY(const auto part, proto::decode_transcript_part(put.value));
    const auto* charter = std::get_if<proto::SignedCharter>(&part);
    if (charter == nullptr) break;
    return state::Table::create(std::make_shared<const proto::SignedCharter>(*charter));
  }
  return fail(Fault::damaged, "a store without a table");
}

/// Returns everything that a store has. Errors: storage (also if another process uses it).
Result<std::vector<state::Put>> puts_of(const fs::path& store) {
  FD_TRY(const auto opened, node::Store::open(store.string(), node::Store::Missing::refuse));
  return opened.load();
}

}  // namespace

Result<state::Table> replay_kept(std::span<const state::Put> puts, Rng& rng) {
  FD_TRY(state::Table table, table_of(puts));
  for (const state::Put& put : puts) {
    if (state::record_step(put) != table.step()) continue;
    FD_TRY(const auto part, proto::decode_transcript_part(put.value));
    const auto* decided = std::get_if<proto::Decided>(&part);
    if (decided == nullptr) return fail(Fault::damaged, "a store without its records");
    state::PendingProofs unchecked;
    FD_TRY(auto followed, state::follow(table, *decided, unchecked, rng));
    table = std::move(followed.next);
  }
  return table;
}

namespace {

Result<state::Table> replay(const fs::path& store, Rng& rng) {
  FD_TRY(const auto puts, puts_of(store));
  return replay_kept(puts, rng);
}

std::string date_of(const fs::path& file) {
  using namespace std::chrono;
  const auto time = file_clock::to_sys(fs::last_write_time(file));
  const std::time_t seconds =
      system_clock::to_time_t(time_point_cast<system_clock::duration>(time));
  std::tm local{};
  ::localtime_r(&seconds, &local);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local)};
}

/// A table's line in the list, as text and as JSON.
struct KeptTable {
  std::string text;
  Json json;
};

/// Returns the charter of a table that its guest has signed, and that has not begun here; none if
/// the store has none. Errors: those of Store::open and signed_table().
Result<std::optional<proto::Charter>> signed_charter(const fs::path& store) {
  FD_TRY(const auto opened, node::Store::open(store.string(), node::Store::Missing::refuse));
  FD_TRY(const auto puts, opened.load());
  FD_TRY(const auto table, party::signed_table(puts));
  return table ? std::optional(table->what.charter()) : std::nullopt;
}

/// Adds what a table is to its line.
void describe_table(const proto::Charter& charter, const std::string& state, KeptTable& entry) {
  std::string people;
  Json players = Json::array();
  for (const auto& member : charter.seats) {
    people += (people.empty() ? "" : ", ") + words::printable(member.nickname);
    players.push_back(member.nickname);
  }
  entry.text += charter.module + "  " + people + "  " + state;
  entry.json.update({{"table", proto::table_id(proto::encode(charter)).hex()},
                     {"game", charter.module},
                     {"players", players},
                     {"state", state}});
}

/// Returns the line for a store; none if its match is over, and no break of an evening follows that
/// could be entered.
std::optional<KeptTable> entry_of(const fs::path& store, Rng& rng) {
  const std::string name = store.filename().string().substr(0, kNameLength);
  const std::string date = date_of(store);
  KeptTable entry{name + "  " + date + "  ", {{"store", store.string()}, {"date", date}}};
  if (const auto charter = signed_charter(store); charter && *charter) {
    describe_table(**charter, "signed; its host may have begun it", entry);
    return entry;
  }
  const auto table = replay(store, rng);
  if (!table) {
    entry.text += describe(table.error());
    entry.json["state"] = describe(table.error());
    return entry;
  }
  const bool over = table->over();
  if (over && !has_open_break(store, *table)) return {};
  describe_table(
      table->charter(),
      over ? "over; its evening goes on" : "at step " + std::to_string(table->step().value), entry);
  entry.json["step"] = table->step().value;
  return entry;
}

void add_members(const proto::Charter& charter, AboutTable& found) {
  for (const auto& members : {charter.seats, charter.witnesses})
    for (const auto& member : members) found.people.push_back(member.nickname);
  found.about.update({{"game", charter.module},
                      {"seats", charter.seats.size()},
                      {"witnesses", charter.witnesses.size()}});
}

}  // namespace

AboutTable about_kept_table(const fs::path& store) {
  std::error_code unknown;
  AboutTable found{{{"date", date_of(store)}, {"bytes", fs::file_size(store, unknown)}}, {}};
  crypto::SystemRng rng;
  if (const auto charter = signed_charter(store); charter && *charter) {
    add_members(**charter, found);
    found.about["state"] = "signed";
    return found;
  }
  const auto table = replay(store, rng);
  if (!table) {
    found.about["state"] = describe(table.error());
    return found;
  }
  add_members(table->charter(), found);
  found.about.update({{"step", table->step().value}, {"state", table->over() ? "over" : "begun"}});
  return found;
}

bool is_witness_at(const fs::path& store, const crypto::PublicKey& key) {
  const auto is_there = [&](const proto::Charter& charter) {
    return std::ranges::any_of(charter.witnesses, [&](const proto::Member& member) {
      return member.key.public_key() == key;
    });
  };
  if (const auto charter = signed_charter(store); charter && *charter) return is_there(**charter);
  const auto puts = puts_of(store);
  if (!puts) return false;
  const auto table = table_of(*puts);
  return table && is_there(table->charter());
}

int list_kept_tables(const std::vector<fs::path>& latest_last,
                     const std::vector<std::string>& plays, const words::Output& output) {
  crypto::SystemRng rng;
  Json tables = Json::array();
  std::string text, latest;
  std::size_t over = 0;
  for (auto store = latest_last.rbegin(); store != latest_last.rend(); ++store) {
    const auto entry = entry_of(*store, rng);
    if (!entry && ++over) continue;
    tables.push_back(entry->json);
    text += "\n  " + entry->text;
    if (latest.empty()) latest = entry->text.substr(0, kNameLength);
  }
  output.result(Json{{"v", 1}, {"tables", tables}, {"plays", plays}, {"over", over}});
  for (const auto& play : plays) text += "\n  " + play + "  against bots";
  if (latest.empty() && !plays.empty()) latest = plays.front();
  output.result((latest.empty() ? "No table here can be resumed."
                                : "Tables that can be resumed, the latest first:" + text +
                                      "\nTo go back to one: fairdeal resume " + latest) +
                (over > 0 ? "\n" + std::to_string(over) + " more are over." : ""));
  return 0;
}

}  // namespace fairdeal::home
