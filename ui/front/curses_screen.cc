#include "ui/front/curses_screen.h"

#include <array>
#include <atomic>
#include <clocale>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <langinfo.h>
#include <mutex>
#include <optional>
#include <poll.h>
#include <string_view>
#include <termios.h>
#include <thread>
#include <unistd.h>

#include <sys/ioctl.h>

#include "ui/front/screen_view.h"
#include "ui/words/printable.h"

// The names of curses are functions here, and no macros.
#define NCURSES_NOMACROS
#include <curses.h>
#include <term.h>
#undef bell
#undef columns
#undef lines

namespace fairdeal::front {
namespace {

using Colour = ScreenStyle::Colour;

/// How long leave() waits for a terminal that accepts no more text.
constexpr std::chrono::seconds kPatience{1};

constexpr int kFatal[] = {SIGHUP, SIGTERM, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
/// Those that ncurses would handle; this program does.
constexpr int kHandledByCurses[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};

/// The bytes that give the terminal back. They are made beforehand, because a signal handler must
/// not allocate.
std::array<char, 256> leaving;
std::size_t leaving_size = 0;
termios before_screen;
std::atomic<bool> taken = false;

/// Returns a string of the terminal's description without the times that old terminals had to wait;
/// "" if it has none.
std::string capability(const char* name) {
  const char* text = ::tigetstr(name);
  if (text == nullptr || reinterpret_cast<std::intptr_t>(text) == -1) return "";
  std::string bytes = text;
  for (auto wait = bytes.find("$<"); wait != std::string::npos; wait = bytes.find("$<"))
    bytes.erase(wait, bytes.find('>', wait) - wait + 1);
  return bytes;
}

void on_fatal(int signal) {
  CursesScreen::restore();
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

words::Failure no_screen(const std::string& name, const std::string& why, const std::string& hint) {
  return {words::Exit::usage, name, why, hint};
}

/// Reads the description of the terminal. Returns what is wrong.
std::optional<words::Failure> look_at_terminal() {
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDOUT_FILENO) != 1)
    return no_screen("no_terminal", "The full screen takes a terminal, for input and for output.",
                     "Without --screen the table is shown in lines.");
  int known = 0;
  const char* term = std::getenv("TERM");
  const bool found = ::setupterm(nullptr, STDOUT_FILENO, &known) == 0;
  if (!found || capability("cup").empty())
    return no_screen("unknown_terminal",
                     "No full screen can be drawn on a terminal of the kind '" +
                         words::printable(term == nullptr ? "" : term) +
                         "', which is what TERM says.",
                     "Without --screen the table is shown in lines.");
  return {};
}

/// Returns whether the terminal shows UTF-8, and sets the locale for ncurses.
bool set_screen_locale() {
  if (!words::locale_is_utf8()) {
    std::setlocale(LC_CTYPE, "C");
    return false;
  }
  std::setlocale(LC_CTYPE, "");
  if (std::string_view(::nl_langinfo(CODESET)) != "UTF-8") std::setlocale(LC_CTYPE, "C.UTF-8");
  return true;
}

/// Begins ncurses. The signals are ignored meanwhile, so that ncurses finds that somebody else sees
/// to them: it would else also ignore SIGTSTP whenever it draws.
void begin_curses() {
  std::array<struct sigaction, std::size(kHandledByCurses)> handlers;
  for (std::size_t i = 0; i < handlers.size(); ++i) {
    ::sigaction(kHandledByCurses[i], nullptr, &handlers[i]);
    std::signal(kHandledByCurses[i], SIG_IGN);
  }
  ::newterm(nullptr, stdout, stdin);
  for (std::size_t i = 0; i < handlers.size(); ++i)
    ::sigaction(kHandledByCurses[i], &handlers[i], nullptr);
  ::cbreak();
  ::noecho();
  ::endwin();
}

bool wants_colours() {
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || no_colour[0] == '\0') && ::has_colors();
}

void begin_colours() {
  ::start_color();
  ::use_default_colors();
  constexpr std::pair<Colour, short> kColours[] = {{Colour::amber, COLOR_YELLOW},
                                                   {Colour::red, COLOR_RED},
                                                   {Colour::green, COLOR_GREEN},
                                                   {Colour::blue, COLOR_BLUE}};
  for (const auto& [colour, number] : kColours) ::init_pair(static_cast<short>(colour), number, -1);
}

attr_t attributes_of(const ScreenStyle& style) {
  return (style.bold ? A_BOLD : 0) | (style.dim ? A_DIM : 0) | (style.reverse ? A_REVERSE : 0);
}

void draw_cell(int row, int column, const ScreenCell& cell, bool coloured) {
  std::array<wchar_t, CCHARW_MAX + 1> characters{};
  std::mbstowcs(characters.data(), cell.text.c_str(), CCHARW_MAX);
  cchar_t drawn;
  const auto pair = static_cast<short>(coloured ? cell.style.colour : Colour::none);
  if (::setcchar(&drawn, characters.data(), attributes_of(cell.style), pair, nullptr) == OK)
    ::mvadd_wch(row, column, &drawn);
}

void draw_grid(const ScreenGrid& grid, bool coloured, bool afresh) {
  const auto rows = static_cast<int>(grid.rows()), columns = static_cast<int>(grid.columns());
  const bool resized = rows != LINES || columns != COLS;
  if (resized) ::resizeterm(rows, columns);
  ::werase(stdscr);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const auto& cell = grid.at(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
      if (!cell.text.empty()) draw_cell(row, column, cell, coloured);
    }
  ::curs_set(grid.cursor ? 1 : 0);
  if (grid.cursor)
    ::wmove(stdscr, static_cast<int>(grid.cursor->first), static_cast<int>(grid.cursor->second));
  if (afresh || resized) ::clearok(stdscr, true);
  ::wrefresh(stdscr);
}

}  // namespace

struct CursesScreen::Shared {
  std::mutex mutex{};
  std::condition_variable changed{};
  std::optional<ScreenGrid> grid{};
  std::uint64_t queued = 0;  ///< how many grids were to be drawn
  std::uint64_t begun = 0;   ///< how many of those are drawn, were replaced or are being drawn
  bool afresh = false, bell = false;
  bool leaves = false;  ///< whether the terminal is to be given back
  bool ends = false;
  bool coloured = false;
};

tl::expected<CursesScreen, words::Failure> CursesScreen::open() {
  if (auto failure = look_at_terminal()) return tl::unexpected(*std::move(failure));
  CursesScreen screen(std::make_shared<Shared>(), set_screen_locale());
  const auto [rows, columns] = screen.size();
  if (rows < kScreenRowsMin || columns < kScreenColumnsMin)
    return tl::unexpected(
        no_screen("small_terminal",
                  "The full screen takes 80 columns and 24 rows; this terminal has " +
                      std::to_string(columns) + " and " + std::to_string(rows) + ".",
                  "Make the window larger. Without --screen the table is shown in lines."));
  ::tcgetattr(STDIN_FILENO, &before_screen);
  std::string bytes;
  for (const char* name : {"sgr0", "op", "cnorm", "rmcup"}) bytes += capability(name);
  leaving_size = bytes.copy(leaving.data(), leaving.size());
  begin_curses();
  screen.shared_->coloured = wants_colours();
  if (screen.shared_->coloured) begin_colours();
  guard_signals();
  std::thread([shared = screen.shared_] { draw_all(shared); }).detach();
  return screen;
}

CursesScreen::~CursesScreen() {
  if (!shared_) return;  // moved from
  leave();
  const std::scoped_lock lock(shared_->mutex);
  shared_->ends = true;
  shared_->changed.notify_all();
}

std::pair<std::size_t, std::size_t> CursesScreen::size() const {
  winsize now{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) == 0 && now.ws_row > 0 && now.ws_col > 0)
    return {now.ws_row, now.ws_col};
  const int rows = ::tigetnum("lines"), columns = ::tigetnum("cols");
  return {rows > 0 ? static_cast<std::size_t>(rows) : kScreenRowsMin,
          columns > 0 ? static_cast<std::size_t>(columns) : kScreenColumnsMin};
}

std::uint64_t CursesScreen::draw(ScreenGrid grid, bool afresh) {
  const std::scoped_lock lock(shared_->mutex);
  shared_->grid = std::move(grid);
  shared_->afresh = shared_->afresh || afresh;
  shared_->changed.notify_all();
  return ++shared_->queued;
}

bool CursesScreen::has_begun(std::uint64_t drawing) const {
  const std::scoped_lock lock(shared_->mutex);
  return shared_->begun >= drawing;
}

void CursesScreen::bell() {
  const std::scoped_lock lock(shared_->mutex);
  shared_->bell = true;
}

void CursesScreen::leave() {
  std::unique_lock lock(shared_->mutex);
  shared_->grid.reset();
  shared_->leaves = true;
  shared_->changed.notify_all();
  if (!shared_->changed.wait_for(lock, kPatience, [this] { return !shared_->leaves; })) restore();
}

void CursesScreen::draw_all(const std::shared_ptr<Shared>& shared) {
  bool drawn = false;  // as ncurses sees it
  std::unique_lock lock(shared->mutex);
  for (;;) {
    shared->changed.wait(lock, [&] { return shared->grid || shared->leaves || shared->ends; });
    if (shared->ends && !shared->leaves) return;
    const auto grid = std::exchange(shared->grid, std::nullopt);
    shared->begun = shared->queued;
    const bool leaves = shared->leaves;
    const bool afresh = std::exchange(shared->afresh, false);
    const bool bell = std::exchange(shared->bell, false);
    lock.unlock();
    if (leaves) {  // leave() drops what was to be drawn before it, so a grid is newer
      if (std::exchange(drawn, false)) ::endwin();
      taken = false;
    }
    if (grid) {
      taken = true;
      const bool comes_back = !std::exchange(drawn, true);
      draw_grid(*grid, shared->coloured, afresh || comes_back);
      if (bell) ::beep();
    }
    lock.lock();
    if (leaves) shared->leaves = false;
    shared->changed.notify_all();
  }
}

void CursesScreen::guard_signals() {
  for (const int signal : kFatal) {
    struct sigaction now {};
    ::sigaction(signal, nullptr, &now);
    if (now.sa_handler == SIG_DFL) std::signal(signal, on_fatal);
  }
}

void CursesScreen::restore() noexcept {
  if (!taken.exchange(false)) return;
  pollfd terminal{STDOUT_FILENO, POLLOUT, 0};
  if (::poll(&terminal, 1, 0) > 0) (void)!::write(STDOUT_FILENO, leaving.data(), leaving_size);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &before_screen);
}

}  // namespace fairdeal::front
