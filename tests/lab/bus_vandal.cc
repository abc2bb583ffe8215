#include <cstdio>
#include <string>

#include <nats/nats.h>

#include "base/check.h"

/// A stranger on the bus of a relay of many processes, as far as the NATS servers let it:
///   bus_vandal delete ADDRESS USER SEED_FILE CA   deletes the store of places
///   bus_vandal garble ADDRESS USER SEED_FILE CA   writes another value into each key there
namespace {

constexpr const char* kBucket = "fd_places";

bool good(natsStatus status, const char* what) {
  if (status == NATS_OK) return true;
  std::printf("%s: %s\n", what, natsStatus_GetText(status));
  return false;
}

/// Asks the store again as long as it has no leader, as after a server hung.
template <class Ask>
natsStatus asked(Ask&& ask) {
  natsStatus status = NATS_TIMEOUT;
  for (int tries = 0; status == NATS_TIMEOUT && tries < 10; ++tries) status = ask();
  return status;
}

bool garble(jsCtx* stream) {
  kvStore* store = nullptr;
  const auto open = [&] { return js_KeyValue(&store, stream, kBucket); };
  if (!good(asked(open), "the store")) return false;
  kvKeysList keys{};
  const bool listed = good(kvStore_Keys(&keys, store, nullptr), "its keys");
  for (int i = 0; listed && i < keys.Count; ++i)
    good(kvStore_PutString(nullptr, store, keys.Keys[i], "mine"), keys.Keys[i]);
  std::printf("%d keys\n", keys.Count);
  kvKeysList_Destroy(&keys);
  kvStore_Destroy(store);
  return listed;
}

}  // namespace

int main(int count, char** arguments) {
  CHECK(count == 6);
  const std::string task = arguments[1];
  natsOptions* options = nullptr;
  natsConnection* connection = nullptr;
  jsCtx* stream = nullptr;
  const bool on_bus =
      good(natsOptions_Create(&options), "options") &&
      good(natsOptions_SetURL(options, arguments[2]), "address") &&
      good(natsOptions_SetNKeyFromSeed(options, arguments[3], arguments[4]), "seed") &&
      good(natsOptions_LoadCATrustedCertificates(options, arguments[5]), "certificates") &&
      good(natsConnection_Connect(&connection, options), "connection") &&
      good(natsConnection_JetStream(&stream, connection, nullptr), "JetStream");
  const auto wipe = [&] {
    const natsStatus status = js_DeleteKeyValue(stream, kBucket);
    return status == NATS_NOT_FOUND ? NATS_OK : status;  // an earlier try may have done it
  };
  const bool done = on_bus && (task == "delete" ? good(asked(wipe), "delete") : garble(stream));
  jsCtx_Destroy(stream);
  natsConnection_Destroy(connection);
  natsOptions_Destroy(options);
  nats_Close();
  return done ? 0 : 1;
}
