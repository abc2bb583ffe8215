#pragma once

#include <cstdint>
#include <string>

namespace fairdeal::front {

/// The page at which a person plays, watches or goes through a match in a browser (docs/web.md).
struct PageOptions {
  bool web = false;        ///< there is one in the browser
  std::uint16_t port = 0;  ///< at 127.0.0.1; 0: any
  bool open = true;        ///< open it in the person's browser, if there is a desktop
  std::string join;        ///< the table to which the lobby's page goes at once; "": none
  bool screen = false;     ///< there is one on the whole terminal instead
  bool lines = false;      ///< a program has its messages by the standard streams instead
};

}  // namespace fairdeal::front
