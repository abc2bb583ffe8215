#pragma once

#include <cstddef>
#include <cstdint>

/// The bounds on what comes from outside, each with the reason for its number.
namespace fairdeal::proto {

// These are part of the protocol: all peers must agree on them.
inline constexpr std::size_t kSeatsMax = 10;  ///< a full table of hold'em
inline constexpr std::size_t kWitnessesMax = 6;
inline constexpr std::size_t kValidatorsMax = kSeatsMax + kWitnessesMax;  ///< fits a bit mask
inline constexpr std::size_t kDeckMax = 512;     ///< eight decks with jokers are 432 cards
inline constexpr std::size_t kSharesMax = 1024;  ///< decryption shares in one entry
inline constexpr std::size_t kCopiesMax = 192;   ///< copies in one entry: 31 kB of its 48 kB
inline constexpr std::size_t kGroundsMax = 2 * kValidatorsMax;  ///< votes with a proposal
/// A round ends only when a quorum has voted, so honest validators never come near this number.
inline constexpr std::uint32_t kRoundMax = 1 << 20;
/// The steps that a member remembers in order to compare its history with others'. Evidence about
/// an older step is not attached.
inline constexpr std::size_t kHistoryMax = 64;
/// The prevotes, and the proposals, that are kept with one decision: those of eight rounds, if all
/// validators send theirs.
inline constexpr std::size_t kBehindMax = 8 * kValidatorsMax;
/// The statements of one member that a Recall names: its entries at two steps, and its votes and
/// proposals of some rounds.
inline constexpr std::size_t kRecalledMax = 256;
inline constexpr std::size_t kAttachmentsMax =
    64;  ///< in one entry: one about each validator, and all parts of the opening of a deal
/// The passed shuffles that one entry attaches: all turns of a deck of 52 cards fit, or one turn of
/// 416 cards. An attached equivocation may hold two entries that each carry so many, and must fit
/// into an entry too.
inline constexpr std::size_t kPassedBytesMax = std::size_t{128} * 1024;
/// The largest encoded entry: that of a step's first slot, which may attach passed shuffles, and
/// any other. They are chosen so that a full record and its certificate fit one frame.
inline constexpr std::size_t kFirstEntryBytesMax = std::size_t{512} * 1024;
inline constexpr std::size_t kEntryBytesMax = std::size_t{48} * 1024;
inline constexpr std::size_t kActionBytesMax = 256;
inline constexpr std::size_t kParamsBytesMax = std::size_t{16} * 1024;
inline constexpr std::size_t kNicknameBytesMax = 32;
/// The people who sit down in one evening, and the orders between two of its tables: six full
/// tables of new people. All of it takes 20 kB of a charter.
inline constexpr std::size_t kAccountsMax = 64;
inline constexpr std::size_t kOrdersMax = 64;
/// The tables that may be proposed, one after another, before one of them begins. Each proposal but
/// the last one ends because a guest goes or does not sign within half a minute.
inline constexpr std::size_t kWithdrawnMax = 64;
/// The people of an evening who are here without a seat: all who have an account, and some more.
inline constexpr std::size_t kStandingMax = kAccountsMax + 16;
/// A break, in milliseconds: an hour (host --break), and the time in which a bank without chips
/// buys some.
inline constexpr std::int64_t kBreakLeftMax_ms = 2 * 3'600'000;
/// The chips of one buy-in: a game lets a seat have a thousand times as many.
inline constexpr std::int64_t kOrderChipsMax = 1'000'000'000;
/// The chips of one account. The sum of all accounts is below 2^63.
inline constexpr std::int64_t kAccountChipsMax = (std::int64_t{1} << 53) - 1;
/// A game that is a script: some 1,500 lines. It travels in one frame, and stands in transcripts.
inline constexpr std::size_t kScriptBytesMax = std::size_t{64} * 1024;
inline constexpr std::uint32_t kWatchHandsMax = 100;
inline constexpr std::uint32_t kWatchSecondsMax = 3600;
inline constexpr std::size_t kWatchersMax = 8;     ///< at one member: few beside ten who play
inline constexpr std::size_t kChatBytesMax = 400;  ///< a line of chat: some rows of a terminal

// These are our own caution: nothing honest comes near them.
inline constexpr std::size_t kFrameBytesMax = 1 << 20;  ///< a shuffle of 512 cards is 82 kB
inline constexpr std::size_t kRevealBytesMax = 1024;
inline constexpr std::size_t kAddressBytesMax = 64;
inline constexpr std::size_t kTextBytesMax = 512;
inline constexpr std::size_t kRelaysMax = 4;  ///< relays that one message names
inline constexpr std::size_t kRelayUrlBytesMax = 200;
/// The proof that a guest was invited: today a hash of 32 bytes, with room for a signature.
inline constexpr std::size_t kProofBytesMax = 64;

}  // namespace fairdeal::proto
