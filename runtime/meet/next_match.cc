#include "runtime/meet/next_match.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "runtime/state/charter.h"
#include "runtime/state/table.h"

namespace fairdeal::meet {

NextMatch next_match(const state::Table& table) {
  CHECK(table.over() && !table.rules_fault());
  NextMatch next{state::terms_of(table.charter()), {}};
  next.terms.params = rules::text(table.game().next_params());
  next.terms.continues = table.head();
  const std::size_t seats = next.terms.seats;
  for (std::size_t i = 0; i < seats; ++i)
    next.seats.push_back(table.charter().seats[(table.game().next_first().value + i) % seats]);
  return next;
}

proto::PublicKey next_host(const state::Table& table, const proto::PublicKey& host) {
  CHECK(table.over() && !table.rules_fault());
  const auto seats = static_cast<std::uint32_t>(table.charter().seats.size());
  const auto key_of = [&](Seat seat) { return table.charter().member(seat).key.public_key(); };
  const auto is_gone = [&](Seat seat) { return table.members().standing(seat).gone(); };
  for (std::uint32_t i = 0; i < seats; ++i)
    if (key_of(Seat(i)) == host && !is_gone(Seat(i))) return host;
  for (std::uint32_t i = 0; i < seats; ++i)
    if (const Seat seat((table.game().next_first().value + i) % seats); !is_gone(seat))
      return key_of(seat);
  return host;
}

std::string params_with_newcomers(const proto::Terms& terms, SeatSet newcomers) {
  if (newcomers.empty()) return terms.params;
  // A script carries nothing over for a seat.
  const auto game = state::start_game(terms);
  return game ? rules::text(game->newcomer_params(newcomers)) : terms.params;
}

bool differs_by_newcomers(const proto::Terms& shown, const proto::Terms& offered) {
  if (shown.continues == crypto::Digest{} || shown.params == offered.params) return false;
  const auto game = state::start_game(shown);
  if (!game) return false;
  for (std::uint32_t bits = 1; bits <= SeatSet::first(shown.seats).bits(); ++bits)
    if (rules::text(game->newcomer_params(SeatSet::of_bits(bits))) == offered.params) return true;
  return false;
}

Result<> check_next(const NextMatch& next, const proto::Terms& terms,
                    std::span<const proto::PublicKey> seats) {
  if (terms.continues != next.terms.continues)
    return fail(Fault::bad_parameters, "it goes on from another match");
  if (terms.module != next.terms.module || terms.module_version != next.terms.module_version ||
      terms.rules != next.terms.rules || terms.interpreter != next.terms.interpreter)
    return fail(Fault::bad_parameters, "it is another game than the match that it goes on from");
  if (terms.seats != next.terms.seats)
    return fail(Fault::bad_parameters, "it has other seats than the match that it goes on from");
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const auto seat = std::ranges::find(next.seats, seats[i],
                                        [](const auto& member) { return member.key.public_key(); });
    if (seat != next.seats.end() && seat != next.seats.begin() + static_cast<std::ptrdiff_t>(i))
      return fail(Fault::bad_parameters,
                  "seat " + std::to_string(i + 1) + " has not kept its place from the last match");
  }
  SeatSet newcomers;
  for (std::uint32_t i = 0; i < std::min(seats.size(), next.seats.size()); ++i)
    if (next.seats[i].key.public_key() != seats[i]) newcomers.insert(Seat(i));
  if (const auto params = params_with_newcomers(next.terms, newcomers); terms.params != params)
    return fail(Fault::bad_parameters, "its parameters are not those that the last match left: " +
                                           terms.params + ", not " + params);
  return {};
}

}  // namespace fairdeal::meet
