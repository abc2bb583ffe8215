#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

#include "ui/front/lobby_facts.h"
#include "ui/match/played_matches.h"

namespace boost::asio {
class io_context;
}

namespace fairdeal::lobby {

/// Where a lobby looks.
struct Places {
  std::filesystem::path tables;       ///< the folder of kept tables
  std::filesystem::path transcripts;  ///< that of other transcripts
  std::filesystem::path known;        ///< the file of what transcripts showed
  std::filesystem::path identity;     ///< whose contacts are recognized
};

/// Returns the name of the transcript that the program of this seat writes, by what it says of
/// itself; "" if it has none yet.
std::string transcript_written(const nlohmann::json& status);

/// Collects in a thread of its own, while pages are there, what a lobby shows: programs that run,
/// kept tables, finished matches and the tables of the network. So no page waits for a disk.
class Scan {
 public:
  using Take = std::function<void(front::LobbyFacts)>;
  /// Begins. `take` is called on the io_context's thread. Requires: the io_context outlives this.
  Scan(boost::asio::io_context& io, Places places, Take take);
  /// Ends the thread, which takes at most as long as one record or a look at the network.
  ~Scan();
  Scan(const Scan&) = delete;

  /// Looks only while this is set.
  void wanted(bool is_wanted);
  /// Looks again at once.
  void look_again();
  /// Returns the path of the transcript with this name; none if there is none in the folders.
  std::optional<std::filesystem::path> transcript(const std::string& name) const;

 private:
  void run();
  void look();
  void tell();
  bool waits();
  void find_near();

  boost::asio::io_context& io_;
  const Places places_;
  const Take take_;
  match::PlayedMatches matches_;
  front::LobbyFacts facts_;
  std::vector<nlohmann::json> seats_;  ///< what the programs that run say
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool wanted_ = false, again_ = false;
  std::atomic<bool> stop_ = false;
  std::shared_ptr<int> alive_ = std::make_shared<int>();
  std::thread thread_;  ///< the last member: it uses the others
};

/// Returns the table of a running program by what it says (ui/seat/page.h, status_of); none if it
/// says something else.
std::optional<front::LobbyTable> table_of_status(const nlohmann::json& status);

}  // namespace fairdeal::lobby
