#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fairdeal::lobby {

/// An order that a page of the lobby gives by a line, once it is checked.
struct Order {
  enum class What {
    page,        ///< run a command that serves a page, and lead the browser there
    audit,       ///< audit a transcript
    go_to,       ///< lead the browser to the page of a program that runs
    name,        ///< call the person by another name
    relay,       ///< open tables through this relay from now on, or through none
    show_losing  ///< show losing hands at a showdown from now on, or muck them
  };
  What what = What::page;
  std::vector<std::string> arguments{};  ///< of the command, with its name; no secret is in them
  std::string secret{};   ///< the table to join or to watch: it travels in the environment
  std::string file{};     ///< the name of the transcript, in the folders of transcripts
  std::string process{};  ///< the number of the program to go to
  std::string value{};    ///< the name; the relay, "" for none; yes or no
};

/// Splits a line into words. A word ends at a space; one that begins with ' goes on to the next '
/// and may have spaces. Nothing else has a meaning, and no shell ever sees a line. Errors:
/// not_canonical, too_large.
Result<std::vector<std::string>> lobby_words(std::string_view line);

/// Reads a line of a page. Only these are commands, and only these options are taken:
///
///   host GAME [--seats N] [--bots N:PLAYER] [--params JSON] [--untimed] [--move-time S] [--bank S]
///             [--increment S] [--admit WHO] [--watch WHO] [--no-chat] [--unanimous]
///   play GAME [--seats N] [--params JSON] [--first me|bot|random] [--bots PLAYER,…]
///   join TABLE    watch TABLE    resume NAME    replay FILE    audit FILE    open NUMBER
///   name NICKNAME    relay URL    relay ''    show-losing yes|no
///
/// TABLE is a link, a code, an address or a contact; NAME is that of a kept table or match, FILE
/// that of a transcript in the folders of this program, without a path. NUMBER is a process that
/// serves a page. Errors: not_canonical, too_large, with words for the person.
Result<Order> parse_line(std::string_view line);

}  // namespace fairdeal::lobby
