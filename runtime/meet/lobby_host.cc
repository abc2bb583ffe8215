#include <algorithm>

#include "proto/codec.h"
#include "proto/key_words.h"
#include "proto/name.h"
#include "runtime/meet/lobby.h"

namespace fairdeal::meet {

bool is_called(const std::string& who, const std::string& nickname, const proto::PublicKey& key) {
  if (proto::name_problem(who).empty() && proto::same_name(who, nickname)) return true;
  const std::string words = proto::key_words(key, proto::kKeyWordsToDecide);
  return !who.empty() && (words + " ").starts_with(who + " ");
}

namespace {

/// Returns the only key in `meant`. Errors: bad_parameters (there is none, or several).
Result<proto::PublicKey> only(const std::vector<proto::PublicKey>& meant, const std::string& who) {
  if (meant.empty()) return fail(Fault::bad_parameters, "nobody here is called '" + who + "'");
  if (meant.size() > 1)
    return fail(Fault::bad_parameters,
                "several are called '" + who + "': name one by its key words");
  return meant.front();
}

}  // namespace

Result<LobbyEffects> HostLobby::start(Instant now) {
  if (!proposed_.empty()) return fail(Fault::bad_parameters, "the terms are proposed already");
  LobbyEffects out;
  if (evening_) {
    FD_TRY(propose_next(now, out));
    return out;
  }
  if (!full()) return fail(Fault::bad_parameters, "the table begins when all seats are taken");
  propose(now, out);
  return out;
}

Result<LobbyEffects> HostLobby::answer(const std::string& who, bool yes, Instant now) {
  latest_ = now;
  std::vector<proto::PublicKey> meant;
  for (const Visitor& visitor : visitors_)
    if (visitor.waits && is_called(who, visitor.join.nickname, visitor.key))
      meant.push_back(visitor.key);
  const auto waits = [&](const proto::PublicKey& key) {
    return std::ranges::any_of(visitors_, [&](const auto& v) { return v.key == key && v.waits; });
  };
  if (evening_)
    for (const Asked& asked : evening_->asked)
      if (is_called(who, nickname(asked.order.key), asked.order.key))
        meant.push_back(asked.order.key);
  FD_TRY(const proto::PublicKey key, only(meant, who));
  if (!waits(key)) {
    const auto asked =
        std::ranges::find(evening_->asked, key, [](const Asked& one) { return one.order.key; });
    return answer_order(Asked(*asked), yes);
  }
  LobbyEffects out;
  const Visitor visitor = *std::ranges::find(visitors_, key, &Visitor::key);
  out.news.push_back({.what = LobbyNews::What::answered,
                      .nickname = visitor.join.nickname,
                      .key = key,
                      .let_in = yes});
  if (!yes) {
    send_away(key, proto::Refusal::not_invited, kSaidNo, now, out);
    return out;
  }
  admission_.let_in(key);
  if (auto fits = let_in(key, visitor.origin, visitor.join, now, out); !fits) {
    send_away(key, proto::Refusal::full, fits.error().about, now, out);
    return out;
  }
  go_on_after_answer(now, out);
  return out;
}

Result<LobbyEffects> HostLobby::kick(const std::string& who, Instant now) {
  if (formed_) return fail(Fault::bad_parameters, "the table has begun");
  latest_ = now;
  std::vector<proto::PublicKey> meant;
  for (const Guest& guest : std::span(members_).subspan(1))
    if (is_called(who, guest.member.nickname, guest.member.key)) meant.push_back(guest.member.key);
  for (const Visitor& visitor : visitors_)
    if (is_called(who, visitor.join.nickname, visitor.key)) meant.push_back(visitor.key);
  FD_TRY(const proto::PublicKey key, only(meant, who));
  LobbyEffects out;
  out.news.push_back({LobbyNews::What::kicked, nickname(key), key});
  admission_.bar(key);
  renew_secret();
  send_away(key, proto::Refusal::kicked, "the host has sent you away from this table", now, out);
  return out;
}

}  // namespace fairdeal::meet
