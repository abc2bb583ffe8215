#include "net/party/event.h"

namespace fairdeal::party {

How how_ended(const Error& error) {
  switch (error.fault) {
    case Fault::unknown_version:
    case Fault::unknown_module:
      return How::incompatible;
    case Fault::storage:
    case Fault::in_use:
    case Fault::damaged:
    case Fault::machine:
      return How::failed;
    default:
      return How::violated;
  }
}

}  // namespace fairdeal::party
