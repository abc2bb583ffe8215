#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "net/party/whereabouts.h"
#include "runtime/meet/lobby.h"
#include "runtime/state/table.h"
#include "ui/home/kept_promises.h"

/// The evenings at which somebody has been, as the files in a folder of tables have them: the store
/// of each table, and one file of the bank or of the guest (meet::evening_file).

namespace fairdeal::home {

/// The end of a table of an evening, read from its store.
struct KeptBreak {
  std::filesystem::path store;
  meet::EveningBreak last;
  party::Remembered table;
};

/// Returns the break after the table in this store; none if the table is of no evening, or its
/// match is not over. Errors: as of a store that cannot be read or replayed; not_wanted (`key` has
/// no seat there).
Result<std::optional<KeptBreak>> kept_break(const std::filesystem::path& store,
                                            const crypto::PublicKey& key);

/// Checks that this folder has no later table of the evening than the one that is continued in this
/// break. Errors: not_wanted, which names it (one that another process plays may be it, too).
Result<> check_no_later_table(const std::filesystem::path& folder, const proto::Terms& at,
                              const crypto::PublicKey& key);

/// Keeps the store of a table locked for as long as it lives.
using StoreLock = std::shared_ptr<const void>;
/// Locks the store of the last table while its break goes on: a second program that entered the
/// break would be a second bank, or a guest that signs two tables. Errors: in_use, and those of a
/// store that cannot be opened.
Result<StoreLock> lock_store(const std::filesystem::path& store);

/// Notes that this evening is over for this key, so that its last table is not offered to be
/// resumed. Errors: storage.
Result<> note_evening_over(const std::filesystem::path& folder, const proto::Digest& evening,
                           const crypto::PublicKey& key);
/// Takes that note back: the evening goes on with this key.
void note_evening_goes_on(const std::filesystem::path& folder, const proto::Digest& evening,
                          const crypto::PublicKey& key);
/// Returns whether the break after this table of an evening may still be entered by the owner of
/// the store: no later table is known beside it, and the evening is not noted as over. A table that
/// another process plays is not known. Requires: the match at the table is over.
bool has_open_break(const std::filesystem::path& store, const state::Table& table);

/// Returns what a guest remembers of the evenings at which it has been. Errors: storage, or of a
/// file that is no such file.
Result<std::vector<meet::EveningMemory>> kept_evenings(const std::filesystem::path& folder,
                                                       const crypto::PublicKey& key);

/// Returns what the bank's file has of this break: its orders, what was proposed in it, and whether
/// the bank's person is asked; none if there is no file. Errors: storage, or of a file that is no
/// such file; not_wanted (the evening has gone on since).
Result<std::optional<proto::Gathering>> kept_by_bank(const std::filesystem::path& folder,
                                                     const proto::Terms& at,
                                                     const crypto::PublicKey& bank);

/// Returns what this key's owner wished at the table of this store, or in a break after it; none if
/// nothing is kept. Errors: as kept_wish().
Result<std::optional<KeptWish>> wish_at(const std::filesystem::path& store,
                                        const crypto::PublicKey& key);

}  // namespace fairdeal::home
