#include <csignal>
#include <filesystem>
#include <poll.h>
#include <unistd.h>

#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/stat.h>

#include "rules/json_full.h"
#include "ui/author/rules.h"
#include "ui/author/script_watch.h"
#include "ui/sandbox/script_files.h"
#include "ui/words/printable.h"

/// `fairdeal rules watch FILE.lua` plays a match of a script again whenever the file is saved.

namespace fairdeal::author {
namespace {

/// Tells when a file was saved, also if an editor puts a new file in its place. It waits for
/// inotify's events of the folder, and looks at the file itself each second, since not every file
/// system has such events.
class SavedFile {
 public:
  explicit SavedFile(std::filesystem::path file)
      : file_(std::move(file)), events_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)), seen_(now()) {
    const auto folder = file_.has_parent_path() ? file_.parent_path() : std::filesystem::path(".");
    if (events_ >= 0) ::inotify_add_watch(events_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO);
  }
  ~SavedFile() {
    if (events_ >= 0) ::close(events_);
  }
  SavedFile(const SavedFile&) = delete;

  /// Returns whether it was saved; false once `stop` can be read. A file that changes on stays
  /// unread until it rests: an editor, or what formats for it, may write it in parts.
  bool wait(int stop) {
    for (auto resting = now();;) {
      const bool changed = resting && resting != seen_;
      pollfd ready[] = {{stop, POLLIN, 0}, {events_, POLLIN, 0}};
      ::poll(ready, events_ < 0 ? 1 : 2, changed ? kRestMs : kLookMs);
      if (ready[0].revents != 0) return false;
      char passed[4096];
      while (events_ >= 0 && ::read(events_, passed, sizeof passed) > 0) {
      }
      const auto is = now();
      if (changed && is == resting) {
        seen_ = is;
        return true;
      }
      resting = is;  // none while an editor has taken the file away
    }
  }

 private:
  static constexpr int kLookMs = 1000, kRestMs = 50;
  /// A mark that differs between two versions of the file.
  struct Version {
    ino_t inode;
    off_t size;
    std::int64_t seconds, nanoseconds;
    bool operator==(const Version&) const = default;
  };
  std::optional<Version> now() const {
    struct stat about {};
    if (::stat(file_.c_str(), &about) != 0) return {};
    return Version{about.st_ino, about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
  }

  std::filesystem::path file_;
  int events_;
  std::optional<Version> seen_;
};

/// A descriptor that can be read once somebody ends this process by Ctrl-C, or asks it to end.
int stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  return ::signalfd(-1, &signals, SFD_CLOEXEC);
}

void tell(const WatchedPlay& play, std::size_t version, const words::Output& output) {
  words::Json events = words::Json::array();
  for (const auto& event : play.events) events.push_back(event.words);
  output.line(
      words::Json{{"v", 1},
                  {"version", version},
                  {"game", play.game},
                  {"events", events},
                  {"drawing", play.drawing},
                  {"result", play.result},
                  {"hint", play.hint.empty() ? words::Json() : words::Json(play.hint)},
                  {"wrong", play.wrong ? words::Json(*play.wrong) : words::Json()},
                  {"differs", play.differs.empty() ? words::Json() : words::Json(play.differs)}});
  std::string text = "[" + std::to_string(version) + "] ";
  if (!play.hint.empty()) text += play.hint + "\n";
  if (play.wrong) {
    text += *play.wrong;
    if (!play.differs.empty()) text += "\n" + play.differs;
    return output.result(words::printable_lines(text));
  }
  if (version == 1)
    for (const auto& event : play.events) text += event.words + "\n";
  else if (play.differs.empty())
    text += "The match goes as before.\n";
  else
    text += play.differs + "\n";
  text += play.drawing + "Result: " + play.result + ". All laws hold in it.";
  output.result(words::printable_lines(text));
}

}  // namespace

int run_rules_watch(const RulesOptions& options, const words::Output& output) {
  const WatchedTerms terms{options.game, options.params, options.seats, options.seed};
  if (!sandbox::is_script(options.game))
    return output.failed(
        {words::Exit::usage, "no_script",
         "Only scripts are watched, and " + words::printable(options.game) + " is none.",
         "Name a file: fairdeal rules watch skull.lua. A built game is tested "
         "after the build: fairdeal rules test ./skull.so"});
  if (!std::filesystem::exists(options.game))
    return output.failed(
        words::no_such_file(options.game, "fairdeal rules new skull --lua writes one."));
  const int stop = stop_signals();
  SavedFile file(options.game);
  std::optional<WatchedPlay> last_good;
  for (std::size_t version = 1;; ++version) {
    auto play = play_watched(terms, last_good ? &*last_good : nullptr, stop);
    if (!play) break;
    tell(*play, version, output);
    if (!play->wrong) last_good = std::move(play);
    output.note("Waits until " + words::printable(options.game) + " is saved; Ctrl-C ends.");
    if (!file.wait(stop)) break;
  }
  ::close(stop);
  return 0;
}

}  // namespace fairdeal::author
