#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <thread>

#include <boost/asio/detached.hpp>
#include <boost/asio/write.hpp>

#include "tests/relay/client.h"

/// The tools of tests/lab/nats.sh beside the program:
///   relay_lab balance PORT TO TO   a balancer: its clients come to one of two relays, in turn
///   relay_lab claim PORT PORT      two who claim one box by two relays, again and again, until the
///                                  end of input; says how often it was held, and fails if by both
///   relay_lab claims-fail PORT     fails if a number can be claimed there
///   relay_lab trip PORT PORT       how long it takes from one relay through the other and back

namespace fairdeal::relay {
namespace {

using testing_::Client;
using Socket = std::shared_ptr<tcp::socket>;

// ---- balance

asio::awaitable<void> copy(Socket from, Socket to) {
  std::array<char, 16384> bytes;
  for (;;) {
    const auto [error, size] = co_await from->async_read_some(asio::buffer(bytes), kAwait);
    if (error) break;
    const auto [lost, unused] =
        co_await asio::async_write(*to, asio::buffer(bytes.data(), size), kAwait);
    if (lost) break;
  }
  error_code ignored;
  from->close(ignored);
  to->close(ignored);
}

asio::awaitable<void> serve(Socket client, std::array<std::uint16_t, 2> to) {
  for (const std::uint16_t port : to) {
    const auto relay = std::make_shared<tcp::socket>(client->get_executor());
    const auto [error] =
        co_await relay->async_connect({asio::ip::make_address("127.0.0.1"), port}, kAwait);
    if (error) continue;  // the other one
    asio::co_spawn(client->get_executor(), copy(client, relay), asio::detached);
    co_await copy(relay, client);
    co_return;
  }
}

asio::awaitable<void> accept(tcp::acceptor& acceptor, std::array<std::uint16_t, 2> to) {
  for (;;) {
    auto [error, socket] = co_await acceptor.async_accept(kAwait);
    if (error) continue;
    asio::co_spawn(acceptor.get_executor(),
                   serve(std::make_shared<tcp::socket>(std::move(socket)), to), asio::detached);
    std::swap(to[0], to[1]);
  }
}

int balance(std::uint16_t port, std::array<std::uint16_t, 2> to) {
  asio::io_context io(1);
  tcp::acceptor acceptor(io, {asio::ip::make_address("127.0.0.1"), port});
  asio::co_spawn(io, accept(acceptor, to), asio::detached);
  io.run();
  return 0;
}

// ---- claim

using Clock = std::chrono::steady_clock;

/// The time between the first answer by which one connection heard that it has the box, and the
/// last question that was answered so. A relay that gives a box up closes the connection of its
/// holder, so all that time the box was said to be this one's.
struct Hold {
  Clock::time_point from;
  Clock::time_point to;
};

enum class Told { held, refused, lost };

Told ask(Client& client, const proto::OpenBox& open) {
  client.say(open);
  const auto answer = client.message();
  if (!answer) return Told::lost;
  const auto message = proto::decode_relay(as_bytes(*answer));
  return message && std::holds_alternative<proto::Held>(*message) ? Told::held : Told::refused;
}

/// Claims the box through one connection until that ends. It holds the box from the answer on, over
/// some answers more, until it closes it.
void claim_until_lost(const std::atomic<bool>& over, std::vector<Hold>& holds, std::byte proof,
                      std::uint16_t port) {
  Client client(port);
  if (client.ask(Client::request()) != 101 || !client.message()) return;
  client.send(testing_::kControl);
  const proto::OpenBox open{proto::BoxId{std::byte{1}}, {proof}};
  while (!over) {
    const Told first = ask(client, open);
    if (first == Told::lost) return;
    if (first == Told::refused) continue;
    holds.push_back({.from = Clock::now(), .to = Clock::now()});
    for (int i = 0; i < 20; ++i) {
      const auto asked = Clock::now();
      if (ask(client, open) != Told::held) return;
      holds.back().to = asked;
    }
    client.say(proto::ClosePlace{open.box});
  }
}

/// Returns how many holds of one meet a hold of the other. Both are in the order of time.
std::size_t met(const std::vector<Hold>& one, const std::vector<Hold>& other) {
  return static_cast<std::size_t>(std::ranges::count_if(one, [&other](const Hold& hold) {
    const auto next = std::ranges::lower_bound(other, hold.from, {}, &Hold::to);
    return next != other.end() && next->from < hold.to;
  }));
}

int claim(std::array<std::uint16_t, 2> ports) {
  std::atomic<bool> over = false;
  std::array<std::vector<Hold>, 2> holds;
  std::array<std::thread, 2> threads;
  for (const std::size_t me : {0u, 1u})
    threads[me] = std::thread([&over, &held = holds[me], me, port = ports[me]] {
      while (!over) {
        try {
          claim_until_lost(over, held, static_cast<std::byte>(me + 1), port);
        } catch (const boost::system::system_error&) {  // its relay is down
        }
      }
    });
  std::string line;
  while (std::getline(std::cin, line)) continue;
  over = true;
  for (auto& thread : threads) thread.join();
  const std::size_t both = met(holds[0], holds[1]);
  std::printf("held %zu and %zu times, by both %zu times\n", holds[0].size(), holds[1].size(),
              both);
  return both == 0 && !holds[0].empty() && !holds[1].empty() ? 0 : 1;
}

int claims_fail(std::uint16_t port) {
  Client client(port);
  if (client.ask(Client::request()) != 101 || !client.message()) return 1;
  client.send(testing_::kControl);
  client.say(proto::Claim{.minutes = 20});
  return client.message() ? 1 : 0;
}

// ---- trip

int trip(std::array<std::uint16_t, 2> ports) {
  std::array<Client, 2> ends{Client(ports[0]), Client(ports[1])};
  crypto::SystemRng rng;
  std::string token(16, '\0');
  rng.fill(std::as_writable_bytes(std::span(token)));
  for (const std::size_t side : {0u, 1u}) {
    ends[side].come_in();
    ends[side].send(testing_::pipe_hello(token, static_cast<int>(side)));
  }
  for (Client& end : ends)
    if (end.message() != testing_::kBothAreThere) return 1;
  std::vector<std::int64_t> trips;
  const std::string piece(300, 'x');
  for (int i = 0; i < 2'000; ++i) {
    const auto start = Clock::now();
    ends[0].send(piece);
    if (ends[1].stream(piece.size()).size() != piece.size()) return 1;
    ends[1].send(piece);
    if (ends[0].stream(piece.size()).size() != piece.size()) return 1;
    using namespace std::chrono;
    trips.push_back(duration_cast<microseconds>(Clock::now() - start).count());
  }
  std::ranges::sort(trips);
  std::printf("round trip: median %lld us, 99 of 100 within %lld us\n",
              static_cast<long long>(trips[trips.size() / 2]),
              static_cast<long long>(trips[trips.size() * 99 / 100]));
  return 0;
}

}  // namespace
}  // namespace fairdeal::relay

int main(int count, char** arguments) {
  using namespace fairdeal::relay;
  std::vector<std::uint16_t> ports;
  for (int i = 2; i < count; ++i)
    ports.push_back(static_cast<std::uint16_t>(std::atoi(arguments[i])));
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "balance" && ports.size() == 3) return balance(ports[0], {ports[1], ports[2]});
  if (what == "claim" && ports.size() == 2) return claim({ports[0], ports[1]});
  if (what == "claims-fail" && ports.size() == 1) return claims_fail(ports[0]);
  if (what == "trip" && ports.size() == 2) return trip({ports[0], ports[1]});
  return 2;
}
