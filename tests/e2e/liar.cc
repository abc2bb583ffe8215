#include "tests/e2e/liar.h"

#include <thread>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include "net/sockets/asio.h"

namespace fairdeal::e2e {

namespace asio = boost::asio;

struct Liar::Impl : session::Session::Watcher {
  asio::io_context io;
  asio::executor_work_guard<asio::io_context::executor_type> work{asio::make_work_guard(io)};
  std::unique_ptr<session::Session> session;
  std::thread thread;

  void on_event(session::SessionEvent event) override {
    if (std::holds_alternative<proto::Gathering>(event)) session->agree();
    const auto* notice = std::get_if<node::Notice>(&event);
    if (notice != nullptr && std::holds_alternative<node::ToAct>(*notice))
      asio::post(io, [this] { move(); });
  }

  void move() {
    const auto* node = session->node();
    if (!node->to_act()) return;
    const auto choices = node->table().game().legal(node->me());
    if (!session->act(choices.front().action)) throw std::logic_error("no legal move");
  }
};

Liar::Liar(const crypto::SigningKey& key, const std::string& nickname, const std::string& table,
           const fs::path& folder, Lie lie)
    : impl_(std::make_unique<Impl>()) {
  fs::create_directories(folder);
  session::Session::Config config{
      key.clone(),     nickname, {"127.0.0.1", 0}, sockets::Address::parse(table).value(), false,
      folder.string(), ""};
  config.tamper = std::move(lie);
  impl_->session = std::make_unique<session::Session>(impl_->io, std::move(config), *impl_);
  impl_->session->start();
  impl_->thread = std::thread([impl = impl_.get()] { impl->io.run(); });
}

Liar::~Liar() {
  asio::post(impl_->io, [impl = impl_.get()] {
    impl->session->stop();
    impl->work.reset();
  });
  impl_->thread.join();
}

}  // namespace fairdeal::e2e
