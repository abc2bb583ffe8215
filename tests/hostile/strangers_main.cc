#include <cstdio>
#include <cstdlib>

#include "net/sockets/asio.h"
#include "tests/hostile/strangers.h"

/// `fairdeal-strangers HOST:PORT [SECONDS]`: calls a port as strangers do, for as long as it is
/// told (ten seconds), and says once a second what came of it.
int main(int argc, char** argv) {
  using namespace fairdeal;
  const auto target = argc >= 2 ? fairdeal::sockets::Address::parse(argv[1])
                                : Result<fairdeal::sockets::Address>(fail(Fault::not_canonical));
  const int seconds = argc >= 3 ? std::atoi(argv[2]) : 10;
  if (!target || seconds <= 0) {
    std::fprintf(stderr, "Usage: fairdeal-strangers HOST:PORT [SECONDS]\n");
    return 2;
  }
  hostile::Strangers strangers(*target, {}, 1);
  fairdeal::asio::io_context io;
  fairdeal::asio::steady_timer second(io, std::chrono::steady_clock::now());
  for (int i = 1; i <= seconds; ++i) {
    second.expires_at(second.expiry() + std::chrono::seconds(1));
    second.wait();
    const auto counts = strangers.counts();
    std::printf("%d s: %llu calls, %llu handshakes, %llu pieces of garbage, %llu closed\n", i,
                static_cast<unsigned long long>(counts.calls),
                static_cast<unsigned long long>(counts.established),
                static_cast<unsigned long long>(counts.garbage),
                static_cast<unsigned long long>(counts.refused));
    std::fflush(stdout);
  }
}
