#include "cli/resume.h"

#include <algorithm>
#include <filesystem>

#include "cli/play.h"
#include "ui/home/identity.h"
#include "ui/home/kept_play.h"
#include "ui/home/kept_tables.h"
#include "ui/home/places.h"
#include "ui/seat/bot_keeper.h"
#include "ui/seat/bots.h"
#include "ui/seat/sit_down.h"

namespace fairdeal::cli {
namespace {

namespace fs = std::filesystem;

/// Returns the stores of the tables whose names begin with `beginning`, the latest last.
std::vector<fs::path> stores(const fs::path& folder, const std::string& beginning) {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".db" &&
        entry.path().filename().string().starts_with(beginning))
      found.push_back(entry.path());
  std::ranges::sort(found, {}, [](const fs::path& p) { return fs::last_write_time(p); });
  return found;
}

/// Returns whether the latest table can be resumed without a person, because a bot or a witness
/// sits there.
bool plays_alone(const seat::Options& seat, const std::vector<fs::path>& tables) {
  if (!seat.bot.empty()) return true;
  if (tables.empty()) return false;
  const auto identity = home::load_identity(home::identity_file(seat.identity));
  return identity && home::is_witness_at(tables.back(), identity->key.public_key());
}

/// Resumes a table and, if this is its host, the bots beside it. Returns the exit code.
int go_back(const fs::path& store, const seat::Options& seat, const words::Output& output) {
  seat::Options there = seat;  // it writes its files beside the store
  there.folder = fs::absolute(store).parent_path();
  if (!seat::Bots::are_kept(there.folder))
    return seat::sit_down(session::Session::Stored{store.string()}, false, there, output);
  seat::BotKeeper bots(there.folder, there.libraries, seat::bots_think_ms(there));
  bots.resume(store.filename().string());
  const int status = seat::sit_down(session::Session::Stored{store.string()}, false, there, output);
  if (status == 0) bots.forget();
  return status;
}

}  // namespace

int run_resume(const ResumeOptions& options, const words::Output& output) {
  const seat::Options& seat = options.seat;
  if (home::KeptPlay::exists(options.table)) return resume_play(options.table, seat, output);
  if (fs::is_regular_file(options.table)) return go_back(options.table, seat, output);
  const fs::path folder = home::tables_folder(seat.folder);
  const auto found = stores(folder, options.table);
  const auto plays = options.table.empty() ? home::KeptPlay::names() : std::vector<std::string>();
  const bool names_none = options.table.empty() && !(found.empty() && plays.empty());
  if (names_none && !plays_alone(seat, found)) return home::list_kept_tables(found, plays, output);
  if (found.empty())
    return output.failed({words::Exit::usage, "no_such_table",
                          options.table.empty() ? "No table is kept in " + folder.string() + "."
                                                : "No table " + options.table + " is kept in " +
                                                      folder.string() + ".",
                          "A table is kept from its first step on; --data says where."});
  return go_back(found.back(), seat, output);
}

}  // namespace fairdeal::cli
