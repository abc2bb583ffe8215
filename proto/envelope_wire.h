#pragma once

#include "proto/agreement.pb.h"
#include "proto/entry.pb.h"
#include "proto/messages.h"
#include "proto/table.pb.h"

/// The conversions that more than one codec needs: charters, envelopes, rounds and
/// decisions. Only proto/codec*.cc include this.
namespace fairdeal::proto {

void envelope_to_wire(const Envelope& envelope, wire::Envelope& out);
Result<Envelope> envelope_from_wire(const wire::Envelope& in);

void terms_to_wire(const Terms& terms, wire::Terms& out);
Result<Terms> terms_from_wire(const wire::Terms& in);
/// Returns an order without its player.
Result<Order> order_from_wire(std::uint32_t number, std::uint32_t kind, std::uint64_t chips);

wire::SignedCharter signed_charter_to_wire(const SignedCharter& charter);
Result<SignedCharter> signed_charter_from_wire(const wire::SignedCharter& in);

wire::Equivocation equivocation_to_wire(const Equivocation& evidence);
Result<Equivocation> equivocation_from_wire(const wire::Equivocation& in);

Result<Round> round_from_wire(std::uint32_t round);

wire::HistoryAnswer answer_to_wire(const HistoryAnswer& answer);
Result<HistoryAnswer> answer_from_wire(const wire::HistoryAnswer& in);

wire::Decided decided_to_wire(const Decided& decided);
wire::ProposalFrame proposal_to_wire(const ProposalFrame& proposal);
Result<ProposalFrame> proposal_from_wire(const wire::ProposalFrame& in);
Result<Decided> decided_from_wire(const wire::Decided& in);

}  // namespace fairdeal::proto
