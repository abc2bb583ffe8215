#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace boost::asio {
class io_context;
}

namespace fairdeal::front {

class Page;

/// Where the page of a person is shown: in the person's browsers (OpenedPage) or on the whole
/// terminal (TableScreen). It outlives the pages of all matches of this program.
class PageDisplay {
 public:
  virtual ~PageDisplay() = default;

  /// Shows `page` from the io_context's thread, in place of what was shown before, until the
  /// io_context is destroyed. Requires: this object and `page` live until then.
  virtual void show(boost::asio::io_context& io, Page& page) = 0;
  /// Shows soon what is new.
  virtual void changed() = 0;
  /// Returns how many people or windows look at the page.
  virtual std::size_t viewers() const = 0;
  /// Shows the last state, stops, and then calls `then`.
  virtual void stop(std::function<void()> then) = 0;
  /// Drops what was said before now and was not read yet.
  virtual void drop_input() {}
  /// Gives the terminal back to what the program prints next, if this has it.
  virtual void leave() {}
  /// Returns the address that the person opens; "" if there is none.
  virtual std::string address() const { return ""; }
  /// Returns another address, by which a browser enters once; "" if there is none.
  virtual std::string fresh_address() { return ""; }
};

}  // namespace fairdeal::front
