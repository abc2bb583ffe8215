#include "tools/bench.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "rules/json_full.h"
#include "tools/bench_audit.h"
#include "tools/bench_cards.h"
#include "tools/bench_games.h"
#include "tools/bench_match.h"
#include "tools/bench_players.h"
#include "tools/bench_table.h"

namespace fairdeal::tools {

namespace {

int run_bench_games(const words::Output& output) {
  output.note("Measuring the rules, about a second each");
  words::Json document = bench_games(1'000);
  document["v"] = 1;
  output.result(document);
  constexpr std::pair<const char*, const char*> kTables[] = {
      {"playouts_per_second", " random playouts/s\n"},
      {"perft_nodes_per_second", " perft nodes/s\n"},
      {"poker_per_second", "/s\n"}};
  std::string text;
  for (const auto& [table, unit] : kTables)
    for (const auto& [name, value] : document.at(table).items()) {
      std::string line = name;
      line.resize(24, ' ');
      text += line + value.dump() + unit;
    }
  text.pop_back();
  output.result(text);
  return 0;
}

std::string rounded(const words::Json& figure) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(2) << figure.get<double>();
  return out.str();
}

int run_bench_audit(const BenchOptions& options, const words::Output& output) {
  std::optional<BenchMatch> match;
  if (options.file.empty()) {
    const std::size_t seats = options.seats.value_or(6);
    const int hands = options.hands.value_or(20);
    output.note("Playing " + std::to_string(hands) + " hands of hold'em with " +
                std::to_string(seats) + " processes");
    match.emplace(seats, hands);
    if (!match->play())
      return output.failed({words::Exit::internal, "peer_failed", "A seat's process failed.", {}});
  }
  const auto runs = static_cast<std::size_t>(options.runs.value_or(5));
  output.note("Auditing it " + std::to_string(runs) + " times");
  const auto measured =
      bench_audit(match ? match->transcript() : std::filesystem::path(options.file), runs);
  if (!measured)
    return output.failed(words::failure_of(measured.error(), "Could not measure the audit"));
  words::Json document = *measured;
  document["v"] = 1;
  output.result(document);
  const auto text = [&](const char* path) {
    const words::Json& figure = document.at(words::Json::json_pointer(path));
    return figure.is_number_float() ? rounded(figure) : figure.dump();
  };
  output.result("audit               " + text("/milliseconds/audit") + " ms\n  signatures        " +
                text("/milliseconds/signatures") + " ms, " + text("/signatures") +
                " of them\n  proofs            " + text("/milliseconds/proofs") +
                " ms\nhands/s             " + text("/hands_per_second") + "\nrecords/s           " +
                text("/records_per_second") + "\nyardstick           " + text("/yardstick_us") +
                " µs (libsodium's ristretto255 multiplication)");
  return 0;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

int run_bench_cards(const BenchOptions& options, const words::Output& output) {
  const auto runs = static_cast<std::size_t>(options.runs.value_or(21));
  output.note("Measuring the card protocol, " + std::to_string(runs) + " runs of each piece");
  words::Json document = bench_cards(runs);
  document["v"] = 1;
  output.result(document);
  std::string text;
  const words::Json figures = document.at("microseconds").flatten(),
                    relative = document.at("relative").flatten();
  for (const auto& [name, value] : figures.items())
    text += padded(name.substr(1), 26) + padded(rounded(value) + " µs", 16) +
            rounded(relative.at(name)) + " multiplications\n";
  for (const auto& [name, value] : document.at("bytes").items())
    text += padded(name, 26) + value.dump() + " bytes\n";
  text += padded("one multiplication", 26) + rounded(document.at("yardstick_us")) +
          " µs (libsodium's ristretto255 multiplication)";
  output.result(text);
  return 0;
}

int run_bench_players(const BenchOptions& options, const words::Output& output) {
  const auto positions = static_cast<std::size_t>(options.runs.value_or(21));
  output.note("Measuring how long players think, in " + std::to_string(positions) +
              " positions of each game");
  words::Json document = bench_players(positions);
  document["v"] = 1;
  output.result(document);
  std::string text;
  for (const words::Json& row : document.at("players")) {
    const bool by_depth = row.contains("plies");
    const words::Json& figure = row.at("microseconds");
    text += padded(row.at("game"), 16) + padded(row.at("player"), 12) +
            padded(row.at(by_depth ? "plies" : "simulations").dump(), 4) +
            (by_depth ? "plies        " : "simulations  ") +
            (figure.is_null() ? "failed" : rounded(figure) + " µs a move") + "\n";
  }
  text.pop_back();
  output.result(text);
  return 0;
}

}  // namespace

int run_bench(const BenchOptions& options, const words::Output& output) {
  if (options.what == "table") return run_bench_table(options, output);
  if (options.what == "playouts") return run_bench_games(output);
  if (options.what == "players") return run_bench_players(options, output);
  if (options.what == "audit") return run_bench_audit(options, output);
  return run_bench_cards(options, output);
}

}  // namespace fairdeal::tools
