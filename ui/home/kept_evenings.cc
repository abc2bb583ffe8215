#include "ui/home/kept_evenings.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "crypto/system_rng.h"
#include "proto/codec.h"
#include "runtime/node/store.h"
#include "ui/home/kept_tables.h"
#include "ui/home/read_file.h"

namespace fairdeal::home {
namespace {

namespace fs = std::filesystem;

/// An evening that is older than this is over, and its tables are not read any more.
constexpr std::chrono::hours kEveningLasts{72};
constexpr std::size_t kEveningFileBytesMax = proto::kFrameBytesMax;

/// A table of an evening at which this key has a seat, and the file of which is that seat's.
struct OfEvening {
  fs::path store;
  proto::Evening evening;
  proto::Digest continues;
};

/// Returns the files of the last days with this ending, the latest first.
std::vector<fs::path> latest(const fs::path& folder, const std::string& ending) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::error_code none;
  const auto since = fs::file_time_type::clock::now() - kEveningLasts;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (!entry.path().filename().string().ends_with(ending)) continue;
    const auto time = entry.last_write_time(none);
    if (!none && time >= since) found.emplace_back(time, entry.path());
  }
  std::ranges::sort(found, std::greater<>());
  std::vector<fs::path> paths;
  for (auto& [time, path] : found) paths.push_back(std::move(path));
  return paths;
}

std::optional<OfEvening> table_in(const fs::path& store, const crypto::PublicKey& key) {
  const auto opened = node::Store::open(store.string(), node::Store::Missing::refuse);
  if (!opened) return {};
  const auto charter = opened->get(state::kept::Charter{});
  if (!charter || !*charter) return {};
  const auto part = proto::decode_transcript_part(**charter);
  const auto* signed_charter = part ? std::get_if<proto::SignedCharter>(&*part) : nullptr;
  if (signed_charter == nullptr || !signed_charter->charter.evening) return {};
  const auto& seats = signed_charter->charter.seats;
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (seats[i].key == key && store.stem().string().ends_with("-seat-" + std::to_string(i)))
      return OfEvening{store, *signed_charter->charter.evening, signed_charter->charter.continues};
  return {};
}

std::vector<OfEvening> tables_of_evenings(const fs::path& folder, const crypto::PublicKey& key) {
  std::vector<OfEvening> tables;
  for (const fs::path& store : latest(folder, ".db"))
    if (auto table = table_in(store, key)) tables.push_back(*std::move(table));
  return tables;
}

}  // namespace

Result<std::optional<KeptBreak>> kept_break(const fs::path& store, const crypto::PublicKey& key) {
  FD_TRY(const auto opened, node::Store::open(store.string(), node::Store::Missing::refuse));
  FD_TRY(const auto puts, opened.load());
  FD_TRY(const auto began, party::signed_table(puts));
  if (began) return std::nullopt;
  FD_TRY(auto table, party::remember(puts, key));
  if (!table.charter->charter.evening) return std::nullopt;
  crypto::SystemRng rng;
  FD_TRY(const auto end, replay_kept(puts, rng));
  if (!end.over()) return std::nullopt;
  return KeptBreak{store, meet::break_after(end), std::move(table)};
}

std::optional<fs::path> later_table(const fs::path& folder, const proto::Terms& at,
                                    const crypto::PublicKey& key) {
  for (const OfEvening& table : tables_of_evenings(folder, key))
    if (table.evening.id == at.evening->id && table.evening.table >= at.evening->table)
      return table.store;
  return {};
}

std::vector<meet::EveningMemory> kept_evenings(const fs::path& folder,
                                               const crypto::PublicKey& key) {
  std::map<proto::Digest, meet::EveningMemory> known;
  for (const fs::path& path : latest(folder, "-" + key.hex() + ".guest")) {
    const auto file = read_file(path, kEveningFileBytesMax);
    if (!file) continue;
    if (const auto read = meet::read_evening(*file)) known.emplace(read->terms.evening->id, meet::EveningMemory{read->terms, {}});
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

Result<std::optional<proto::Gathering>> kept_by_bank(const fs::path& folder, const proto::Terms& at,
                                                     const crypto::PublicKey& bank) {
  const fs::path path = folder / meet::evening_file(at.evening->id, bank, meet::EveningFile::bank);
  if (!fs::exists(path)) return std::nullopt;
  FD_TRY(const auto file, read_file(path, kEveningFileBytesMax));
  FD_TRY(auto kept, meet::read_evening(file));
  if (kept.terms.evening->id != at.evening->id) return std::nullopt;
  if (kept.terms.continues != at.continues) {  // of a break before
    kept.terms.evening->orders.clear();
    kept.terms.evening->withdrawn.clear();
  }
  return kept;
}

}  // namespace fairdeal::home
