#pragma once

#include <cstddef>
#include <cstdint>

/// Every bound on what comes from outside, and why it is what it is.
namespace fairdeal::proto {

// Part of the protocol: two peers must agree on these.
inline constexpr std::size_t kSeatsMax = 10;  ///< hold'em's full ring
inline constexpr std::size_t kWitnessesMax = 6;
inline constexpr std::size_t kValidatorsMax = kSeatsMax + kWitnessesMax;  ///< fits a bit mask
inline constexpr std::size_t kDeckMax = 512;     ///< eight decks with jokers and room
inline constexpr std::size_t kSharesMax = 1024;  ///< decryption shares in one entry
inline constexpr std::size_t kGroundsMax = 2 * kValidatorsMax;  ///< votes with a proposal
/// Rounds end only where a quorum votes, so that nobody honest comes near.
inline constexpr std::uint32_t kRoundMax = 1 << 20;
/// Steps that a member remembers to compare its history with others', and the age of evidence.
inline constexpr std::size_t kHistoryMax = 64;
/// Votes, and proposals, behind one decision: some rounds of all.
inline constexpr std::size_t kBehindMax = 8 * kValidatorsMax;
/// Statements of one member at two steps: an entry each, and votes of some rounds.
inline constexpr std::size_t kRecalledMax = 256;
inline constexpr std::size_t kAttachmentsMax =
    64;  ///< in one entry: one about each validator, and all parts of an opening
/// Passed shuffles in one entry: all of a deck of 52, one of 416 cards. An attachment holds two
/// entries with so many, as evidence.
inline constexpr std::size_t kPassedBytesMax = 128 * 1024;
/// The largest encoded entry: of the first slot, which may carry forwarded shuffles, and of any
/// other. Chosen so that a full record and its certificate fit one frame.
inline constexpr std::size_t kFirstEntryBytesMax = 512 * 1024;
inline constexpr std::size_t kEntryBytesMax = 48 * 1024;
inline constexpr std::size_t kActionBytesMax = 256;
inline constexpr std::size_t kParamsBytesMax = 16 * 1024;
inline constexpr std::size_t kNicknameBytesMax = 32;

// Our own caution: nothing honest comes near.
inline constexpr std::size_t kFrameBytesMax = 1 << 20;  ///< a shuffle of 512 cards is 82 kB
inline constexpr std::size_t kRevealBytesMax = 1024;
inline constexpr std::size_t kAddressBytesMax = 64;
inline constexpr std::size_t kTextBytesMax = 512;
/// That a guest was invited: today a hash of 32 bytes, with room for a signature.
inline constexpr std::size_t kProofBytesMax = 64;

}  // namespace fairdeal::proto
