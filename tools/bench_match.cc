#include "tools/bench_match.h"

#include <algorithm>
#include <csignal>
#include <poll.h>

namespace fairdeal::tools {

namespace fs = std::filesystem;
using Json = nlohmann::json;

BenchMatch::~BenchMatch() {
  peers_.clear();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

bool BenchMatch::play() {
  const std::string params = R"({"stack":1000000,"hands":)" + std::to_string(hands_) + "}";
  start({"host", "holdem", "--seats", std::to_string(seats_), "--params", params});
  while (std::ranges::any_of(peers_, [](const Peer& p) { return p.child->events_fd() >= 0; }))
    listen();
  return std::ranges::all_of(peers_,
                             [](Peer& p) { return p.child->wait() == 0 && !p.finished.is_null(); });
}

void BenchMatch::start(std::vector<std::string> arguments) {
  const std::string seat = std::to_string(peers_.size());
  const fs::path home = folder_ / seat;
  home::make_private_folder(home);
  arguments.insert(
      arguments.end(),
      {"--listen", "127.0.0.1:0", "--nickname", "Player " + seat, "--identity",
       (home / "identity").string(), "--data", home.string(), "--transcript",
       (folder_ / (seat + ".fdt")).string(), "--bot", "simple", "--bot-seed", seat, "--quiet"});
  peers_.push_back({std::make_unique<home::Child>(std::move(arguments), home::Child::Streams::none),
                    {},
                    {},
                    {}});
}

void BenchMatch::listen() {
  std::vector<pollfd> waiting;
  for (const Peer& peer : peers_) waiting.push_back({peer.child->events_fd(), POLLIN, 0});
  if (::poll(waiting.data(), waiting.size(), -1) < 0) return;
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
    for (const std::string& line : peers_[i].child->read_events()) take(i, Json::parse(line));
  }
}

void BenchMatch::take(std::size_t seat, const Json& event) {
  const std::string type = event.at("type");
  if (type == "listening" && seat == 0) address_ = event.at("address");
  const bool next_may_come = type == "gathering" && seat == 0 && event.at("here") == peers_.size();
  if (next_may_come && peers_.size() < seats_) start({"join", address_, "--accept"});
  if (type == "begin") peers_[seat].begin = event;
  if (type == "step") peers_[seat].steps.push_back(event);
  if (type == "finished") peers_[seat].finished = event;
  if (type == "failed")
    for (Peer& peer : peers_) peer.child->signal(SIGTERM);
}

}  // namespace fairdeal::tools
