#include "rules/lua/known_answers.h"

#include <array>
#include <vector>

#include "rules/json_full.h"
#include "rules/lua/interpreter.h"

namespace fairdeal::rules {
namespace {

/// Texts that the bodies share: some of 40 bytes that all have one hash, and ends of texts of 4,032
/// bytes that have, found by a search.
constexpr const char* kSharedText = R"lua(
local kBlocks = {
  {"aaae", "aasb"}, {"acrv", "aeam"}, {"aass", "aaul"}, {"aaaw", "aasz"}, {"aaew", "aawp"},
  {"aaan", "aasi"}, {"abou", "acyu"}, {"aaah", "aass"}, {"aaao", "aasr"}, {"aanl", "abge"},
}
local kLongBlocks = {
  {"aakk", "aamx"}, {"aaao", "aasr"}, {"abbg", "acmh"}, {"aagb", "aaqq"}, {"acrp", "aeaw"},
  {"aaeu", "abpt"}, {"aaew", "aawn"}, {"aabl", "aajw"},
}
local function texts_of_one_hash(blocks)
  local all = {""}
  for _, block in ipairs(blocks or kBlocks) do
    local longer = {}
    for i, text in ipairs(all) do
      longer[2 * i - 1], longer[2 * i] = block[1] .. text, block[2] .. text
    end
    all = longer
  end
  return all
end
)lua";

constexpr const char* kNoFuelLeft = "takes more than 1,000,000 instructions";
constexpr const char* kNoMemoryLeft = "takes more than 32 MB";
constexpr const char* kFullTable = "a table is too large";

constexpr std::array kKnownAnswers = {
    KnownAnswer{"instructions", "for i = 1, n do end return n", 999992, "999992", 999060,
                kNoFuelLeft, true},
    KnownAnswer{"memory_of_closures",
                "local a, b, c, d, e, f, g, h for i = 1, n do "
                "local _ = function() return a, b, c, d, e, f, g, h end end return n",
                80659, "80659", 161060, kNoMemoryLeft, true},
    KnownAnswer{"memory_of_texts",
                "local z = ('z'):rep(4000) for i = 1, n do local _ = z .. z end return n", 4180,
                "4180", 16311, kNoMemoryLeft, false},
    KnownAnswer{"memory_of_hash_parts",
                "for i = 1, n do local t = {} for k = -1025, -1 do t[k] = k end end return n", 341,
                "341", 702060, kNoMemoryLeft, false},
    KnownAnswer{"memory_of_list_parts",
                "local z = ('z'):rep(4000) for i = 1, 4100 do local _ = z .. z end "
                "for i = 1, n do local t = {} for k = 1, 65 do t[k] = k end end return n",
                156, "156", 37311, kNoMemoryLeft, false},
    KnownAnswer{"length_of_a_text", "return #('x'):rep(n)", 8192, "8192", 573, "longer than 8 kB",
                true},
    KnownAnswer{"places_of_a_list", "local t = {} for i = 1, n do t[i] = i end return #t", 4096,
                "4096", 8086, kFullTable, true},
    KnownAnswer{"keys_of_a_table", "local t = {} for i = 1, n do t['k' .. i] = i end return n",
                2048, "2048", 10089, kFullTable, true},
    KnownAnswer{"calls_within_one_another",
                "local function g(k) if k == 0 then return 0 end return 1 + g(k - 1) end "
                "return g(n)",
                15994, "15994", 95060, "within one another are too many", true},
    KnownAnswer{"functions_of_ours_within_one_another",
                "local function g(k) if k > 0 then table.sort({2, 1}, function(a, b) g(k - 1) "
                "return a < b end) end return k end return g(n)",
                197, "197", 5424, "stack overflow", true},
    KnownAnswer{"returned_values",
                "local l, all = {}, {} for i = 1, 999 do l[i] = i end "
                "for i = 1, n do all[i] = l end return all",
                99, "385111 characters", 497060, "more than 100,000 values", false},
    KnownAnswer{"returned_texts",
                "local t, all = ('x'):rep(8000), {} for i = 1, n do all[i] = t end return all", 131,
                "1048394 characters", 66716, "1 MB of texts", false},
    KnownAnswer{"returned_values_within_one_another",
                "local t = {} for i = 2, n do t = {t} end return t", 32, "64 characters", 215,
                "too many values in one another", false},
    KnownAnswer{"unpacked_values",
                "local t = {} for i = 1, n do t[i] = i end return select('#', table.unpack(t))",
                200, "200", 276, "more than 200 values", false},
    KnownAnswer{"texts_of_one_hash_made_again",
                "local all = texts_of_one_hash() for i = 1, n do "
                "local _ = all[i % 1024 + 1]:sub(1, 40) end return n",
                3246, "3246", 999828, kNoFuelLeft, true},
    KnownAnswer{
        "keys_of_one_hash_looked_up",
        "local all, t = texts_of_one_hash(), {} for _, key in ipairs(all) do t[key] = 1 end "
        "local first = all[1] for i = 1, n do local _ = t[first] end return n",
        18452, "18452", 1000045, kNoFuelLeft, true},
    KnownAnswer{"long_keys_of_one_hash",
                "local all, t, x = texts_of_one_hash(kLongBlocks), {}, ('x'):rep(4000) "
                "for _, text in ipairs(all) do t[x .. text] = 1 end "
                "local first = x .. all[1] for i = 1, n do local _ = t[first] end return n",
                821, "821", 1000011, kNoFuelLeft, false},
    KnownAnswer{"integers_of_one_hash_looked_up",
                "local t = {} for i = 1, 1500 do t[i * 2047] = i end "
                "for i = 1, n do local _ = t[2047 * 5000] end return n",
                9644, "9644", 999996, kNoFuelLeft, false},
    KnownAnswer{"length_among_integers_of_one_hash",
                "local t = {} for i = 0, 23 do t[1 << i] = 1 end "
                "for i = 1, 2000 do t[1 + i * 2047] = 1 end "
                "for i = 1, n do local _ = #t end return n",
                599, "599", 999019, kNoFuelLeft, false},
    KnownAnswer{"new_keys_for_old_ones",
                "local t = {} for i = 1, 1500 do t[i * 2047] = i end for i = 1, n do "
                "t[i * 2047], t[(i + 1500) * 2047] = nil, i end return n",
                3229, "3229", 999887, kNoFuelLeft, false},
    KnownAnswer{
        "long_texts_that_are_read_as_numbers",
        "local one = ('0'):rep(8000) .. '1' for i = 1, n do "
        "local _ = ('abc'):sub(one) .. string.char(one) .. (tonumber(one) or 0) end return n",
        496, "496", 999057, kNoFuelLeft, false},
    KnownAnswer{"long_texts_that_are_compared",
                "local a, b = ('a'):rep(8191), ('a'):rep(8191) for i = 1, n do "
                "local _ = a < b end return n",
                55531, "55531", 1000049, kNoFuelLeft, false},
    KnownAnswer{"lists_that_are_sorted",
                "local t = {} for i = 1, 500 do t[i] = i * 7919 % 503 end "
                "for i = 1, n do table.sort(t) end return t[7]",
                110, "7", 994040, kNoFuelLeft, false},
    KnownAnswer{"pairs_in_order",
                "local t, o = {}, '' for i = 1, n do t['k' .. i * 7 % 11] = i end "
                "for k, v in pairs(t) do o = o .. k .. v end return o",
                11, "\"k011k18k103k25k32k410k57k64k71k89k96\"", 117, "", false},
    KnownAnswer{"a_full_table_and_a_removed_key",
                "local t, k = {}, 'k' .. n for i = 1, 4096 do t[i] = 1 end "
                "t[k .. 'a'], t[k .. 'b'] = 1, 1 t[k .. 'a'] = nil t[5000] = 1 return n",
                279396, "279396", 8060, kFullTable, true},
    KnownAnswer{"rounds_of_betting",
                "local r = poker.betting({100, 100, 100}) poker.begin(r, 1, 2) "
                "for i = 1, n do poker.moves(r) end return r.turn",
                4788, "1", 1000020, kNoFuelLeft, false},
};

std::string module_of_known_answers() {
  std::string text = std::string(kSharedText) + "return {\n";
  for (const KnownAnswer& one : kKnownAnswers)
    text += std::string(one.name) + " = function(n) " + one.body + " end,\n";
  return text + "}\n";
}

std::string answer_of(Interpreter& interpreter, const KnownAnswer& known, std::int64_t n) {
  const std::array<Json, 1> arguments{Json(n)};
  const auto value = interpreter.call(known.name, arguments);
  std::string said = value ? text(*value) : value.error().about;
  if (value && said.size() > 60) said = std::to_string(said.size()) + " characters";
  return said + " " + std::to_string(interpreter.fuel_used());
}

std::string answer_that_is_known(const KnownAnswer& known) {
  return std::string(known.value) + " " + std::to_string(known.fuel);
}

}  // namespace

std::span<const KnownAnswer> known_answers() { return kKnownAnswers; }

std::string answer_to(const KnownAnswer& known, std::int64_t n) {
  return answer_of(**Interpreter::load_unasked("known.lua", module_of_known_answers()), known, n);
}

std::string wrong_answer(bool only_at_start) {
  const auto interpreter = Interpreter::load_unasked("known.lua", module_of_known_answers());
  if (!interpreter) return interpreter.error().about;
  for (const KnownAnswer& known : kKnownAnswers) {
    if (only_at_start && !known.at_start) continue;
    const std::string said = answer_of(**interpreter, known, known.n);
    if (said != answer_that_is_known(known))
      return std::string(known.name) + ": " + said + ", not " + answer_that_is_known(known);
  }
  return "";
}

}  // namespace fairdeal::rules
