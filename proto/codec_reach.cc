#include "base/overloaded.h"
#include "proto/reach.h"
#include "proto/reach.pb.h"
#include "proto/wire.h"

/// Encodes and decodes what members and a relay say so that members find each other.
namespace fairdeal::proto {
namespace {

template <std::size_t N>
std::string str_of(const ByteArray<N>& bytes) {
  return str(bytes);
}

Result<crypto::PublicKey> key_of(const std::string& bytes) {
  FD_TRY(const auto key, fixed<crypto::PublicKey::kBytes>(bytes, "identity key"));
  return crypto::PublicKey{key};
}

Result<Bytes> body_of(const std::string& bytes) {
  if (bytes.size() > kVisitBytesMax) return fail(Fault::too_large, "the body of a visit");
  return to_bytes(bytes);
}

Result<std::uint32_t> nameplate_of(std::uint32_t number) {
  if (number < 1 || number > kNameplateMax) return fail(Fault::not_canonical, "nameplate");
  return number;
}

/// Reads the place that a Close or a Visit names.
template <class In>
Result<RelayPlace> place_of(const In& in) {
  if (in.has_nameplate()) {
    FD_TRY(const std::uint32_t number, nameplate_of(in.nameplate()));
    return RelayPlace(number);
  }
  if (!in.has_box()) return fail(Fault::not_canonical, "no place at a relay");
  FD_TRY(const auto box, fixed<16>(in.box(), "box"));
  return RelayPlace(box);
}

template <class Out>
void set_place(const RelayPlace& place, Out& out) {
  std::visit(Overloaded{[&](std::uint32_t number) { out.set_nameplate(number); },
                        [&](const BoxId& box) { out.set_box(str_of(box)); }},
             place);
}

/// Returns a list of texts that a person may read, each of at most `bytes_max` bytes.
template <class List>
Result<std::vector<std::string>> labels(const List& in, std::size_t max, std::size_t bytes_max,
                                        const char* what) {
  if (static_cast<std::size_t>(in.size()) > max) return fail(Fault::too_large, what);
  return each(in, [&](const std::string& text) { return label(text, bytes_max, what); });
}

Result<Claim> from_wire(const wire::Claim& in) {
  if (in.minutes() < 1 || in.minutes() > kClaimMinutesMax)
    return fail(Fault::not_canonical, "minutes of a claim");
  Claim out{.minutes = in.minutes()};
  if (!in.keep().empty()) {
    FD_TRY(out.keep, fixed<16>(in.keep(), "keep"));
  }
  return out;
}

Result<Claimed> from_wire(const wire::Claimed& in) {
  Claimed out{.seconds = in.seconds()};
  FD_TRY(out.nameplate, nameplate_of(in.nameplate()));
  FD_TRY(out.keep, fixed<16>(in.keep(), "keep"));
  return out;
}

Result<OpenBox> from_wire(const wire::Open& in) {
  OpenBox out;
  FD_TRY(out.box, fixed<16>(in.box(), "box"));
  FD_TRY(out.proof, fixed<16>(in.proof(), "proof of a box"));
  return out;
}

Result<Visit> from_wire(const wire::Visit& in) {
  Visit out{.visit = in.visit(), .place = {}, .body = {}};
  FD_TRY(out.place, place_of(in));
  FD_TRY(out.body, body_of(in.body()));
  return out;
}

Result<Gone> from_wire(const wire::Gone& in) {
  if (in.why() < 1 || in.why() > 6) return fail(Fault::not_canonical, "why a visit is gone");
  return Gone{.visit = in.visit(), .why = static_cast<Gone::Why>(in.why())};
}

/// Reads what RelayWork and Worked both have.
template <class Out, class In>
Result<Out> work_of(const In& in) {
  if (in.purpose() < 1 || in.purpose() > 4) return fail(Fault::not_canonical, "purpose of work");
  if (in.bits() < kWorkBitsMin || in.bits() > kWorkBitsMax)
    return fail(Fault::not_canonical, "bits of work");
  Out out;
  out.purpose = static_cast<RelayWork::For>(in.purpose());
  out.bits = in.bits();
  out.period = in.period();
  return out;
}

Result<RelayWork> from_wire(const wire::Work& in) {
  FD_TRY(RelayWork out, work_of<RelayWork>(in));
  FD_TRY(out.challenge, fixed<16>(in.challenge(), "challenge"));
  return out;
}

Result<Worked> from_wire(const wire::Worked& in) {
  FD_TRY(Worked out, work_of<Worked>(in));
  out.counter = in.counter();
  return out;
}

/// Writes what RelayWork and Worked both have.
template <class In, class Out>
void set_work(const In& work, Out& out) {
  out.set_purpose(static_cast<std::uint32_t>(work.purpose));
  out.set_bits(work.bits);
  out.set_period(work.period);
}

wire::Where to_wire(const Where& where) {
  wire::Where out;
  for (const Candidate& candidate : where.at) {
    auto* at = out.add_at();
    at->set_address(candidate.address);
    at->set_rung(candidate.rung);
  }
  for (const std::string& relay : where.relays) out.add_relays(relay);
  return out;
}

Result<Where> from_wire(const wire::Where& in) {
  if (static_cast<std::size_t>(in.at_size()) > kCandidatesMax)
    return fail(Fault::too_large, "candidates");
  Where out;
  FD_TRY(out.at, each(in.at(), [](const wire::Candidate& c) -> Result<Candidate> {
           if (c.rung() > 2) return fail(Fault::not_canonical, "rung");
           FD_TRY(auto address, label(c.address(), kAddressBytesMax, "candidate"));
           return Candidate{.address = std::move(address), .rung = c.rung()};
         }));
  FD_TRY(out.relays, labels(in.relays(), kRelaysMax, kRelayUrlBytesMax, "relay"));
  return out;
}

Result<Punch> from_wire(const wire::Punch& in) {
  Punch out{.nonce = {}, .at = {}, .steady = in.steady()};
  FD_TRY(out.nonce, fixed<8>(in.nonce(), "nonce"));
  FD_TRY(out.at, label(in.at(), kAddressBytesMax, "candidate"));
  return out;
}

}  // namespace

Bytes encode(const Greeting& greeting) {
  wire::Greeting out;
  out.set_version(greeting.version);
  out.set_observed(greeting.observed);
  for (const std::string& reflector : greeting.reflectors) out.add_reflectors(reflector);
  out.mutable_limits()->set_message(greeting.limits.message);
  out.mutable_limits()->set_pipe(greeting.limits.pipe);
  out.mutable_limits()->set_pipe_bytes_per_second(greeting.limits.pipe_bytes_per_second);
  out.set_notice(greeting.notice);
  return serialize(out);
}

Result<Greeting> decode_greeting(ByteSpan bytes) {
  if (bytes.size() > kRelayBytesMax) return fail(Fault::too_large, "a relay's greeting");
  FD_TRY(const auto in, parse<wire::Greeting>(bytes));
  if (!in.has_limits()) return fail(Fault::not_canonical, "a relay's greeting without limits");
  Greeting out{.version = in.version(),
               .observed = {},
               .limits = {.message = in.limits().message(),
                          .pipe = in.limits().pipe(),
                          .pipe_bytes_per_second = in.limits().pipe_bytes_per_second()}};
  FD_TRY(out.observed, label(in.observed(), kAddressBytesMax, "observed address"));
  FD_TRY(out.reflectors, labels(in.reflectors(), kReflectorsMax, kRelayUrlBytesMax, "reflector"));
  FD_TRY(out.notice, label(in.notice(), kNoticeBytesMax, "notice of a relay"));
  return out;
}

Bytes encode(const RelayMessage& message) {
  wire::Relay out;
  std::visit(Overloaded{[&](const Claim& c) {
                          out.mutable_claim()->set_minutes(c.minutes);
                          if (c.keep) out.mutable_claim()->set_keep(str_of(*c.keep));
                        },
                        [&](const Claimed& c) {
                          out.mutable_claimed()->set_nameplate(c.nameplate);
                          out.mutable_claimed()->set_seconds(c.seconds);
                          out.mutable_claimed()->set_keep(str_of(c.keep));
                        },
                        [&](const OpenBox& o) {
                          out.mutable_open()->set_box(str_of(o.box));
                          out.mutable_open()->set_proof(str_of(o.proof));
                        },
                        [&](const ClosePlace& c) { set_place(c.place, *out.mutable_close()); },
                        [&](const Visit& v) {
                          out.mutable_visit()->set_visit(v.visit);
                          set_place(v.place, *out.mutable_visit());
                          out.mutable_visit()->set_body(str(v.body));
                        },
                        [&](const Say& s) {
                          out.mutable_say()->set_visit(s.visit);
                          out.mutable_say()->set_body(str(s.body));
                        },
                        [&](const Gone& g) {
                          out.mutable_gone()->set_visit(g.visit);
                          out.mutable_gone()->set_why(static_cast<std::uint32_t>(g.why));
                        },
                        [&](const Held& h) { out.mutable_held()->set_box(str_of(h.box)); },
                        [&](const Proved& p) { out.mutable_proved()->set_visit(p.visit); },
                        [&](const RelayWork& w) {
                          set_work(w, *out.mutable_work());
                          out.mutable_work()->set_challenge(str_of(w.challenge));
                        },
                        [&](const Worked& w) {
                          set_work(w, *out.mutable_worked());
                          out.mutable_worked()->set_counter(w.counter);
                        }},
             message);
  return serialize(out);
}

Result<RelayMessage> decode_relay(ByteSpan bytes) {
  if (bytes.size() > kRelayBytesMax) return fail(Fault::too_large, "a relay's message");
  FD_TRY(const auto in, parse<wire::Relay>(bytes));
  const auto as_message = [](auto value) { return RelayMessage(std::move(value)); };
  switch (in.message_case()) {
    case wire::Relay::kClaim:
      return from_wire(in.claim()).map(as_message);
    case wire::Relay::kClaimed:
      return from_wire(in.claimed()).map(as_message);
    case wire::Relay::kOpen:
      return from_wire(in.open()).map(as_message);
    case wire::Relay::kClose:
      return place_of(in.close()).map([](RelayPlace p) { return RelayMessage(ClosePlace{p}); });
    case wire::Relay::kVisit:
      return from_wire(in.visit()).map(as_message);
    case wire::Relay::kSay: {
      FD_TRY(Bytes body, body_of(in.say().body()));
      return RelayMessage(Say{.visit = in.say().visit(), .body = std::move(body)});
    }
    case wire::Relay::kGone:
      return from_wire(in.gone()).map(as_message);
    case wire::Relay::kHeld: {
      FD_TRY(const auto box, fixed<16>(in.held().box(), "box"));
      return RelayMessage(Held{box});
    }
    case wire::Relay::kProved:
      return RelayMessage(Proved{.visit = in.proved().visit()});
    case wire::Relay::kWork:
      return from_wire(in.work()).map(as_message);
    case wire::Relay::kWorked:
      return from_wire(in.worked()).map(as_message);
    case wire::Relay::MESSAGE_NOT_SET:
      break;
  }
  return fail(Fault::not_canonical, "empty message of a relay");
}

Bytes encode(const CodeMessage& message) {
  wire::Code out;
  std::visit(Overloaded{[&](const CodeHello& h) {
                          out.mutable_hello()->set_version(h.version);
                          out.mutable_hello()->set_sid(str_of(h.sid));
                          out.mutable_hello()->set_y(str_of(h.y));
                        },
                        [&](const CodeAnswer& a) { out.mutable_answer()->set_y(str_of(a.y)); },
                        [&](const CodeProof& p) {
                          out.mutable_proof()->set_tag(str_of(p.tag));
                          out.mutable_proof()->set_encrypted(str(p.encrypted));
                        },
                        [&](const CodeGrant& g) {
                          out.mutable_grant()->set_tag(str_of(g.tag));
                          out.mutable_grant()->set_encrypted(str(g.encrypted));
                        },
                        [&](const CodeDeny& d) {
                          out.mutable_deny()->set_why(static_cast<std::uint32_t>(d.why));
                        }},
             message);
  return serialize(out);
}

Result<CodeMessage> decode_code(ByteSpan bytes) {
  if (bytes.size() > kVisitBytesMax) return fail(Fault::too_large, "a message of a code's visit");
  FD_TRY(const auto in, parse<wire::Code>(bytes));
  switch (in.message_case()) {
    case wire::Code::kHello: {
      CodeHello hello{.version = in.hello().version()};
      FD_TRY(hello.sid, fixed<16>(in.hello().sid(), "session id"));
      FD_TRY(hello.y, fixed<32>(in.hello().y(), "public share"));
      return CodeMessage(hello);
    }
    case wire::Code::kAnswer: {
      FD_TRY(const auto y, fixed<32>(in.answer().y(), "public share"));
      return CodeMessage(CodeAnswer{y});
    }
    case wire::Code::kProof: {
      FD_TRY(const auto tag, fixed<32>(in.proof().tag(), "tag"));
      return CodeMessage(CodeProof{.tag = tag, .encrypted = to_bytes(in.proof().encrypted())});
    }
    case wire::Code::kGrant: {
      FD_TRY(const auto tag, fixed<32>(in.grant().tag(), "tag"));
      return CodeMessage(CodeGrant{.tag = tag, .encrypted = to_bytes(in.grant().encrypted())});
    }
    case wire::Code::kDeny: {
      if (in.deny().why() < 1 || in.deny().why() > 5)
        return fail(Fault::not_canonical, "why a code is denied");
      return CodeMessage(CodeDeny{static_cast<CodeDeny::Why>(in.deny().why())});
    }
    case wire::Code::MESSAGE_NOT_SET:
      break;
  }
  return fail(Fault::not_canonical, "empty message of a code's visit");
}

Bytes encode(const Ask& ask) {
  wire::Ask out;
  out.set_nickname(ask.nickname);
  out.set_witness(ask.witness);
  out.set_watch(ask.watch);
  out.set_version(ask.version);
  out.set_key(str(ask.key.bytes));
  return serialize(out);
}

Result<Ask> decode_ask(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Ask>(bytes));
  Ask out{.nickname = {}, .witness = in.witness(), .watch = in.watch(), .version = {}};
  FD_TRY(out.nickname, label(in.nickname(), kNicknameBytesMax, "nickname"));
  FD_TRY(out.version, label(in.version(), kNicknameBytesMax, "version"));
  FD_TRY(out.key, key_of(in.key()));
  return out;
}

Bytes encode(const Ticket& ticket) {
  wire::Ticket out;
  out.set_pipe(str(ticket.pipe));
  for (const std::string& address : ticket.addresses) out.add_addresses(address);
  out.set_key(str(ticket.key.bytes));
  return serialize(out);
}

Result<Ticket> decode_ticket(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Ticket>(bytes));
  Ticket out;
  FD_TRY(out.pipe, fixed<16>(in.pipe(), "pipe"));
  FD_TRY(out.addresses,
         labels(in.addresses(), kTicketAddressesMax, kAddressBytesMax, "address of a host"));
  FD_TRY(out.key, key_of(in.key()));
  return out;
}

Bytes encode(const Knock& knock) {
  wire::Knock out;
  out.set_key(str(knock.key.bytes));
  out.set_pipe(str(knock.pipe));
  out.set_time(knock.time);
  return serialize(out);
}

Result<Knock> decode_knock(ByteSpan bytes) {
  FD_TRY(const auto in, parse<wire::Knock>(bytes));
  Knock out{.key = {}, .pipe = {}, .time = in.time()};
  FD_TRY(out.key, key_of(in.key()));
  FD_TRY(out.pipe, fixed<16>(in.pipe(), "pipe"));
  return out;
}

Bytes encode(const PathMessage& message) {
  wire::Path out;
  std::visit(Overloaded{[&](const Where& w) { *out.mutable_where() = to_wire(w); },
                        [&](const Punch& p) {
                          out.mutable_punch()->set_nonce(str_of(p.nonce));
                          out.mutable_punch()->set_at(p.at);
                          out.mutable_punch()->set_steady(p.steady);
                        },
                        [&](const Go& g) {
                          out.mutable_go()->set_nonce(str_of(g.nonce));
                          out.mutable_go()->set_in_ms(g.in_ms);
                        },
                        [&](const NoPunch& n) {
                          out.mutable_no_punch()->set_nonce(str_of(n.nonce));
                          out.mutable_no_punch()->set_why(n.why);
                        }},
             message);
  return serialize(out);
}

Result<PathMessage> decode_path(ByteSpan bytes) {
  if (bytes.size() > kPathBytesMax) return fail(Fault::too_large, "a path message");
  FD_TRY(const auto in, parse<wire::Path>(bytes));
  switch (in.message_case()) {
    case wire::Path::kWhere: {
      FD_TRY(Where where, from_wire(in.where()));
      return PathMessage(std::move(where));
    }
    case wire::Path::kPunch: {
      FD_TRY(Punch punch, from_wire(in.punch()));
      return PathMessage(std::move(punch));
    }
    case wire::Path::kGo: {
      FD_TRY(const auto nonce, fixed<8>(in.go().nonce(), "nonce"));
      return PathMessage(Go{.nonce = nonce, .in_ms = in.go().in_ms()});
    }
    case wire::Path::kNoPunch: {
      FD_TRY(const auto nonce, fixed<8>(in.no_punch().nonce(), "nonce"));
      return PathMessage(NoPunch{.nonce = nonce, .why = in.no_punch().why()});
    }
    case wire::Path::MESSAGE_NOT_SET:
      break;
  }
  return fail(Fault::not_canonical, "empty path message");
}

}  // namespace fairdeal::proto
