#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/report.h"
#include "proto/messages.h"

/// One function a command, one file each; cli.h says how their options are written. Each returns
/// the exit code.
namespace fairdeal::apps {

struct IdOptions {
  std::string file;      ///< empty: the default
  std::string nickname;  ///< of a new identity
};
int run_id(const IdOptions& options, const Output& output);

struct GamesOptions {
  std::string name;    ///< empty: the list
  bool all = false;    ///< with the variants that recorded matches are of
  bool state = false;  ///< what the game's state says, instead
};
int run_games(const GamesOptions& options, const Output& output);

struct AuditOptions {
  std::vector<std::string> files;
  bool trace = false;
};
int run_audit(const AuditOptions& options, const Output& output);

struct ExportOptions {
  std::string file;
  std::string format = "text";
};
int run_export(const ExportOptions& options, const Output& output);

struct SelftestOptions {
  std::string vectors;  ///< empty: those that the program carries
};
int run_selftest(const SelftestOptions& options, const Output& output);

/// Unset fields take the benchmark's defaults.
struct BenchOptions {
  std::string what = "cards";
  std::string file;
  std::optional<int> runs;
  std::optional<std::size_t> seats;
  std::optional<int> hands;
};
int run_bench(const BenchOptions& options, const Output& output);

/// Who plays a seat, a person at this terminal or a bot, and how.
struct SeatOptions {
  std::string identity;  ///< file; empty: the default
  std::string nickname;  ///< empty: the identity's
  std::string bot;       ///< empty: a person; "random", "simple"
  std::optional<std::uint64_t> bot_seed;
  std::string transcript;  ///< file; empty: one in the data folder
  std::string folder;      ///< where tables are kept; empty: the data folder
  bool accept = false;     ///< agrees to whatever terms a table has
  std::string listen = "[::]:0";
  std::uint16_t ports = 1;      ///< how many are tried, from that of `listen` on
  std::uint16_t advertise = 0;  ///< the port that the others are told; 0: the one it listens on
  std::int64_t timeout_s = 0;   ///< how long to wait for others before giving up; 0: for ever
  /// How many matches the seat plays, one after another. With 0 a person is asked, and a bot plays
  /// one.
  std::uint32_t matches = 0;
  bool qr = true;                  ///< a host shows its link as a picture too
  int events_fd = -1;              ///< writes one JSON line an event here (for `demo`)
  std::vector<std::string> chaos;  ///< what this seat is to do wrong (for `demo`)
};
/// Who may sit down at a host's table, and when it begins.
struct AdmissionOptions {
  std::string admit;  ///< invited, ask, open; empty: open where nobody else can come, else invited
  std::string start;  ///< auto, ask; empty: ask a person whose guests come from elsewhere
  bool once = false;  ///< the link serves one guest
};
struct TableOptions {
  std::string game;
  std::string params = "{}";
  std::size_t seats = 2;
  std::size_t witnesses = 0;
  std::size_t bots = 0;          ///< of the seats, played by this machine
  bool unanimous = false;        ///< nothing is decided without everybody's vote
  std::optional<bool> recovery;  ///< whether the others can finish a hand without a seat
  bool untimed = false;          ///< moves have no limit, whatever `pace` says
  proto::Pace pace = [] {        // among friends
    proto::Pace among_friends;
    among_friends.move = {30'000};
    among_friends.bank = {60'000};
    return among_friends;
  }();
};
int run_host(const TableOptions& table, const AdmissionOptions& admission, const SeatOptions& seat,
             const Output& output);

struct JoinOptions {
  std::string address;  ///< or a link
  bool witness = false;
};
int run_join(const JoinOptions& join, const SeatOptions& seat, const Output& output);

struct ResumeOptions {
  /// The beginning of the table's name, or its store's file. If it is empty a list is shown, but a
  /// bot or a witness takes the latest.
  std::string table;
};
int run_resume(const ResumeOptions& options, const SeatOptions& seat, const Output& output);

struct EvidenceOptions {
  bool verify = true;  ///< and not only show
  std::string file;
};
int run_evidence(const EvidenceOptions& options, const Output& output);

struct PlayOptions {
  TableOptions table;
  std::string bot = "simple";
  std::optional<std::uint64_t> seed;
};
int run_play(const PlayOptions& options, const Output& output);
/// Continues a match of `play` that was interrupted.
int resume_play(const std::string& name, const Output& output);

struct DemoOptions {
  TableOptions table;
  std::optional<std::int64_t> hands;
  std::string bot = "simple";
  std::int64_t timeout_s = 0;
  std::optional<std::uint64_t> seed;
  std::string transcript;
  bool no_input = false;
  std::vector<std::string> chaos;
};
int run_demo(const DemoOptions& options, const Output& output);

}  // namespace fairdeal::apps
