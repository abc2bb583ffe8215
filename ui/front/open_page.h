#pragma once

#include <filesystem>
#include <optional>

#include "ui/front/page_display.h"
#include "ui/front/page_options.h"
#include "ui/front/web_server.h"
#include "ui/words/report.h"

namespace fairdeal::front {

/// Returns whether there is a desktop on which a browser can be opened.
bool has_desktop();

/// The server of a person's page, and the file by which the person's browser was led to it.
class OpenedPage final : public PageDisplay {
 public:
  /// Opens the page's port, and the person's browser, if the options want that and there is a
  /// desktop. `folder` is for a file of the user's own: so no other user sees the token in a list
  /// of processes. Requires: this process may still run other programs.
  static tl::expected<std::unique_ptr<PageDisplay>, words::Failure> open(
      const PageOptions& options, const std::filesystem::path& folder);
  OpenedPage(const OpenedPage&) = delete;
  ~OpenedPage() override;

  void show(boost::asio::io_context& io, Page& page) override;
  void changed() override { server_.changed(); }
  std::size_t viewers() const override { return server_.pages(); }
  void stop(std::function<void()> then) override { server_.stop(std::move(then)); }
  std::string address() const override { return server_.address() + fragment_; }
  std::string fresh_address() override;

 private:
  explicit OpenedPage(WebServer server) : server_(std::move(server)) {}
  void lead_browser(const std::filesystem::path& folder);

  WebServer server_;
  std::filesystem::path file_;
  std::string fragment_;  ///< of the address: what the page does first
};

/// Opens what the options want: a page in the browser, the whole terminal, lines for a program, or
/// nothing (null).
tl::expected<std::unique_ptr<PageDisplay>, words::Failure> open_display(
    const PageOptions& options, const std::filesystem::path& folder);

}  // namespace fairdeal::front
