#include "net/sockets/resolver.h"

#include <future>
#include <list>
#include <optional>

#include <gtest/gtest.h>

#include "net/channel/limits.h"

/// Names are looked up, and a look-up that takes for ever holds up nobody.

namespace fairdeal::sockets {
namespace {

using Found = Resolver::Found;

/// A name server that answers when the test lets it.
struct SilentServer {
  ~SilentServer() { answers.set_value(); }
  Resolver::LookUp look_up() {
    return [until = until](const std::string&, std::uint16_t port) -> Found {
      until.wait();
      return Found(error_code(), {tcp::endpoint(asio::ip::make_address("192.0.2.1"), port)});
    };
  }
  std::promise<void> answers;
  std::shared_future<void> until = answers.get_future();
};

void begin(asio::io_context& io, Resolver& resolver, const std::string& host,
           std::optional<Found>& found) {
  asio::co_spawn(
      io,
      [](Resolver& asked, const std::string& name, std::optional<Found>& to)
          -> asio::awaitable<void> { to = co_await asked.look_up(name, 7); }(resolver, host, found),
      rethrow);
}

TEST(ResolverTest, FindsNamesAndAddresses) {
  asio::io_context io;
  Resolver resolver(io.get_executor());
  for (const std::string host : {"localhost", "127.0.0.1", "::1"}) {
    std::optional<Found> found;
    begin(io, resolver, host, found);
    io.run();
    io.restart();
    ASSERT_TRUE(found && !std::get<0>(*found)) << host;
    ASSERT_FALSE(std::get<1>(*found).empty());
    EXPECT_TRUE(std::get<1>(*found)[0].address().is_loopback());
    EXPECT_EQ(std::get<1>(*found)[0].port(), 7);
  }
}

TEST(ResolverTest, ANameThatCannotBeIsNotFound) {
  asio::io_context io;
  Resolver resolver(io.get_executor());
  const std::string host = "not a name..";
  std::optional<Found> found;
  begin(io, resolver, host, found);
  io.run();
  ASSERT_TRUE(found);
  EXPECT_TRUE(std::get<0>(*found));
}

TEST(ResolverTest, WhatIsCancelledEndsAtOnceThoughNobodyAnswers) {
  SilentServer server;
  asio::io_context io;
  Resolver resolver(io.get_executor(), server.look_up());
  const std::string host = "relay.example.org";
  std::optional<Found> found;
  begin(io, resolver, host, found);
  io.poll();
  EXPECT_FALSE(found);
  resolver.cancel();
  io.run();
  ASSERT_TRUE(found);
  EXPECT_EQ(std::get<0>(*found), asio::error::operation_aborted);
}

TEST(ResolverTest, TheEndDoesNotWaitForWhoDoesNotAnswer) {
  SilentServer server;
  const std::string host = "relay.example.org";
  std::optional<Found> found;
  {
    asio::io_context io;
    Resolver resolver(io.get_executor(), server.look_up());
    begin(io, resolver, host, found);
    io.poll();
  }
  EXPECT_FALSE(found);
}

TEST(ResolverTest, SoManyLookUpsAreUnderWayAtATime) {
  SilentServer server;
  asio::io_context io;
  const std::string host = "relay.example.org";
  std::list<Resolver> resolvers;
  std::list<std::optional<Found>> found;
  for (int i = 0; i < net::kLookUpsMax + 2; ++i)
    begin(io, resolvers.emplace_back(io.get_executor(), server.look_up()), host,
          found.emplace_back());
  io.poll();
  EXPECT_FALSE(found.front());
  ASSERT_TRUE(found.back());
  EXPECT_EQ(std::get<0>(*found.back()), asio::error::host_not_found_try_again);
}

}  // namespace
}  // namespace fairdeal::sockets
