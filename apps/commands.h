#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/report.h"
#include "proto/messages.h"

/// The commands: each is one function, in a file of its own, and returns the exit code. cli.h
/// declares their options.
namespace fairdeal::apps {

struct IdOptions {
  std::string file;      ///< empty: default_identity_path()
  std::string nickname;  ///< for a new identity
};
int run_id(const IdOptions& options, const Output& output);

/// Tells how the tables are at which programs of this user play now.
int run_status(const Output& output);

struct ContactsOptions {
  enum class What { list, forget, block, unblock, rename };
  What what = What::list;
  std::string identity;  ///< whose contacts: a file; empty: default_identity_path()
  std::string name;
  std::string new_name;
};
int run_contacts(const ContactsOptions& options, const Output& output);

struct CompleteOptions {
  std::string what;      ///< "table": what `fairdeal join` takes; "contact"
  std::string typed;     ///< so far
  std::string identity;  ///< as in ContactsOptions
};
int run_complete(const CompleteOptions& options);

struct GamesOptions {
  std::string name;    ///< empty: list all games
  bool all = false;    ///< list also the variants that only recorded matches use
  bool state = false;  ///< describe the game's JSON state instead
};
int run_games(const GamesOptions& options, const Output& output);

/// The games that are scripts: fairdeal games add, show, remove, sign, verify.
struct ScriptsOptions {
  std::string
      script;  ///< a file; or the name, or the first digits of the digest, of one that is kept
  std::string identity;         ///< whose signature; empty: the usual identity
  std::optional<int> status{};  ///< the exit code, once one of them has run
};
int run_games_add(const ScriptsOptions& options, const Output& output);
int run_games_show(const ScriptsOptions& options, const Output& output);
int run_games_remove(const ScriptsOptions& options, const Output& output);
int run_games_sign(const ScriptsOptions& options, const Output& output);
int run_games_verify(const ScriptsOptions& options, const Output& output);

struct AuditOptions {
  std::vector<std::string> files;
  bool trace = false;
  std::string html;  ///< where the report is written as a page; empty: nowhere
};
int run_audit(const AuditOptions& options, const Output& output);

struct ExportOptions {
  std::string file;
  std::string format = "text";
};
int run_export(const ExportOptions& options, const Output& output);

/// The page at which a person plays, watches or goes through a match in a browser (docs/web.md).
struct PageOptions {
  bool web = false;        ///< there is one in the browser
  std::uint16_t port = 0;  ///< at 127.0.0.1; 0: any
  bool open = true;        ///< open it in the person's browser, if there is a desktop
  std::string join;        ///< the table to which the lobby's page goes at once; "": none
  bool screen = false;     ///< there is one on the whole terminal instead
  bool lines = false;      ///< a program has its messages by the standard streams instead
};

struct ReplayOptions {
  std::string file;
  bool mine = false;      ///< begin with what the transcript's owner saw
  std::int64_t hand = 0;  ///< begin at this hand; 0: at the beginning
  PageOptions page{};     ///< where it is shown; else at the terminal
};
int run_replay(const ReplayOptions& options, const Output& output);

struct InspectOptions {
  std::string what;  ///< a game, a script, a library, or a transcript
  std::string params = "{}";
  std::size_t seats = 0;  ///< 0: the fewest that the game allows
  std::uint64_t seed = 1;
  PageOptions page{};
};
int run_inspect(const InspectOptions& options, Output output);

struct SelftestOptions {
  std::string vectors;  ///< a file; empty: the known answers in the program
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

/// How a seat is played, and by whom: a person at this terminal or at a page, or a bot.
struct SeatOptions {
  PageOptions page{};
  std::string identity;  ///< a file; empty: default_identity_path()
  std::string nickname;  ///< empty: that of the identity
  std::string bot;       ///< "random" or "simple"; empty: a person plays
  std::optional<std::uint64_t> bot_seed;
  std::vector<std::string> libraries;  ///< which this machine's bots have to load, too
  std::string transcript;              ///< a file; empty: a new one in the data folder
  std::string folder;                  ///< where tables are kept; empty: the data folder
  bool accept = false;                 ///< agree to the table's terms without being asked
  bool answers = false;  ///< let a game answer by what the person alone knows, without being asked
  std::string listen = "[::]:0";
  std::uint16_t ports = 1;      ///< how many ports to try, beginning with that of `listen`
  std::uint16_t advertise = 0;  ///< the port to tell the others; 0: the one it listens on
  std::int64_t timeout_s = 0;   ///< how long to wait for others before giving up; 0: for ever
  /// How many matches the seat plays, one after another. With 0 a person is asked, and a bot plays
  /// one.
  std::uint32_t matches = 0;
  bool port_map = true;             ///< the router may be asked to forward the port
  bool keep = false;                ///< say yes to all who could become contacts
  bool announce = true;             ///< a host's table is announced on the local network
  bool qr = true;                   ///< a host also shows its link as a QR code
  bool chat = true;                 ///< the person sees the chat; a host's table has one
  bool bell = true;                 ///< a bell rings on the person's turn
  std::string log_level = "off";    ///< which events are logged (apps/log.h)
  std::string log_file;             ///< empty: fairdeal.log in the state folder
  std::vector<std::string> relays;  ///< by which members find each other, as people write them
  std::string relay_pass_file;      ///< the pass of closed relays; empty: they ask for none
  std::size_t code_words = 2;       ///< of a host's codes; 0: it offers no code
  int events_fd = -1;               ///< write events here, a JSON line each (for `demo`)
  std::vector<std::string> chaos;   ///< the faults of this seat (for `demo`)
};
/// The options that say who may sit down at a host's table, and when the table begins.
struct AdmissionOptions {
  /// invited, ask, known, open; empty: open on loopback and for bots, else invited.
  std::string admit;
  std::vector<std::string> invite;  ///< contacts, by their petnames
  std::string start;           ///< auto, ask; empty: ask a person whose guests come from elsewhere
  bool once = false;           ///< the link lets only one guest sit down
  std::string watch = "none";  ///< who may watch: none, invited (by a link of their own), open
  proto::WatchDelay delay{};   ///< how far they are behind
};
struct TableOptions {
  std::string game;
  std::string params = "{}";
  std::size_t seats = 0;  ///< 0: not chosen; fitting_seats() chooses then
  std::size_t witnesses = 0;
  std::size_t bots = 0;          ///< how many of the seats this machine plays
  bool unanimous = false;        ///< every decision needs the votes of all
  std::optional<bool> recovery;  ///< whether the others can finish a hand without a seat
  bool untimed = false;          ///< moves have no time limit, whatever `pace` says
  proto::Pace pace = [] {        // among friends
    proto::Pace among_friends;
    among_friends.move = {30'000};
    among_friends.bank = {60'000};
    return among_friends;
  }();
};
int run_host(const TableOptions& table, const AdmissionOptions& admission, const SeatOptions& seat,
             const Output& output);

struct TablesOptions {
  double wait_s = 1.5;   ///< how long answers are waited for
  std::string identity;  ///< whose contacts are recognized: as in ContactsOptions
};
int run_tables(const TablesOptions& options, const Output& output);

struct JoinOptions {
  /// An address with its port, a link, a code or a contact's petname; empty: ask for a code, or for
  /// a table of a contact or of this network.
  std::string address;
  std::string code_file;  ///< a file with a code; empty: none
  bool witness = false;
};
int run_join(const JoinOptions& join, const SeatOptions& seat, const Output& output);

struct WatchOptions {
  std::string address;     ///< a link, or an address with its port
  std::string identity;    ///< a file; empty: default_identity_path()
  std::string transcript;  ///< a file; empty: a new one in the data folder
  bool json_lines = false;
  PageOptions page{};
};
int run_watch(const WatchOptions& options, const Output& output);

struct ResumeOptions {
  /// The beginning of the table's name, or the file of its store. If this is empty, a list is shown
  /// to a person, but a bot or a witness resumes the latest table.
  std::string table;
};
int run_resume(const ResumeOptions& options, const SeatOptions& seat, const Output& output);

struct EvidenceOptions {
  bool verify = true;  ///< false: only show it
  std::string file;
};
int run_evidence(const EvidenceOptions& options, const Output& output);

struct PlayOptions {
  TableOptions table;
  std::string bot = "simple";
  std::optional<std::uint64_t> seed;
  PageOptions page{};
  bool answers = false;  ///< let the game answer by what the person alone knows
};
int run_play(PlayOptions options, const Output& output);
/// Continues the interrupted match of `fairdeal play` that has this name.
int resume_play(const std::string& name, const PageOptions& page, bool answers,
                const Output& output);

struct RelayOptions {
  std::string config;  ///< a relay.toml; empty: none
  // These are keys of that file, too (apps/relay_file.h). What is empty was not given.
  std::string listen;  ///< empty: kRelayListen
  std::vector<std::string> reflect;
  std::string metrics;  ///< an address; empty: none
  std::vector<std::string> trust_proxy;
  std::string tls_cert, tls_key;  ///< files
  std::string secret_file, revoked_file, block_file;
  std::string rate, month;            ///< bytes a second and a month, such as "20M" and "500G"
  std::string volume_file;            ///< keeps what was sent in the month
  std::vector<std::string> nats;      ///< addresses of servers; empty: this process is the relay
  std::string nats_creds, nats_nkey;  ///< files by which the servers know this relay
  std::string nats_ca, nats_cert, nats_key;  ///< files for TLS to them
  std::string cluster_key;                   ///< a file with what all its processes share
  bool log_addresses = false;
  bool log_refusals = false;

  enum class Task { run, pass, status, limits, nkey };
  Task task = Task::run;
  std::uint64_t days = 30;
  std::string pass_name;  ///< empty: a pass without a name
};
inline constexpr const char* kRelayListen = "127.0.0.1:4800";
inline constexpr const char* kRelayMetrics = "127.0.0.1:4803";
/// Runs a relay until SIGINT or SIGTERM, or does another task of its operator.
int run_relay(const RelayOptions& options, const Output& output);

/// Looks at what can be in the way of playing, with the identity, folder and relays of `seat`.
int run_doctor(const SeatOptions& seat, const Output& output);

struct DemoOptions {
  TableOptions table;
  std::optional<std::int64_t> hands;
  std::string bot = "simple";
  std::int64_t timeout_s = 0;
  std::optional<std::uint64_t> seed;
  std::string transcript;
  bool no_input = false;
  std::vector<std::string> chaos;
  PageOptions page{};  ///< of the first seat
};
int run_demo(const DemoOptions& options, const Output& output);

}  // namespace fairdeal::apps
