#include "net/session/impl.h"
#include "net/sockets/clock.h"

namespace fairdeal::session {

using crypto::PublicKey;

Session::Session(asio::io_context& io, Config config, Watcher& watcher)
    : impl_(std::make_shared<Impl>(io, std::move(config), watcher)) {}
Session::~Session() { impl_->stop(); }
void Session::start() { impl_->start(); }
void Session::stop() { impl_->stop(); }
std::optional<sockets::HeldPort> Session::take_port() {
  impl_->stop();
  return std::exchange(impl_->config.port, {});
}
const node::Node* Session::node() const { return impl_->node(); }
std::uint64_t Session::bytes_sent() const { return impl_->bytes_sent; }
std::optional<PublicKey> Session::host() const {
  return impl_->member ? impl_->member->maker() : std::nullopt;
}
std::string Session::address_of(Seat seat) const {
  if (!impl_->member || seat.value >= impl_->member->addresses().size()) return "";
  return impl_->member->addresses()[seat.value];
}
std::string Session::store() const { return impl_->store_path; }
std::string Session::transcript() const {
  return impl_->transcript ? impl_->transcript->path() : "";
}

// ---- A guest's person

namespace {

/// Returns what the lobby of a guest says; null at a host, or before the host has answered.
const meet::GuestLobby* guest_of(const party::Gathering* gathering) {
  return gathering != nullptr ? gathering->guest() : nullptr;
}

}  // namespace

void Session::agree() {
  if (impl_->member) impl_->perform(impl_->member->agree());
}
void Session::run_script() {
  if (impl_->member) impl_->perform(impl_->member->run_script());
}
std::string Session::script_text() const {
  const auto* guest = guest_of(impl_->gathering());
  return guest != nullptr ? guest->script_text() : std::string();
}
const proto::Gathering* Session::lacked() const {
  const auto* guest = guest_of(impl_->gathering());
  return guest != nullptr && guest->lacked() ? &*guest->lacked() : nullptr;
}
bool Session::is_started() const {
  const auto* guest = guest_of(impl_->gathering());
  return guest != nullptr && guest->proposed();
}
void Session::decline(const std::string& why) {
  if (impl_->member) impl_->perform(impl_->member->decline(why));
}

// ---- A host's person

Result<> Session::start_table() { return impl_->told(impl_->member->start_table(sockets::now())); }
Result<> Session::answer(const std::string& who, bool yes) {
  return impl_->told(impl_->member->answer(who, yes, sockets::now()));
}
Result<> Session::kick(const std::string& who) {
  return impl_->told(impl_->member->kick(who, sockets::now()));
}
Result<> Session::order_chips(proto::Chips chips) {
  return impl_->told(impl_->member->order_chips(chips, sockets::now()));
}
Result<> Session::cash_out() { return impl_->told(impl_->member->cash_out()); }
bool Session::goes_on_as_seen() const {
  const auto* gathering = impl_->gathering();
  return gathering != nullptr && !gathering->is_host() && gathering->guest()->goes_on_as_seen();
}
std::optional<meet::EveningMemory> Session::evening_memory() const {
  const auto* gathering = impl_->gathering();
  if (gathering == nullptr || gathering->is_host()) return {};
  return gathering->guest()->memory();
}
Duration Session::alarm_played() const {
  return impl_->node()->parts().alarm.played(sockets::now());
}
std::vector<proto::Order> Session::own_orders() const {
  const auto* gathering = impl_->gathering();
  if (gathering == nullptr || gathering->is_host()) return {};
  return gathering->guest()->orders();
}
std::vector<meet::Newcomer> Session::newcomers() const {
  const auto* gathering = impl_->gathering();
  if (gathering == nullptr || !gathering->is_host()) return {};
  return gathering->host()->newcomers();
}
void Session::close_evening() {
  if (impl_->member) impl_->perform(impl_->member->close_evening(sockets::now()));
}
Result<> Session::renew_code() {
  const bool gathers = impl_->member && impl_->member->is_host() && node() == nullptr;
  if (!gathers || !impl_->rendezvous || impl_->config.code_words == 0)
    return fail(Fault::bad_parameters, "this table has no code");
  impl_->rendezvous->renew_code();
  return {};
}

// ---- A member's person

Result<> Session::act(const rules::Action& action, bool careful) {
  return impl_->told(impl_->member->act(action, sockets::now(), careful));
}
Result<> Session::say(const std::string& text) {
  return impl_->told(impl_->member->say(text, sockets::utc_ms(), sockets::now()));
}
Result<> Session::resign() { return impl_->told(impl_->member->resign(sockets::now())); }
Result<> Session::keep_contact(Seat seat) { return impl_->keep_contact(seat); }
void Session::leave() {
  if (impl_->member) impl_->perform(impl_->member->leave(sockets::now()));
}
void Session::cut(Seat peer, Duration duration) {
  if (impl_->member) impl_->perform(impl_->member->sever(peer, duration, sockets::now()));
}

// ---- Questions

Duration Session::time_left() const {
  const auto& clock = node()->parts().clock;
  return (node()->to_act() ? clock.own_due() : clock.shown_due()) - sockets::now();
}
Duration Session::alarm_left() const {
  const Instant due = node()->parts().alarm.due(node()->table());
  return due == never() ? Duration{} : due - sockets::now();
}
std::optional<Session::HostBox> Session::box() const { return impl_->box; }
std::optional<mesh::PathStatus> Session::path_of(Seat seat) const {
  return node() != nullptr && impl_->mesh ? impl_->mesh->path_of(impl_->key_of(seat))
                                          : std::nullopt;
}
std::vector<mesh::FailedCall> Session::failed_calls_to(Seat seat) const {
  std::vector<mesh::FailedCall> found;
  if (node() == nullptr) return found;
  for (const auto& [where, failed] : impl_->last_failures)
    if (impl_->is_address_of(seat, where))
      found.push_back({.where = where, .why = failed.why, .ago = sockets::now() - failed.at});
  return found;
}
std::optional<reach::PunchFailure> Session::punch_failure(Seat seat) const {
  if (node() == nullptr) return {};
  const auto it = impl_->punching.find(impl_->key_of(seat));
  return it != impl_->punching.end() ? it->second.attempts.failure() : std::nullopt;
}

}  // namespace fairdeal::session
