#pragma once

#include <functional>
#include <optional>

#include "tests/e2e/process.h"
#include "tests/e2e/web_client.h"

/// A table whose host plays at a page.
namespace fairdeal::e2e {

class Web : public E2e {
 protected:
  std::unique_ptr<Process> seat(const std::string& name, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--nickname", name, "--identity", folder_ / (name + ".id"),
                                       "--data", folder_ / name, "--json"});
    return start(arguments);
  }
  /// Opens a table whose host plays at a page.
  void host(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"host",          "--listen", "127.0.0.1:0",
                                       "--no-announce", "--web",    "--no-open"};
    arguments.insert(arguments.begin() + 1, more.begin(), more.end());
    ann_ = seat("Ann", arguments);
    web_.emplace(ann_->said("Open "));
    const std::string rest = ann_->said("The table is open at ");
    address_ = rest.substr(0, rest.find(". "));
  }
  std::unique_ptr<Process> join(std::vector<std::string> more) {
    more.insert(more.begin(), {"join", address_, "--listen", "127.0.0.1:0"});
    return seat("Bob", more);
  }
  static PageSocket page(const WebAddress& web, const std::string& cookie) {
    return {web, {cookie}, "http://" + web.host()};
  }

  std::unique_ptr<Process> ann_;
  std::optional<WebAddress> web_;
  std::string address_;
};

/// Reads states until one is as `wanted` says, and returns it; collects the lines.
inline Json state_when(PageSocket& page, const std::function<bool(const Json&)>& wanted,
                       std::vector<std::string>* lines = nullptr) {
  for (;;) {
    const Json message = page.read();
    if (message.is_null()) {
      ADD_FAILURE() << "the page's connection has ended, " << page.close_code();
      return Json::object();
    }
    EXPECT_EQ(message.at("v"), 1);
    if (lines != nullptr && message.contains("lines"))
      for (const Json& line : message["lines"]) lines->push_back(line.at("text"));
    if (message.contains("state") && wanted(message["state"])) return message["state"];
  }
}

inline bool is_to_move(const Json& state) { return !state.at("moves").empty(); }
inline bool has_ended(const Json& state) { return state.at("phase") == "ended"; }

inline void choose(PageSocket& page, const Json& state, std::size_t i = 0) {
  page.say({{"v", 1}, {"step", state.at("step")}, {"move", state.at("moves").at(i).at("move")}});
}

/// Plays the first legal move, as long as there is one. Returns the last state.
inline Json play_on(PageSocket& page) {
  std::uint64_t played = UINT64_MAX;
  for (;;) {
    const Json state = state_when(page, [&](const Json& now) {
      return has_ended(now) || (is_to_move(now) && now.at("step") != played);
    });
    if (state.empty() || has_ended(state)) return state;
    choose(page, state);
    played = state.at("step");
  }
}

}  // namespace fairdeal::e2e
