#include "runtime/node/store.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "base/encode.h"
#include "crypto/hash.h"
#include "crypto/wipe.h"

namespace fairdeal::node {
namespace {

crypto::Digest checksum_of(int space, std::string_view key, ByteSpan value) {
  Bytes row = Writer(12 + key.size() + value.size())
                  .u32(static_cast<std::uint32_t>(space))
                  .frame(key)
                  .frame(value)
                  .bytes();
  const auto checksum = crypto::hash("store", row);
  crypto::wipe(row);
  return checksum;
}

/// One prepared statement, finalized when it dies.
class Statement {
 public:
  Statement(sqlite3* db, const char* sql) { sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  Statement& bind(int i, std::int64_t value) {
    return sqlite3_bind_int64(statement_, i, value), *this;
  }
  Statement& bind(int i, std::string_view text) {
    sqlite3_bind_text(statement_, i, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  /// Binds bytes without a copy, since a copy of a secret would not be wiped. Requires: the bytes
  /// live as long as the statement.
  Statement& bind(int i, ByteSpan bytes) {
    sqlite3_bind_blob64(statement_, i,
                        bytes.empty() ? reinterpret_cast<const std::byte*>("") : bytes.data(),
                        bytes.size(), SQLITE_STATIC);
    return *this;
  }
  int step() { return statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_); }
  std::int64_t integer(int column) { return sqlite3_column_int64(statement_, column); }
  ByteSpan blob(int column) {
    const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(statement_, column));
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

/// Returns the number at the beginning of a key's text; 0 if there is none.
std::uint64_t leading_number(std::string_view key) {
  std::uint64_t number = 0;
  std::from_chars(key.data(), key.data() + key.size(), number);
  return number;
}

/// The version of the store. It rises with every change of the schema, of a key's text or of a
/// value's encoding; there is no migration (docs/versions.md, Store).
constexpr int kVersion = 10;
constexpr const char* kCreateTable =
    "CREATE TABLE IF NOT EXISTS kept (space INTEGER, key TEXT, value BLOB, seal BLOB, "
    "PRIMARY KEY (space, key)) STRICT, WITHOUT ROWID";

}  // namespace

struct Store::Database {
  sqlite3* db = nullptr;
  std::string path;

  ~Database() { sqlite3_close_v2(db); }

  tl::unexpected<Error> failure() const {
    const int code = sqlite3_errcode(db);
    const std::string what = path + ": " + sqlite3_errmsg(db);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED) return fail(Fault::in_use, path);
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) return fail(Fault::damaged, path);
    return fail(Fault::storage, what);
  }
  Result<> run(const char* sql) {
    if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK) return failure();
    return {};
  }
  Result<> put(const state::Put& put);
  /// Checks that the database is new or of this version: what another version stored does not lead
  /// to the same states here.
  Result<> is_of_this_version();
};

Result<> Store::Database::is_of_this_version() {
  Statement version(db, "PRAGMA user_version");
  Statement tables(db, "SELECT count(*) FROM sqlite_master");
  if (version.step() != SQLITE_ROW || tables.step() != SQLITE_ROW) return failure();
  if (tables.integer(0) == 0 || version.integer(0) == kVersion) return {};
  return fail(Fault::unknown_version, path + ": a store of another version of fairdeal");
}

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::string& path, Missing missing) {
  auto database = std::make_unique<Database>();
  database->path = path;
  // The file is made here, so that only its owner can read it. SQLite gives the files beside it the
  // same permissions.
  const int create = missing == Missing::create ? O_CREAT : 0;
  // A symbolic link is not followed; SQLite follows none to the files beside it.
  const int made =
      ::open(path.c_str(), O_RDWR | create | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (made < 0)
    return fail(Fault::storage,
                path + ": " + (errno == ELOOP ? "a symbolic link" : std::strerror(errno)));
  ::close(made);
  if (sqlite3_open_v2(path.c_str(), &database->db, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK)
    return database->failure();
  // These change this connection alone, so that a file of another version stays as it is. SQLite
  // keeps what it needs for a moment in memory: a confined program may make no file in /var/tmp,
  // and a secret has no place there.
  for (const char* sql : {"PRAGMA locking_mode = EXCLUSIVE", "PRAGMA synchronous = FULL",
                          "PRAGMA secure_delete = ON", "PRAGMA temp_store = MEMORY"})
    FD_TRY(database->run(sql));
  FD_TRY(database->is_of_this_version());
  const std::string set_version = "PRAGMA user_version = " + std::to_string(kVersion);
  for (const char* sql : {"PRAGMA journal_mode = WAL", set_version.c_str(), kCreateTable,
                          "BEGIN EXCLUSIVE", "COMMIT"})  // this takes the lock, and keeps it
    FD_TRY(database->run(sql));
  Store store(std::move(database));
  FD_TRY(store.load());
  return store;
}

Result<> Store::Database::put(const state::Put& put) {
  const int space = static_cast<int>(put.space);
  if (put.value.empty() && put.space != state::Put::Space::mine) {
    if (Statement(db, "DELETE FROM kept WHERE space = ? AND key = ?")
            .bind(1, space)
            .bind(2, std::string_view(put.key))
            .step() != SQLITE_DONE)
      return failure();
    return {};
  }
  if (put.space == state::Put::Space::mine) {
    Statement held(db, "SELECT value FROM kept WHERE space = ? AND key = ?");
    if (held.bind(1, space).bind(2, std::string_view(put.key)).step() == SQLITE_ROW)
      return equal(held.blob(0), put.value) ? Result<>()
                                            : fail(Fault::equivocation, "a second " + put.key);
  }
  Statement insert(db, "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)");
  insert.bind(1, space).bind(2, std::string_view(put.key)).bind(3, ByteSpan(put.value));
  const auto checksum = checksum_of(space, put.key, put.value);
  insert.bind(4, ByteSpan(checksum.bytes));
  if (insert.step() != SQLITE_DONE) return failure();
  return {};
}

Result<> Store::apply(std::span<const state::Put> puts) {
  if (puts.empty()) return {};
  FD_TRY(database_->run("BEGIN IMMEDIATE"));
  for (const state::Put& put : puts) {
    if (auto done = database_->put(put); !done) {
      sqlite3_exec(database_->db, "ROLLBACK", nullptr, nullptr, nullptr);
      return done;
    }
  }
  if (auto done = database_->run("COMMIT"); !done) {
    sqlite3_exec(database_->db, "ROLLBACK", nullptr, nullptr, nullptr);
    return done;
  }
  // A secret that is forgotten is overwritten in the file (secure_delete). The log beside the file
  // may still have it, until it is truncated.
  const bool forgets = std::ranges::any_of(puts, [](const state::Put& put) {
    return put.space == state::Put::Space::secret && put.value.empty();
  });
  if (forgets) FD_TRY(database_->run("PRAGMA wal_checkpoint(TRUNCATE)"));
  return {};
}

Result<std::optional<Bytes>> Store::get(const state::StoreKey& key) const {
  const int space = static_cast<int>(state::space_of(key));
  const std::string text = state::text_of(key);
  Statement row(database_->db, "SELECT value, seal FROM kept WHERE space = ? AND key = ?");
  const int code = row.bind(1, space).bind(2, std::string_view(text)).step();
  if (code == SQLITE_DONE) return std::nullopt;
  if (code != SQLITE_ROW) return database_->failure();
  const ByteSpan value = row.blob(0);
  if (!equal(checksum_of(space, text, value).bytes, row.blob(1)))
    return fail(Fault::damaged, database_->path);
  return to_bytes(value);
}

Result<std::vector<state::Put>> Store::load() const {
  std::vector<state::Put> puts;
  // This is the order of the table's own index, so SQLite sorts nothing.
  Statement rows(database_->db, "SELECT space, key, value, seal FROM kept ORDER BY space, key");
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    const auto space = static_cast<int>(rows.integer(0));
    state::Put put{static_cast<state::Put::Space>(space), std::string(as_text(rows.blob(1))),
                   to_bytes(rows.blob(2))};
    if (!equal(checksum_of(space, put.key, put.value).bytes, rows.blob(3))) {
      // A damaged record is treated like a missing one: the others have it. A statement of this
      // member cannot be taken for one, because its key is no number.
      if (state::record_step(put)) continue;
      return fail(Fault::damaged, database_->path);
    }
    puts.push_back(std::move(put));
  }
  if (code != SQLITE_DONE) return database_->failure();
  // Texts sort "10" before "9".
  std::ranges::stable_sort(puts, {}, [](const state::Put& put) {
    return std::pair(put.space, leading_number(put.key));
  });
  return puts;
}

}  // namespace fairdeal::node
