#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "rules/json_full.h"
#include "ui/home/child.h"
#include "ui/home/private_files.h"

namespace fairdeal::tools {

/// A match of hold'em among bots. Every seat is a process of its own on this machine, connected
/// over loopback. The destructor deletes the match's files.
class BenchMatch {
 public:
  /// The process of one seat, with the events that it reported.
  struct Peer {
    std::unique_ptr<home::Child> child;
    nlohmann::json begin = nullptr, finished = nullptr;
    std::vector<nlohmann::json> steps;
  };

  BenchMatch(std::size_t seats, int hands) : seats_(seats), hands_(hands) {}
  ~BenchMatch();
  BenchMatch(const BenchMatch&) = delete;
  BenchMatch& operator=(const BenchMatch&) = delete;

  /// Runs the match to its end. Returns false if a peer failed.
  bool play();
  const std::vector<Peer>& peers() const { return peers_; }
  /// Returns the path of seat 0's transcript.
  std::filesystem::path transcript() const { return folder_ / "0.fdt"; }

 private:
  void start(std::vector<std::string> arguments);
  void listen();
  void take(std::size_t seat, const nlohmann::json& event);

  std::size_t seats_;
  int hands_;
  std::filesystem::path folder_ = home::make_temporary_folder();
  std::string address_;
  std::vector<Peer> peers_;
};

}  // namespace fairdeal::tools
