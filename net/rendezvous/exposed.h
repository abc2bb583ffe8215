#pragma once

#include "net/signaling/relay_url.h"

namespace fairdeal::rendezvous {

/// Returns whether to warn before this relay is used: there is no TLS, and the way to it is neither
/// inside this machine nor inside a private network. Anybody on the way sees a pass and
/// the nameplates, and can do all that a relay can. A name other than "localhost" counts as far
/// away, because nobody knows here what it stands for.
bool is_exposed(const signaling::RelayUrl& url);

}  // namespace fairdeal::rendezvous
