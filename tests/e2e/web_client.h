#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// A browser, as far as a page server can tell: requests, and a page's WebSocket.
namespace fairdeal::e2e {

/// The answer to a request, up to the end of its connection.
struct WebReply {
  int status = 0;  ///< 0: nothing came
  std::string head, body;
  /// Returns a header's value; "" if there is none.
  std::string header(const std::string& name) const;
};

/// The address that a program printed.
struct WebAddress {
  explicit WebAddress(const std::string& printed);
  std::string host() const { return "127.0.0.1:" + std::to_string(port); }
  std::uint16_t port = 0;
  std::string target;  ///< with the token
  std::string key;     ///< of the page, once web_enter was called
  /// Returns a path of this program that asks for the page's key.
  std::string keyed(const std::string& path) const { return path + "?key=" + key; }
};

/// Sends these bytes as they are, and reads until the other side closes.
WebReply web_exchange(std::uint16_t port, const std::string& bytes);
/// Sends a GET with these lines besides its own Host.
WebReply web_get(const WebAddress& address, const std::string& target,
                 const std::vector<std::string>& headers = {});
/// Enters by the token, and keeps the page's key; returns the line with the cookie that a browser
/// then sends.
std::string web_enter(WebAddress& address);

/// Connections on which nothing is said but `begins`.
class IdleConnections {
 public:
  IdleConnections(std::uint16_t port, std::size_t count, const std::string& begins = "");
  ~IdleConnections();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A page's connection.
class PageSocket {
 public:
  /// Connects with the key of the address; `headers` are as those of web_get.
  PageSocket(const WebAddress& address, const std::vector<std::string>& headers,
             const std::string& origin);
  ~PageSocket();
  PageSocket(PageSocket&&) noexcept;

  /// The status of the answer: 101 if this is a page's connection now.
  int status() const;
  /// Reads the next message; null once the connection has ended.
  nlohmann::json read();
  void say(const std::string& text, bool binary = false);
  void say(const nlohmann::json& message) { say(message.dump()); }
  /// The code with which the other side closed; 0 if it did not.
  int close_code() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fairdeal::e2e
