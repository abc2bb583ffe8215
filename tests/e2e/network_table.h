#pragma once

#include <functional>
#include <set>

#include "tests/e2e/process.h"
#include "tests/e2e/proxy.h"

namespace fairdeal::e2e {

/// The game, and the number of players.
struct Match {
  const char* game;
  const char* params;
  std::size_t seats;
  std::size_t witnesses;

  std::size_t members() const { return seats + witnesses; }
};
std::ostream& operator<<(std::ostream& out, const Match& match);

/// Waits of a few seconds, where nobody is to be waited for long.
extern const std::vector<std::string> kHaste;

/// A table of real processes that reach each other through lines of a proxy: the host by a line for
/// each who joins, every other seat by one line. Bots play, but for those who are persons.
class NetworkTable : public Sandbox {
 protected:
  using Arguments = std::vector<std::string>;

  struct Member {
    std::string name;
    std::unique_ptr<Process> process{};
    std::optional<Ended> ended{};  ///< the process that is gone, if none is there
    std::string said_before{};     ///< on standard error, by its processes that are gone
  };

  explicit NetworkTable(std::uint64_t seed = 7) : proxy_(seed) {}

  /// All sit down; `faults` says how each line is, by its name: "Bob-Ann", or "-Bob" for the one by
  /// which those after him call Bob.
  void sit_down(const Match& match, const std::function<Faults(const std::string&)>& faults,
                const Arguments& terms = {});
  /// Whom no bot plays when it is started next: a person, who thinks until the test types.
  void is_person(const std::string& name) { persons_.insert(name); }
  void is_bot(const std::string& name) { persons_.erase(name); }

  void kill(std::size_t i);
  void resume(std::size_t i, const Arguments& more = {});
  /// Where a member keeps its table.
  fs::path data(std::size_t i) const { return folder_ / members_[i].name; }
  /// The ends of all processes that are there, for Proxy::wait_for_bytes.
  std::vector<int> ends() const;
  Ended& end(std::size_t i);

  /// All but those that were killed end in one head, each with a transcript that is VALID; nobody
  /// is convicted or accused but perhaps these.
  void expect_one_end(const std::set<std::size_t>& may_be_convicted = {});
  /// The same, and of all members these are gone, and no others.
  void expect_good_end(const Json& gone = Json::array());
  std::string what_happened() const;

  std::unique_ptr<Process> member(const std::string& name, Arguments arguments);

  int timeout_s_ = 120;  ///< after which a member gives up waiting for the others
  Proxy proxy_;
  std::vector<Member> members_;

 private:
  std::string line(const std::string& name, std::uint16_t to, const Faults& faults) {
    return proxy_.line(name, to, faults).text();
  }
  std::set<std::string> persons_;
};

}  // namespace fairdeal::e2e
