#include "ui/front/table_screen.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "ui/front/page.h"
#include "ui/front/screen_view.h"
#include "ui/words/printable.h"
#include "ui/words/said.h"

namespace fairdeal::front {

/// How long the program waits, after the byte of Esc, for the rest of another key.
constexpr std::chrono::milliseconds kKeyFollows{50};

/// The screen while one page is shown on it.
class TableScreen::Stage : public std::enable_shared_from_this<Stage> {
 public:
  Stage(boost::asio::io_context& io, Page& page, CursesScreen& screen, int input)
      : io_(io),
        page_(page),
        screen_(screen),
        input_(io, ::fcntl(input, F_DUPFD_CLOEXEC, 0)),
        signals_(io, SIGWINCH, SIGTSTP),
        key_ends_(io) {}

  void begin() {
    read();
    await_signal();
    changed();
  }

  void changed() {
    if (std::exchange(drawing_, true)) return;
    boost::asio::post(io_, [self = shared_from_this()] {
      self->drawing_ = false;
      if (!self->closed_) self->draw();
    });
  }

  void close() {
    closed_ = true;
    input_.close();
    signals_.cancel();
    key_ends_.cancel();
  }

  void close_and(std::function<void()> then) {
    close();
    boost::asio::post(io_, std::move(then));
  }

 private:
  void draw(bool afresh = false) {
    ScreenScene now = scene_now();
    const std::string asked = now.asked();
    const bool asks_anew = asked != std::exchange(asked_, asked) && !asked.empty();
    if (asks_anew) take_what_was_typed_ahead();
    scene_ = std::move(now);
    screen_input_.follow(scene_);
    const PageFacts& facts = scene_.facts;
    if (!facts.turn.mine) rung_.reset();
    if (facts.turn.mine && facts.bell && rung_ != facts.step) screen_.bell();
    if (facts.turn.mine) rung_ = facts.step;
    const auto [rows, columns] = screen_.size();
    const auto drawing =
        screen_.draw(draw_screen(scene_, screen_input_, rows, columns, screen_.utf8()), afresh);
    if (asks_anew) asking_ = drawing;
  }

  ScreenScene scene_now() {
    return ScreenScene::of(page_.facts(), {page_.log().begin(), page_.log().end()});
  }

  /// Returns whether something is asked that does not stand on the screen yet.
  bool is_ahead() {
    const std::string asked = scene_now().asked();
    return !asked.empty() && (asked != scene_.asked() || !screen_.has_begun(asking_));
  }

  /// Reads what was typed before the next question is drawn. An Enter among it is no answer.
  void take_what_was_typed_ahead() {
    for (ssize_t n = 0; (n = ::read(input_.native_handle(), bytes_.data(), bytes_.size())) > 0;)
      for (const ScreenKey& key : keys_.feed({bytes_.data(), static_cast<std::size_t>(n)})) {
        const std::string typed = screen_input_.typed;
        if (screen_input_.press(key, scene_, screen_.size().second)) tell_ahead(typed);
      }
  }

  void tell_ahead(const std::string& typed) {
    const words::Said said = words::said(
        "typed_ahead", {{"line", words::text(typed.empty() ? "Enter" : words::printable(typed))}});
    page_.add("note", said.text(), -1, said.json());
  }

  void read() {
    input_.async_read_some(
        boost::asio::buffer(bytes_),
        [self = shared_from_this()](boost::system::error_code error, std::size_t size) {
          if (self->closed_) return;
          if (error) return (void)::raise(SIGHUP);  // the terminal is gone
          self->press(self->keys_.feed({self->bytes_.data(), size}));
          if (self->closed_) return;
          self->await_end_of_key();
          self->read();
        });
  }

  void await_end_of_key() {
    key_ends_.cancel();
    if (!keys_.waits()) return;
    key_ends_.expires_after(kKeyFollows);
    key_ends_.async_wait([self = shared_from_this()](boost::system::error_code cancelled) {
      if (!cancelled && !self->closed_) self->press(self->keys_.flush());
    });
  }

  void press(const std::vector<ScreenKey>& keys) {
    for (const ScreenKey& key : keys) {
      if (key.name == ScreenKey::Name::redraw) draw(true);
      const std::string typed = screen_input_.typed;
      const auto said = screen_input_.press(key, scene_, screen_.size().second);
      if (said && is_ahead())
        tell_ahead(typed);
      else if (said)
        page_.hear(*said);
      if (closed_) return;
      if (said) scene_ = {};  // a second key that was pressed for the same table means nothing
    }
    changed();
  }

  void await_signal() {
    signals_.async_wait([self = shared_from_this()](boost::system::error_code error, int signal) {
      if (error || self->closed_) return;
      if (signal == SIGTSTP) self->suspend();
      self->changed();
      self->await_signal();
    });
  }

  /// Stops this process, as Ctrl-Z does with others, until the person brings it back.
  void suspend() {
    screen_.leave();
    ::raise(SIGSTOP);
  }

  boost::asio::io_context& io_;
  Page& page_;
  CursesScreen& screen_;
  boost::asio::posix::stream_descriptor input_;
  boost::asio::signal_set signals_;
  boost::asio::steady_timer key_ends_;
  std::array<char, 1024> bytes_{};
  ScreenKeys keys_;
  ScreenScene scene_;  ///< as it was drawn last
  ScreenInput screen_input_;
  std::string asked_;                  ///< what the person was last asked
  std::uint64_t asking_ = 0;           ///< the drawing that showed that first
  std::optional<std::uint64_t> rung_;  ///< the step for which the bell rang
  bool drawing_ = false, closed_ = false;
};

tl::expected<std::unique_ptr<PageDisplay>, words::Failure> TableScreen::open() {
  auto screen = CursesScreen::open();
  if (!screen) return tl::unexpected(screen.error());
  // Asio makes the descriptor non-blocking. It is opened anew, so that this does not change the one
  // that the terminal's next reader shares.
  const int input = ::open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  return std::unique_ptr<PageDisplay>(new TableScreen(
      *std::move(screen), input >= 0 ? input : ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)));
}

TableScreen::~TableScreen() { ::close(input_); }

void TableScreen::show(boost::asio::io_context& io, Page& page) {
  CursesScreen::guard_signals();
  const auto stage = std::make_shared<Stage>(io, page, screen_, input_);
  stage_ = stage;
  stage->begin();
}

void TableScreen::changed() {
  if (const auto stage = stage_.lock()) stage->changed();
}

void TableScreen::stop(std::function<void()> then) {
  const auto stage = stage_.lock();
  leave();
  if (stage) stage->close_and(std::move(then));
}

void TableScreen::leave() {
  if (const auto stage = stage_.lock()) stage->close();
  screen_.leave();
}

}  // namespace fairdeal::front
