#include <algorithm>
#include <iterator>

#include "proto/codec.h"
#include "proto/envelope.h"
#include "proto/name.h"
#include "runtime/node/receive.h"

namespace fairdeal::node {

void take(Parts& node, Seat from, const proto::ChatFrame& frame, Instant now, Effects& out) {
  const state::Table& table = node.table();
  const Seat author = frame.envelope.by;
  if (!node.config.chat || author == node.config.me) return;
  const auto line = proto::decode_chat(frame.envelope.body);
  if (!line) return node.peers.useless(from, line.error(), out);
  if (line->table != table.id())
    return node.peers.useless(from, {Fault::wrong_table, {}, "a line of chat"}, out);
  if (author.value < node.members()) {
    const state::Standing& standing = table.members().standing(author);
    if (standing.left() || standing.convicted() || !node.chat.wants(author, line->number, now))
      return;
  }
  const auto verified = proto::verify_chat(frame.envelope, table.charter());
  if (!verified) return node.peers.useless(from, verified.error(), out);
  node.chat.add(*verified, now);
  Effects forwarded;
  node.links.forward(author, from, frame, forwarded);
  std::ranges::move(forwarded.outgoing, std::back_inserter(out.chat));
  out.notices.push_back(ChatLine{author, verified->message().text});
}

void take(Parts& node, Seat from, const proto::Watchers& watchers, Instant, Effects& out) {
  if (!node.config.watch || node.watchers[from] == watchers.keys) return;
  node.watchers[from] = watchers.keys;
  out.notices.push_back(Watching{from, watchers.keys});
}

void repeat_chat(Parts& node, Seat to, Instant now, Effects& out) {
  Effects repeated;
  for (const auto& frame : node.chat.recent(node.config.me, now)) send(to, frame, repeated);
  std::ranges::move(repeated.outgoing, std::back_inserter(out.chat));
}

Result<> say(Parts& node, std::string text, std::uint64_t utc_ms, Instant now, Effects& out) {
  const Seat me = node.config.me;
  if (!node.config.chat) return fail(Fault::not_wanted, "at this table nobody says anything");
  if (node.table().members().standing(me).left())
    return fail(Fault::not_wanted, "you have left this table");
  if (auto problem = proto::text_problem(text); !problem.empty())
    return fail(Fault::bad_parameters, std::move(problem));
  const std::uint64_t number = node.chat.next_number(me, utc_ms);
  if (!node.chat.wants(me, number, now))
    return fail(Fault::not_wanted, "that is too much at once; say it in a second");
  const auto said =
      proto::sign(me, proto::Chat{node.table().id(), number, std::move(text)}, node.config.key);
  node.chat.add(said, now);
  Effects sent;
  node.links.broadcast(proto::ChatFrame{proto::envelope(said)}, sent);
  std::ranges::move(sent.outgoing, std::back_inserter(out.chat));
  out.notices.push_back(ChatLine{me, said.message().text});
  return {};
}

}  // namespace fairdeal::node
