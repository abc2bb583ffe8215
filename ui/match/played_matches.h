#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "rules/game.h"
#include "ui/match/luck.h"

namespace fairdeal::match {

/// A match as a transcript in this person's folders shows it.
struct PlayedMatch {
  std::string game{};
  std::vector<std::string> players{};
  int me = -1;  ///< this person's seat, by the name of the file; −1: none
  bool over = false;
  rules::Payoff result{};
  std::uint64_t hands = 0, moves = 0;
  Luck luck{};  ///< of this person's seat, by what the file beside the transcript has
};

/// Reads a transcript as far as it goes. Votes and rules are checked on the way, and no proof of
/// cards is: this is the person's own file, and `fairdeal audit` is there for whoever doubts it. It
/// stops early if `stop` is set. Errors: storage, and those of the table's beginning.
Result<PlayedMatch> read_played(const std::filesystem::path& transcript, Rng& rng,
                                const std::atomic<bool>& stop);

/// All matches of a person's folders, as far as they are read: of each transcript what it showed
/// when it had this size and date. A file of the state folder keeps this, since to read a long
/// match takes seconds. Whatever else that file says is passed over.
class PlayedMatches {
 public:
  /// More transcripts, or larger ones, are passed over.
  static constexpr std::size_t kFilesMax = 400;
  static constexpr std::uintmax_t kBytesMax = 64 << 20;

  struct Entry {
    std::filesystem::path path;
    std::uintmax_t size = 0;
    std::int64_t at_s = 0;  ///< the date of the file, in seconds since 1970
    bool read = false;      ///< whether it is known what the file is
    bool good = false;      ///< whether it is a transcript
    PlayedMatch match{};
  };

  explicit PlayedMatches(std::filesystem::path file) : file_(std::move(file)) { load(); }

  /// Lists the transcripts in these folders again, the newest first.
  void look(const std::vector<std::filesystem::path>& folders);
  /// Reads the first transcript that is not read yet, but not those that `is_written` now: their
  /// programs tell more. Returns false if there is none.
  bool read_one(const std::function<bool(const std::string& name)>& is_written, Rng& rng,
                const std::atomic<bool>& stop);
  const std::vector<Entry>& list() const { return list_; }
  /// Writes the file, if something new was read.
  void keep();

 private:
  struct Known {
    std::uintmax_t size;
    std::int64_t at_s;
    bool good;
    PlayedMatch match;
  };
  void load();

  std::filesystem::path file_;
  std::vector<Entry> list_;
  std::map<std::string, Known> known_;  ///< by path
  bool changed_ = false;
};

/// Returns the seat in the name of a seat's transcript, "4f2a…-seat-1.fdt"; −1 in other names.
int seat_in_name(const std::string& name);

}  // namespace fairdeal::match
