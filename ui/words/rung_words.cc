#include "ui/words/rung_words.h"

namespace fairdeal::words {

const char* rung_name(channel::Rung rung) {
  switch (rung) {
    case channel::Rung::lan:
      return "lan";
    case channel::Rung::direct:
      return "direct";
    case channel::Rung::punched:
      return "punched";
    case channel::Rung::relayed:
      return "relayed";
  }
  return "";
}

const char* rung_words(channel::Rung rung) {
  switch (rung) {
    case channel::Rung::lan:
      return "on this network";
    case channel::Rung::direct:
      return "directly";
    case channel::Rung::punched:
      return "directly, through both routers";
    case channel::Rung::relayed:
      return "by a relay";
  }
  return "";
}

}  // namespace fairdeal::words
