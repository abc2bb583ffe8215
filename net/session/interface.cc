#include "net/session/impl.h"
#include "net/sockets/clock.h"

namespace fairdeal::session {

using crypto::PublicKey;

Session::Session(asio::io_context& io, Config config, Watcher& watcher)
    : impl_(std::make_shared<Impl>(io, std::move(config), watcher)) {}
Session::~Session() { impl_->stop(); }
void Session::start() { impl_->start(); }
void Session::stop() { impl_->stop(); }
const node::Node* Session::node() const { return impl_->node ? &*impl_->node : nullptr; }
std::uint64_t Session::bytes_sent() const { return impl_->bytes_sent; }
std::optional<PublicKey> Session::host() const { return impl_->host_key; }
std::string Session::address_of(Seat seat) const {
  return seat.value < impl_->whereabouts.size() ? impl_->whereabouts[seat.value] : "";
}
std::string Session::store() const { return impl_->store_path; }
void Session::agree() {
  if (!impl_->guest || impl_->node) return;
  for (const auto& [to, frame] : impl_->guest->agree().outgoing) impl_->mesh->send(to, frame);
}
void Session::run_script() {
  if (!impl_->guest || impl_->node || script_text().empty()) return;
  impl_->after_lobby(impl_->guest->run_script(), *impl_->host_key);
}
std::string Session::script_text() const {
  return impl_->guest ? impl_->guest->script_text() : std::string();
}
const proto::Gathering* Session::lacked() const {
  return impl_->guest && impl_->guest->lacked() ? &*impl_->guest->lacked() : nullptr;
}
bool Session::is_started() const { return impl_->guest && impl_->guest->proposed(); }
void Session::decline(const std::string& why) { impl_->decline(why); }

namespace {

constexpr const char* kNoLobby = "this is said by a host, before its table begins";

}  // namespace

Result<> Session::start_table() {
  if (!impl_->host || impl_->node) return fail(Fault::bad_parameters, kNoLobby);
  return impl_->told_lobby(impl_->host->start(sockets::now()));
}
Result<> Session::answer(const std::string& who, bool yes) {
  if (!impl_->host || impl_->node) return fail(Fault::bad_parameters, kNoLobby);
  return impl_->told_lobby(impl_->host->answer(who, yes, sockets::now()));
}
Result<> Session::kick(const std::string& who) {
  if (!impl_->host || impl_->node) return fail(Fault::bad_parameters, kNoLobby);
  return impl_->told_lobby(impl_->host->kick(who, sockets::now()));
}
Result<> Session::renew_code() {
  if (!impl_->host || impl_->node || !impl_->rendezvous || impl_->config.code_words == 0)
    return fail(Fault::bad_parameters, "this table has no code");
  impl_->rendezvous->renew_code();
  return {};
}
Result<> Session::keep_contact(Seat seat) { return impl_->keep_contact(seat); }
std::optional<Session::HostBox> Session::box() const { return impl_->box; }
std::optional<mesh::PathStatus> Session::path_of(Seat seat) const {
  return impl_->node && impl_->mesh ? impl_->mesh->path_of(impl_->key_of(seat)) : std::nullopt;
}
std::vector<mesh::FailedCall> Session::failed_calls_to(Seat seat) const {
  std::vector<mesh::FailedCall> found;
  if (!impl_->node) return found;
  for (const auto& [where, failed] : impl_->last_failures)
    if (impl_->is_address_of(seat, where))
      found.push_back({.where = where, .why = failed.why, .ago = sockets::now() - failed.at});
  return found;
}
std::optional<reach::PunchFailure> Session::punch_failure(Seat seat) const {
  if (!impl_->node) return {};
  const auto it = impl_->punching.find(impl_->key_of(seat));
  return it != impl_->punching.end() ? it->second.attempts.failure() : std::nullopt;
}
void Session::leave() {
  if (!impl_->node || impl_->node->finished()) return;
  impl_->leaves = true;
  impl_->add(impl_->node->on_presence(proto::Presence::What::leaves, sockets::now()));
}
Duration Session::time_left() const {
  const auto& clock = impl_->node->parts().clock;
  return (impl_->node->to_act() ? clock.own_due() : clock.shown_due()) - sockets::now();
}
void Session::cut(Seat peer, Duration duration) { impl_->sever(peer, duration); }
std::string Session::transcript() const {
  return impl_->transcript ? impl_->transcript->path() : "";
}

Result<> Session::act(const rules::Action& action) {
  CHECK(impl_->node.has_value());
  FD_TRY(auto effects, impl_->node->on_action(action, sockets::now()));
  impl_->add(std::move(effects));
  return {};
}

Result<> Session::say(const std::string& text) {
  if (!impl_->node) return fail(Fault::bad_parameters, "the table has not begun yet");
  FD_TRY(auto effects, impl_->node->on_say(text, sockets::utc_ms(), sockets::now()));
  impl_->add(std::move(effects));
  return {};
}

}  // namespace fairdeal::session
