#pragma once

#include <filesystem>
#include <optional>

#include "apps/commands.h"
#include "apps/web_server.h"

namespace fairdeal::apps {

/// Returns whether there is a desktop on which a browser can be opened.
bool has_desktop();

/// The server of a person's page, and the file by which the person's browser was led to it.
class OpenedPage {
 public:
  /// Opens the page's port, unless the options want no page, and the person's browser, if they want
  /// that and there is a desktop. `folder` is for a file of the user's own: so no other user sees
  /// the token in a list of processes. Requires: this process may still run other programs.
  static tl::expected<std::optional<OpenedPage>, Failure> open(const PageOptions& options,
                                                               const std::filesystem::path& folder);
  OpenedPage(OpenedPage&& other) noexcept;
  OpenedPage& operator=(OpenedPage&&) = delete;
  ~OpenedPage();

  WebServer& server() { return server_; }

 private:
  explicit OpenedPage(WebServer server) : server_(std::move(server)) {}
  void lead_browser(const std::filesystem::path& folder);

  WebServer server_;
  std::filesystem::path file_;
};

}  // namespace fairdeal::apps
