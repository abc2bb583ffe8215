#include "net/mesh/peer_links.h"

#include <utility>

namespace fairdeal::mesh {
namespace {

Error second_at_once() {
  return {.fault = Fault::not_wanted, .about = "a second connection at once"};
}

}  // namespace

bool PeerLinks::has(const std::optional<Number>& link,
                    const std::optional<channel::LinkId>& id) const {
  return link && id && links_.at(*link).id == *id;
}

PeerLinks::Effects PeerLinks::on_established(Number link, const channel::LinkId& id,
                                             channel::Rung rung) {
  links_.emplace(link, OneLink{.id = id, .rung = rung});
  if (decides_) return {};
  // During a handover the proposal names the old connection: as long as the other side has it, too,
  // it refuses a second upgrade.
  const auto up = handover_ ? std::optional(handover_->from) : current_;
  return {SayWelcome{link, up ? std::optional(links_.at(*up).id) : std::nullopt}};
}

PeerLinks::Effects PeerLinks::on_welcomed(Number link,
                                          const std::optional<channel::LinkId>& replaces,
                                          Instant now) {
  if (!decides_) return {};
  if (handover_ && (has(current_, replaces) || has(handover_->from, replaces)))
    return {RefuseLink{link, second_at_once()}};
  if (has(current_, replaces)) {
    if (links_.at(link).rung < links_.at(*current_).rung) return {SayWelcome{link, replaces}};
    return {RefuseLink{link, second_at_once()}};
  }
  if (current_ && now - chosen_at_ < twin_age_) return {RefuseLink{link, second_at_once()}};
  return {SayWelcome{link, std::nullopt}};
}

PeerLinks::Effects PeerLinks::on_opened(Number link, const std::optional<channel::LinkId>& replaces,
                                        Instant now) {
  Effects effects;
  if (replaces) {
    if (handover_ || !has(current_, replaces))
      return {
          RefuseLink{link, {.fault = Fault::incomplete, .about = "the connection to be replaced"}}};
    handover_ = Handover{.from = *std::exchange(current_, link), .deadline = now + handover_max_};
    chosen_at_ = now;
    effects.emplace_back(SendHandover{handover_->from});
    if (links_.at(handover_->from).handed_over) complete(effects);
    return effects;
  }
  if (current_) {
    close_all(effects);
    effects.emplace_back(
        Down{{.fault = Fault::not_wanted, .about = "the connection before a newer one"}});
  }
  current_ = link;
  chosen_at_ = now;
  effects.emplace_back(Up{});
  return effects;
}

PeerLinks::Effects PeerLinks::on_handed_over(Number link) {
  Effects effects;
  links_.at(link).handed_over = true;
  if (handover_ && handover_->from == link) complete(effects);
  return effects;
}

PeerLinks::Effects PeerLinks::on_end(Number link, const Error& why) {
  Effects effects;
  links_.erase(link);
  const bool is_current = current_ == link;
  const bool is_old = handover_ && handover_->from == link;
  if (is_current) current_.reset();
  if (is_old) handover_.reset();
  if (!is_current && !is_old) return effects;
  close_all(effects);
  effects.emplace_back(Down{why});
  return effects;
}

PeerLinks::Effects PeerLinks::on_time(Instant now) {
  Effects effects;
  if (now < deadline()) return effects;
  close_all(effects);
  effects.emplace_back(
      Down{{.fault = Fault::incomplete, .about = "a handover that took too long"}});
  return effects;
}

void PeerLinks::complete(Effects& effects) {
  const Number old = std::exchange(handover_, std::nullopt)->from;
  links_.erase(old);
  effects.emplace_back(FinishLink{old});
  effects.emplace_back(Moved{links_.at(*current_).rung});
  effects.emplace_back(ReleaseLink{*current_});
}

void PeerLinks::close_all(Effects& effects) {
  const auto close = [&](Number link) {
    links_.erase(link);
    effects.emplace_back(CloseLink{link});
  };
  if (handover_) close(handover_->from);
  if (current_) close(*current_);
  handover_.reset();
  current_.reset();
}

}  // namespace fairdeal::mesh
