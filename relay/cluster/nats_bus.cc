#include "relay/cluster/nats_bus.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include <boost/asio/thread_pool.hpp>
#include <nats/nats.h>

#include "relay/asio.h"
#include "relay/limits.h"

namespace fairdeal::relay::cluster {
namespace {

constexpr const char* kBucket = "fd_places";
constexpr int kReplicas = 3;
/// Threads that ask the store of keys: each request takes one for about a millisecond, and for
/// kStoreWait if no answer comes.
constexpr std::size_t kStoreThreads = 4;
constexpr Duration kStoreWait{500};
constexpr Duration kConnectWait{2'000};
/// To make the bucket. Servers that were just started elect a leader first.
constexpr Duration kBucketWait{2'000};
constexpr Duration kBucketPause{500};
constexpr int kBucketTries = 20;
/// How often the bucket is looked for when a key is not found or refused.
constexpr Duration kBucketLook{1'000};
/// Two pings without an answer: a server that hangs is noticed after five seconds.
constexpr Duration kPingEvery{2'000};
constexpr int kPingsOut = 2;
constexpr Duration kReconnectWait{200};
constexpr Duration kReconnectJitter{200};
/// The client drops messages while there is no connection: a gap, which is noticed.
constexpr int kReconnectBytes = 1;
/// Messages that wait for this process, or for the connection. More is dropped: a gap, as well.
constexpr std::size_t kWaitingBytesMax = 64 << 20;

/// Where the C library's threads leave events for the thread of the io_context. It is never freed,
/// because the library does not say when its last callback is over.
class Inbox {
 public:
  static Inbox& make(asio::io_context& io) {
    static std::mutex mutex;
    static std::vector<std::unique_ptr<Inbox>> all;
    const std::lock_guard lock(mutex);
    all.push_back(std::unique_ptr<Inbox>(new Inbox(io)));
    return *all.back();
  }
  void start(Bus::OnEvent on_event) {
    const std::lock_guard lock(mutex_);
    on_event_ = std::move(on_event);
  }
  void close() {
    const std::lock_guard lock(mutex_);
    io_ = nullptr;
  }
  void put(BusEvent event) {
    const auto* message = std::get_if<BusMessage>(&event);
    const std::size_t size = message == nullptr ? 0 : message->bytes.size();
    const std::lock_guard lock(mutex_);
    if (io_ == nullptr || waiting_bytes_ + size > kWaitingBytesMax) return;
    waiting_bytes_ += size;
    asio::post(*io_,
               [this, size, event = std::move(event)]() mutable { take(size, std::move(event)); });
  }

 private:
  explicit Inbox(asio::io_context& io) : io_(&io) {}
  void take(std::size_t size, BusEvent event) {
    waiting_bytes_ -= size;
    Bus::OnEvent on_event;
    {
      const std::lock_guard lock(mutex_);
      if (io_ != nullptr) on_event = on_event_;
    }
    if (on_event) on_event(std::move(event));
  }

  std::mutex mutex_;
  asio::io_context* io_;
  Bus::OnEvent on_event_;
  std::atomic<std::size_t> waiting_bytes_ = 0;
};

// ---- Callbacks, on threads of the library

void on_nats_message(natsConnection*, natsSubscription*, natsMsg* message, void* inbox) {
  const auto* data = reinterpret_cast<const std::byte*>(natsMsg_GetData(message));
  const auto size = static_cast<std::size_t>(natsMsg_GetDataLength(message));
  static_cast<Inbox*>(inbox)->put(
      BusMessage{.subject = natsMsg_GetSubject(message), .bytes = to_bytes(ByteSpan(data, size))});
  natsMsg_Destroy(message);
}
void on_nats_lost(natsConnection*, void* inbox) { static_cast<Inbox*>(inbox)->put(BusLost{}); }
void on_nats_back(natsConnection*, void* inbox) { static_cast<Inbox*>(inbox)->put(BusBack{}); }
/// Without one, the library writes to standard error. A dropped message is noticed as a gap.
void on_nats_error(natsConnection*, natsSubscription*, natsStatus, void*) {}

// ---- Owners of the library's objects

template <auto destroy>
struct Destroys {
  template <class T>
  void operator()(T* it) const {
    destroy(it);
  }
};
using Connection_ = std::unique_ptr<natsConnection, Destroys<natsConnection_Destroy>>;
using Options_ = std::unique_ptr<natsOptions, Destroys<natsOptions_Destroy>>;
using JetStream_ = std::unique_ptr<jsCtx, Destroys<jsCtx_Destroy>>;
using Store_ = std::unique_ptr<kvStore, Destroys<kvStore_Destroy>>;
using Subscription_ = std::unique_ptr<natsSubscription, Destroys<natsSubscription_Destroy>>;

JetStream_ jet_stream(natsConnection* connection, Duration wait) {
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = wait.ms;
  jsCtx* made = nullptr;
  natsConnection_JetStream(&made, connection, &options);
  return JetStream_(made);
}

/// Makes the bucket if it is not there.
natsStatus make_bucket(natsConnection* connection) {
  const JetStream_ stream = jet_stream(connection, kBucketWait);
  if (!stream) return NATS_ERR;
  kvConfig config;
  kvConfig_Init(&config);
  config.Bucket = kBucket;
  config.History = 1;
  config.TTL = kKeyLifetime.ms * 1'000'000;
  config.StorageType = js_MemoryStorage;
  config.Replicas = kReplicas;
  kvStore* made = nullptr;
  const natsStatus status = js_CreateKeyValue(&made, stream.get(), &config);
  Store_(made).reset();
  return status;
}

/// Returns what the library says of the last error, without the line of its source.
std::string last_error(natsStatus status) {
  const char* last = nats_GetLastError(nullptr);
  const std::string text = last != nullptr && *last != '\0' ? last : natsStatus_GetText(status);
  const auto place = text.find("): ");
  return place == std::string::npos ? text : text.substr(place + 3);
}

class NatsBus final : public Bus {
 public:
  NatsBus(Inbox& inbox, Connection_ connection, JetStream_ stream, Store_ store)
      : inbox_(inbox),
        connection_(std::move(connection)),
        stream_(std::move(stream)),
        store_(std::move(store)) {}
  ~NatsBus() override {
    inbox_.close();
    sender_.stop();
    askers_.stop();
    sender_.join();
    askers_.join();
    subscriptions_.clear();
    natsConnection_Close(connection_.get());
  }

  void start(OnEvent on_event) override { inbox_.start(std::move(on_event)); }

  void subscribe(const std::string& subject) override {
    asio::post(sender_, [this, subject] {
      natsSubscription* made = nullptr;
      natsConnection_Subscribe(&made, connection_.get(), subject.c_str(), on_nats_message, &inbox_);
      subscriptions_[subject].reset(made);
    });
  }
  void unsubscribe(const std::string& subject) override {
    asio::post(sender_, [this, subject] { subscriptions_.erase(subject); });
  }
  void publish(const std::string& subject, Bytes bytes) override {
    if (unsent_bytes_ + bytes.size() > kWaitingBytesMax) return;
    unsent_bytes_ += bytes.size();
    // Not here, because it waits if the server does not read.
    asio::post(sender_, [this, subject, bytes = std::move(bytes)] {
      natsConnection_Publish(connection_.get(), subject.c_str(), bytes.data(),
                             static_cast<int>(bytes.size()));
      unsent_bytes_ -= bytes.size();
    });
  }

  void create(KeyRequestId request, const std::string& key, const Bytes& value) override {
    ask(request, [this, key, value](KeyAnswer& answer) {
      return kvStore_Create(&answer.revision, store_.get(), key.c_str(), value.data(),
                            static_cast<int>(value.size()));
    });
  }
  void update(KeyRequestId request, const std::string& key, const Bytes& value,
              std::uint64_t revision) override {
    ask(request, [this, key, value, revision](KeyAnswer& answer) {
      return kvStore_Update(&answer.revision, store_.get(), key.c_str(), value.data(),
                            static_cast<int>(value.size()), revision);
    });
  }
  void read(KeyRequestId request, const std::string& key) override {
    ask(request, [this, key](KeyAnswer& answer) {
      kvEntry* entry = nullptr;
      const natsStatus status = kvStore_Get(&entry, store_.get(), key.c_str());
      if (status != NATS_OK) return status;
      answer.revision = kvEntry_Revision(entry);
      const auto* value = static_cast<const std::byte*>(kvEntry_Value(entry));
      answer.value = to_bytes(ByteSpan(value, static_cast<std::size_t>(kvEntry_ValueLen(entry))));
      kvEntry_Destroy(entry);
      return NATS_OK;
    });
  }
  void remove(const std::string& key, std::uint64_t revision) override {
    // Not by kvStore_Delete, which leaves a mark that has to be updated instead of created.
    asio::post(askers_, [this, subject = "$KV." + std::string(kBucket) + "." + key, revision] {
      jsOptions options;
      jsOptions_Init(&options);
      options.Wait = kStoreWait.ms;
      options.Stream.Purge.Subject = subject.c_str();
      options.Stream.Purge.Sequence = revision + 1;  // up to this one, and without it
      const std::string stream = "KV_" + std::string(kBucket);
      js_PurgeStream(stream_.get(), stream.c_str(), &options, nullptr);
    });
  }

 private:
  template <class Ask>
  void ask(KeyRequestId request, const Ask& ask) {
    asio::post(askers_, [this, request, ask] {
      KeyAnswer answer{.request = request};
      const natsStatus status = ask(answer);
      answer.what = what(status);
      // Without a bucket each key is "not found", and each claim is "refused": both are no answers.
      const bool lost = status != NATS_OK && bucket_is_lost(status);
      if (lost) answer.what = KeyAnswer::What::unavailable;
      inbox_.put(answer);
      if (lost) remake_bucket();
    });
  }
  /// Returns whether the bucket is gone: somebody on the bus may have deleted it, or all servers
  /// were restarted. It is looked for once in a while.
  bool bucket_is_lost(natsStatus status) {
    if (status == NATS_NO_RESPONDERS) return true;
    const std::int64_t moment = now().ms;
    std::int64_t next = look_again_.load();
    if (moment < next || !look_again_.compare_exchange_strong(next, moment + kBucketLook.ms))
      return false;
    const std::string stream = "KV_" + std::string(kBucket);
    jsStreamInfo* info = nullptr;
    const natsStatus found =
        js_GetStreamInfo(&info, stream_.get(), stream.c_str(), nullptr, nullptr);
    if (info != nullptr) jsStreamInfo_Destroy(info);
    return found == NATS_NOT_FOUND;
  }
  static KeyAnswer::What what(natsStatus status) {
    switch (status) {
      case NATS_OK:
        return KeyAnswer::What::done;
      case NATS_NOT_FOUND:
        return KeyAnswer::What::none;
      case NATS_ERR:  // "wrong last sequence", as text only
        return KeyAnswer::What::refused;
      default:
        return KeyAnswer::What::unavailable;
    }
  }
  /// Makes the bucket again. One thread tries at a time.
  void remake_bucket() {
    if (remaking_.exchange(true)) return;
    make_bucket(connection_.get());
    remaking_ = false;
  }

  Inbox& inbox_;
  Connection_ connection_;
  JetStream_ stream_;
  Store_ store_;
  std::map<std::string, Subscription_> subscriptions_;  ///< only the sender's thread uses them
  std::atomic<std::size_t> unsent_bytes_ = 0;
  std::atomic<bool> remaking_ = false;
  std::atomic<std::int64_t> look_again_ = 0;  ///< when the bucket is looked for again, in ms
  asio::thread_pool sender_{1};
  asio::thread_pool askers_{kStoreThreads};
};

/// Sets how the servers know this relay, and TLS.
Result<> use_access(natsOptions* options, const NatsAccess& access) {
  const auto good = [](natsStatus status, const std::string& what) -> Result<> {
    if (status == NATS_OK) return {};
    return fail(Fault::bad_parameters, what + ": " + last_error(status));
  };
  if (!access.creds_file.empty())
    FD_TRY(
        good(natsOptions_SetUserCredentialsFromFiles(options, access.creds_file.c_str(), nullptr),
             access.creds_file));
  if (!access.nkey_file.empty())
    FD_TRY(good(
        natsOptions_SetNKeyFromSeed(options, access.nkey_user.c_str(), access.nkey_file.c_str()),
        access.nkey_file));
  if (!access.ca_file.empty()) {
    FD_TRY(good(natsOptions_SetSecure(options, true), "TLS"));
    FD_TRY(good(natsOptions_LoadCATrustedCertificates(options, access.ca_file.c_str()),
                access.ca_file));
  }
  if (!access.cert_file.empty())
    FD_TRY(good(natsOptions_LoadCertificatesChain(options, access.cert_file.c_str(),
                                                  access.key_file.c_str()),
                access.cert_file));
  return {};
}

Result<Options_> basic_options(const NatsAccess& access) {
  natsOptions* made = nullptr;
  if (natsOptions_Create(&made) != NATS_OK) return fail(Fault::incomplete, "no memory for NATS");
  Options_ options(made);
  std::vector<const char*> texts;
  for (const std::string& address : access.addresses) texts.push_back(address.c_str());
  const natsStatus read =
      natsOptions_SetServers(made, texts.data(), static_cast<int>(texts.size()));
  if (read != NATS_OK) return fail(Fault::bad_parameters, last_error(read));
  natsOptions_SetTimeout(made, kConnectWait.ms);
  natsOptions_SetErrorHandler(made, on_nats_error, nullptr);
  FD_TRY(use_access(made, access));
  return options;
}

Result<Options_> options_of(const NatsAccess& access, Inbox& inbox) {
  FD_TRY(Options_ options, basic_options(access));
  natsOptions* made = options.get();
  natsOptions_SetNoRandomize(made, true);  // the order is ours
  // A certificate is checked against the address that the operator gave.
  natsOptions_SetIgnoreDiscoveredServers(made, true);
  natsOptions_SetPingInterval(made, kPingEvery.ms);
  natsOptions_SetMaxPingsOut(made, kPingsOut);
  natsOptions_SetMaxReconnect(made, -1);
  natsOptions_SetReconnectWait(made, kReconnectWait.ms);
  natsOptions_SetReconnectJitter(made, kReconnectJitter.ms, kReconnectJitter.ms);
  natsOptions_SetReconnectBufSize(made, kReconnectBytes);
  natsOptions_SetFailRequestsOnDisconnect(made, true);
  natsOptions_SetSendAsap(made, true);               // else a thread of its own sends, later
  natsOptions_UseGlobalMessageDelivery(made, true);  // else each subscription has a thread
  natsOptions_SetDisconnectedCB(made, on_nats_lost, &inbox);
  natsOptions_SetReconnectedCB(made, on_nats_back, &inbox);
  return options;
}

}  // namespace

Result<std::unique_ptr<Bus>> connect_nats(asio::io_context& io, NatsAccess access, Rng& rng) {
  auto& addresses = access.addresses;
  for (std::size_t left = addresses.size(); left > 1; --left)
    std::swap(addresses[left - 1], addresses[rng.below(left)]);
  Inbox& inbox = Inbox::make(io);
  FD_TRY(const Options_ options, options_of(access, inbox));
  natsConnection* connected = nullptr;
  const natsStatus status = natsConnection_Connect(&connected, options.get());
  if (status != NATS_OK) return fail(Fault::hung_up, last_error(status));
  Connection_ connection(connected);
  natsStatus made = NATS_ERR;
  for (int tries = 0; tries < kBucketTries && made != NATS_OK; ++tries) {
    if (tries > 0) nats_Sleep(kBucketPause.ms);
    made = make_bucket(connected);
  }
  if (made != NATS_OK) return fail(Fault::not_wanted, last_error(made));
  JetStream_ stream = jet_stream(connected, kStoreWait);
  kvStore* store = nullptr;
  const natsStatus found = js_KeyValue(&store, stream.get(), kBucket);
  if (found != NATS_OK) return fail(Fault::not_wanted, last_error(found));
  return std::make_unique<NatsBus>(inbox, std::move(connection), std::move(stream), Store_(store));
}

bool takes_strangers(const NatsAccess& access) {
  NatsAccess stranger{.addresses = access.addresses, .ca_file = access.ca_file};
  for (std::string& address : stranger.addresses) {
    const auto scheme = address.find("://"), password = address.rfind('@');
    if (scheme != std::string::npos && password != std::string::npos)
      address.erase(scheme + 3, password + 1 - (scheme + 3));
  }
  const auto options = basic_options(stranger);
  natsConnection* connected = nullptr;
  const bool taken = options && natsConnection_Connect(&connected, options->get()) == NATS_OK;
  Connection_(connected).reset();
  return taken;
}

}  // namespace fairdeal::relay::cluster
