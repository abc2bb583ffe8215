#include "ui/words/rung_words.h"

namespace fairdeal::apps {

const char* rung_name(net::Rung rung) {
  switch (rung) {
    case net::Rung::lan:
      return "lan";
    case net::Rung::direct:
      return "direct";
    case net::Rung::punched:
      return "punched";
    case net::Rung::relayed:
      return "relayed";
  }
  return "";
}

const char* rung_words(net::Rung rung) {
  switch (rung) {
    case net::Rung::lan:
      return "on this network";
    case net::Rung::direct:
      return "directly";
    case net::Rung::punched:
      return "directly, through both routers";
    case net::Rung::relayed:
      return "by a relay";
  }
  return "";
}

}  // namespace fairdeal::apps
