#include "ui/home/kept_evenings.h"

#include <algorithm>
#include <functional>
#include <map>

#include "crypto/system_rng.h"
#include "net/sockets/private_file.h"
#include "proto/codec.h"
#include "runtime/node/store.h"
#include "ui/home/kept_tables.h"
#include "ui/home/read_file.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

/// The stores that are read for the end of the last table; the file of a guest has what is older.
constexpr std::size_t kStoresMax = 32;
constexpr std::size_t kEveningFileBytesMax = proto::kFrameBytesMax;

/// A table of an evening at which this key has a seat, and the file of which is that seat's.
struct OfEvening {
  fs::path store;
  proto::Evening evening;
  proto::Digest continues;
};

/// Returns the files with this ending, the latest first.
std::vector<fs::path> latest(const fs::path& folder, const std::string& ending) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (!entry.path().filename().string().ends_with(ending)) continue;
    const auto time = entry.last_write_time(none);
    found.emplace_back(none ? fs::file_time_type() : time, entry.path());
  }
  std::ranges::sort(found, std::greater<>());
  std::vector<fs::path> paths;
  for (auto& [time, path] : found) paths.push_back(std::move(path));
  return paths;
}

/// Returns the table in a store, if it is of an evening and the store is this key's. Errors: the
/// store cannot be opened, as when another process plays there.
Result<std::optional<OfEvening>> table_in(const fs::path& store, const crypto::PublicKey& key) {
  FD_TRY(const auto opened, node::Store::open(store.string(), node::Store::Missing::refuse));
  FD_TRY(const auto charter, opened.get(state::kept::Charter{}));
  if (!charter) return std::nullopt;
  FD_TRY(const auto part, proto::decode_transcript_part(*charter));
  const auto* signed_charter = std::get_if<proto::SignedCharter>(&part);
  if (signed_charter == nullptr || !signed_charter->charter.evening) return std::nullopt;
  const auto& seats = signed_charter->charter.seats;
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (seats[i].key == key && store.stem().string().ends_with("-seat-" + std::to_string(i)))
      return OfEvening{store, *signed_charter->charter.evening, signed_charter->charter.continues};
  return std::nullopt;
}

/// Returns the latest tables of evenings, besides those that another process plays.
std::vector<OfEvening> tables_of_evenings(const fs::path& folder, const crypto::PublicKey& key) {
  std::vector<OfEvening> tables;
  std::vector<fs::path> stores = latest(folder, ".db");
  if (stores.size() > kStoresMax) stores.resize(kStoresMax);
  for (const fs::path& store : stores)
    if (auto table = table_in(store, key); table && *table) tables.push_back(**std::move(table));
  return tables;
}

/// A table of the evening that is as late as one, or later.
struct LaterTable {
  fs::path known;   ///< its store; empty: none is known
  fs::path in_use;  ///< a store that another process plays, and that may be one; empty: none
};

LaterTable later_table(const fs::path& folder, const proto::Terms& at,
                       const crypto::PublicKey& key) {
  LaterTable later;
  for (const fs::path& store : latest(folder, ".db")) {
    const auto table = table_in(store, key);
    if (!table && table.error().fault == Fault::in_use) later.in_use = store;
    if (!table || !*table || (*table)->evening.id != at.evening->id) continue;
    if ((*table)->evening.table >= at.evening->table) later.known = store;
  }
  return later;
}

/// Returns the path of the empty file that says that an evening is over for somebody.
fs::path over_file(const fs::path& folder, const proto::Digest& evening,
                   const crypto::PublicKey& key) {
  return folder / ("evening-" + evening.hex() + "-" + key.hex() + ".over");
}

}  // namespace

Result<std::optional<KeptBreak>> kept_break(const fs::path& store, const crypto::PublicKey& key) {
  FD_TRY(const auto of_evening, table_in(store, key));
  if (!of_evening) return std::nullopt;
  FD_TRY(const auto opened, node::Store::open(store.string(), node::Store::Missing::refuse));
  FD_TRY(const auto puts, opened.load());
  FD_TRY(auto table, party::remember(puts, key));
  crypto::SystemRng rng;
  FD_TRY(const auto end, replay_kept(puts, rng));
  if (!end.over()) return std::nullopt;
  return KeptBreak{store, meet::break_after(end), std::move(table)};
}

Result<> check_no_later_table(const fs::path& folder, const proto::Terms& at,
                              const crypto::PublicKey& key) {
  const LaterTable later = later_table(folder, at, key);
  if (!later.known.empty())
    return fail(Fault::not_wanted,
                "the evening has gone on since: fairdeal resume " + later.known.string());
  if (!later.in_use.empty())
    return fail(Fault::not_wanted, later.in_use.string() + " is played, and may be a later table");
  return {};
}

Result<StoreLock> lock_store(const fs::path& store) {
  FD_TRY(auto opened, node::Store::open(store.string(), node::Store::Missing::refuse));
  return StoreLock(std::make_shared<const node::Store>(std::move(opened)));
}

Result<> note_evening_over(const fs::path& folder, const proto::Digest& evening,
                           const crypto::PublicKey& key) {
  return sockets::replace_private(over_file(folder, evening, key).string(), "");
}

void note_evening_goes_on(const fs::path& folder, const proto::Digest& evening,
                          const crypto::PublicKey& key) {
  std::error_code not_noted;
  fs::remove(over_file(folder, evening, key), not_noted);
}

bool has_open_break(const fs::path& store, const state::Table& table) {
  if (!table.charter().evening) return false;
  const proto::Terms next = meet::break_after(table).terms;
  for (const proto::Member& member : table.charter().seats) {
    const crypto::PublicKey key = member.key;
    if (const auto own = table_in(store, key); !own || !*own) continue;
    return !fs::exists(over_file(store.parent_path(), next.evening->id, key)) &&
           later_table(store.parent_path(), next, key).known.empty();
  }
  return false;
}

Result<std::vector<meet::EveningMemory>> kept_evenings(const fs::path& folder,
                                                       const crypto::PublicKey& key) {
  std::map<proto::Digest, meet::EveningMemory> known;
  for (const fs::path& path : latest(folder, "-" + key.hex() + ".guest")) {
    FD_TRY(const auto file, read_file(path, kEveningFileBytesMax));
    FD_TRY(const auto read, meet::read_evening(file));
    known.emplace(read.terms.evening->id, meet::EveningMemory{read.terms, {}});
  }
  // The store of the last table has its end, if this guest saw it.
  std::map<proto::Digest, OfEvening> last;
  for (const OfEvening& table : tables_of_evenings(folder, key)) {
    const auto [it, is_new] = last.emplace(table.evening.id, table);
    if (!is_new && it->second.evening.table < table.evening.table) it->second = table;
  }
  for (const auto& [id, table] : last) {
    const auto end = kept_break(table.store, key);
    if (!end || !*end) continue;
    const meet::EveningBreak& seen = (*end)->last;
    auto& memory = known[id];
    const bool is_older =
        memory.terms.evening && memory.terms.evening->table > seen.terms.evening->table;
    if (is_older) continue;
    std::vector<proto::Digest> signed_tables;
    if (memory.terms.evening && memory.terms.continues == seen.terms.continues)
      signed_tables = memory.terms.evening->withdrawn;
    memory = {seen.terms, seen};
    memory.terms.evening->withdrawn = std::move(signed_tables);
  }
  std::vector<meet::EveningMemory> all;
  for (auto& [id, memory] : known) all.push_back(std::move(memory));
  return all;
}

Result<std::optional<KeptWish>> wish_at(const fs::path& store, const crypto::PublicKey& key) {
  const auto table = table_in(store, key);
  if (!table || !*table) return std::nullopt;
  FD_TRY(auto wish, kept_wish(store.parent_path(), (*table)->evening.id, key));
  if (wish && wish->table < (*table)->evening.table) return std::nullopt;
  return wish;
}

Result<std::optional<proto::Gathering>> kept_by_bank(const fs::path& folder, const proto::Terms& at,
                                                     const crypto::PublicKey& bank) {
  const fs::path path = folder / meet::evening_file(at.evening->id, bank, meet::EveningFile::bank);
  if (!fs::exists(path)) return std::nullopt;
  FD_TRY(const auto file, read_file(path, kEveningFileBytesMax));
  FD_TRY(auto kept, meet::read_evening(file));
  if (kept.terms.evening->id != at.evening->id) return std::nullopt;
  if (kept.terms.evening->table > at.evening->table)
    return fail(Fault::not_wanted, "the evening has gone on since this table");
  if (kept.terms.continues != at.continues) {  // of a break before
    kept.terms.evening->orders.clear();
    kept.terms.evening->withdrawn.clear();
  }
  return kept;
}

}  // namespace fairdeal::home
