#include <set>

#include <gtest/gtest.h>

#include "rules/json_full.h"
#include "rules/lua/interpreter.h"
#include "rules/lua/limits.h"
#include "tests/rules/lua/answers.h"

/// Scripts that want more than they have. Each is contained: it gets an error that says what it
/// did, or a value that says nothing, and the interpreter answers the next call as if it had not
/// been there.
namespace fairdeal::rules {
namespace {

struct Hostile {
  const char* name;
  const char* before;  ///< what the script does when it is loaded
  const char* body;    ///< of the function f(s) that is called; s is {n = 3, list = {1, 2, 3}}
  const char* expect;  ///< a part of the error, or the text of the value
};

void PrintTo(const Hostile& script, std::ostream* out) { *out << script.name; }

class HostileScripts : public testing::TestWithParam<Hostile> {};

constexpr const char* kCalm = "function(s) return {s.n + 1, #s.list} end";

TEST_P(HostileScripts, AreContained) {
  const Hostile& script = GetParam();
  const std::string text = std::string(script.before) + "\nreturn {f = function(s) " + script.body +
                           " end,\ncalm = " + kCalm + "}";
  const std::vector<Json> arguments{Json{{"n", 3}, {"list", {1, 2, 3}}}};
  std::string first;
  const int rounds = answers_file().empty() ? 3 : 1;
  for (int round = 0; round < rounds; ++round) {  // a call leaves nothing for the next
    auto loaded = Interpreter::load("h.lua", text);
    if (!loaded) {
      EXPECT_NE(loaded.error().about.find(script.expect), std::string::npos)
          << loaded.error().about;
      return note_answer(script.name, loaded.error().about);
    }
    Interpreter& interpreter = **loaded;
    for (int call = 0; call < rounds; ++call) {
      const auto said = interpreter.call("f", arguments);
      const std::string what = said ? rules::text(*said) : said.error().about;
      EXPECT_NE(what.find(script.expect), std::string::npos) << what;
      if (first.empty()) first = what + " " + std::to_string(interpreter.fuel_used());
      EXPECT_EQ(first, what + " " + std::to_string(interpreter.fuel_used()));
      const auto calm = interpreter.call("calm", arguments);
      ASSERT_TRUE(calm) << calm.error().about;
      EXPECT_EQ(rules::text(*calm), "[4,3]");
    }
  }
  note_answer(script.name, first);
}

/// Whatever random numbers Lua itself uses, a script does not see them: each load has other seeds.
INSTANTIATE_TEST_SUITE_P(
    Chance, HostileScripts,
    testing::Values(
        Hostile{
            "length_of_a_list_with_holes",
            "local function coin(i) local t = {} for _, k in ipairs({'a', 'b', 'c', 'd', 'e'}) do "
            "t[k .. i] = 1 end t[1] = 1 t[3] = 1 t[4] = 1 t['a' .. i] = nil t[i .. 'zq'] = 1 "
            "return #t end",
            "local bits = '' for i = 1, 40 do bits = bits .. coin(i) end return bits", "1111"},
        Hostile{"length_of_what_was_looked_up", "",
                "local x = {y = {{1, 2}, {3}}} return #x.y[#x.y] + #(x.y)[1] * 10 + #'abc' - -#x.y",
                "26"},
        Hostile{"hidden_functions_by_their_environment", "",
                "local _ENV = {['__integer'] = function(x) return x end} for i = '1', 2 do end",
                "'for' takes integers, and not a string"},
        Hostile{"hidden_name", "", "return __integer(1)", "not for scripts"},
        Hostile{"first_error_of_many", "",
                "return {zz = 'x', bb = type, aa = function() end, cc = {1, nil, 3}, dd = '\\xff'}",
                ".aa: a function is no value"},
        Hostile{"first_variable_of_many", "local beta, alpha, gamma = 1, 1, 1",
                "gamma = 2 beta = 2 alpha = 2", "'alpha' keeps a value"},
        Hostile{"length_by_name", "", "return __length_of(s.list)", "not for scripts"},
        Hostile{"an_argument_that_is_not_there", "", "return string.format('%s')",
                "format knows %d"},
        Hostile{"null_as_text", "", "return string.format('%s', null)", "format knows %d"},
        Hostile{"pivots_by_the_clock", "",
                "local keys, solid, gas = {}, 0, 1 << 40 for i = 1, 390 do keys[i] = {v = gas} end "
                "local candidate = keys[1] table.sort(keys, function(a, b) "
                "if a.v == gas and b.v == gas then local x = a == candidate and a or b "
                "x.v = solid solid = solid + 1 end "
                "if a.v == gas then candidate = a elseif b.v == gas then candidate = b end "
                "return a.v < b.v end) local sum = 0 "
                "for i = 1, 390 do sum = sum * 31 + keys[i].v % 1000 end return sum",
                ""},
        Hostile{"an_iterator_that_is_kept", "local it = pairs({{}})", "local _, v = it() return v",
                "cannot be kept for calls"},
        Hostile{"fractions_by_texts", "", "return math.abs('1.5')", "an integer was expected"},
        Hostile{"fractions_by_max", "", "return math.max(1, '2.5')", "an integer was expected"}),
    [](const auto& at) { return at.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Returned, HostileScripts,
    testing::Values(
        Hostile{"one_table_of_long_keys_many_times", "",
                "local o, p, l = {}, ('k'):rep(8000), {} for i = 1, 200 do o[p .. i] = 1 end "
                "for i = 1, 40 do l[i] = o end return l",
                "1 MB of texts, in all"},
        Hostile{"few_tables_that_are_many_values", "",
                "local t = {} for i = 1, 30 do t = {t, t} end return t", "100,000 values"},
        Hostile{"one_text_many_times", "",
                "local x, t = string.rep('x', 8000), {} for i = 1, 2000 do t[i] = x end return t",
                "1 MB of texts, in all"},
        Hostile{"a_hand_that_is_none", "", "return poker.hand_name(0)", "nothing high"},
        Hostile{"all_bytes_at_once", "", "return math.max(string.rep('x', 8000):byte(1, -1))",
                "more than 200 values"},
        Hostile{"keys_that_collide", "",
                "local t = {} for i = 1, 1500 do t[i * 2047] = 1 end "
                "for i = 1, 1000000 do local x = t[-i * 2047] end",
                "takes more than"}),
    [](const auto& at) { return at.param.name; });

constexpr const char* kTooLong = "takes more than 1,000,000 instructions";
constexpr const char* kNotInCalls = "cannot change in a call";

INSTANTIATE_TEST_SUITE_P(
    Time, HostileScripts,
    testing::Values(
        Hostile{"loop", "", "while true do end", kTooLong},
        Hostile{
            "many_values_in_one_instruction",
            "local function g(n, ...) if n == 0 then for i = 1, 249000 do type(...) end end "
            "return g(n - 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ...) end",
            "return g(150)", kTooLong},
        Hostile{"many_results_in_one_instruction",
                "local function w(n) if n == 0 then return 1 end return 1, w(n - 1) end",
                "for i = 1, 1000 do w(2000) end", kTooLong},
        Hostile{"repeat", "", "repeat local x = 1 until false", kTooLong},
        Hostile{"goto", "", "::again:: goto again", kTooLong},
        Hostile{"count_down", "", "for i = 1, math.maxinteger do end", kTooLong},
        Hostile{"tail_calls", "local function g() return g() end", "return g()", kTooLong},
        Hostile{"while_loading", "while true do end", "", kTooLong},
        Hostile{"compare_long_strings", "",
                "local a, b = ('x'):rep(8000), ('x'):rep(8000) while a == b do end", kTooLong},
        Hostile{"sort_again", "",
                "local t = {} for i = 1, 3000 do t[i] = i * 7919 % 3001 end "
                "for k = 1, 1000 do table.sort(t) end",
                kTooLong},
        Hostile{"sort_by_a_liar", "",
                "local t = {} for i = 1, 3000 do t[i] = i % 17 end "
                "table.sort(t, function() return true end)",
                "null"},
        Hostile{"sort_with_holes", "",
                "local t = {3, 2, 1} t[2] = nil t[7] = 4 table.sort(t) return t[1]", "3"},
        Hostile{"insert_in_front", "",
                "local t = {} for i = 1, 1000000 do table.insert(t, 1, i) end", kTooLong},
        Hostile{"find_again", "", "local a = ('ab'):rep(4000) while true do a:find('ba!') end",
                kTooLong},
        Hostile{"rehash", "",
                "local t = {} for i = 1, 1500 do t['k' .. i] = 1 end "
                "for r = 1, 1000000 do t['k' .. r % 7] = nil t['z' .. r] = 1 t['z' .. r] = nil end",
                kTooLong},
        Hostile{"pairs_again", "",
                "local t = {} for i = 1, 2000 do t[i] = i end while true do pairs(t) end",
                "takes more than"},
        Hostile{"error_in_a_loop", "", "while true do local t = {} t[1] = {t} end",
                "takes more than"}),
    [](const auto& at) { return at.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Memory, HostileScripts,
    testing::Values(
        Hostile{"table_bomb", "", "local t = {} for i = 1, 1e8 do t[i] = i end", "integers"},
        Hostile{"list_bomb", "", "local t = {} for i = 1, 100000000 do t[i] = i end",
                "a table is too large"},
        Hostile{"object_bomb", "", "local t = {} for i = 1, 100000000 do t['k' .. i] = i end",
                "a table is too large"},
        Hostile{"many_tables", "",
                "for r = 1, 120 do local t = {} for i = 1, 2000 do t[i] = {i, {i, {i}}, i, i, i} "
                "end end",
                "takes more than"},
        Hostile{"doubled_string", "", "local x = 'x' while true do x = x .. x end",
                "a string is longer than 8 kB"},
        Hostile{"rep", "", "return string.rep('x', 1000000000)", "a string is longer than 8 kB"},
        Hostile{"rep_of_rep", "", "return (('x'):rep(8000)):rep(8000)", "longer than 8 kB"},
        Hostile{"rep_below_zero", "", "return ('x'):rep(-5)", "\"\""},
        Hostile{"rep_of_nothing", "", "return (''):rep(math.maxinteger)", "\"\""},
        Hostile{"concat", "",
                "local t = {} for i = 1, 1000 do t[i] = ('x'):rep(100) end return table.concat(t)",
                "longer than 8 kB"},
        Hostile{"recursion", "local function g(n) return 1 + g(n + 1) end", "return g(1)",
                "within one another are too many"},
        Hostile{"recursion_by_sort",
                "local function g(a, b) table.sort({3, 2, 1}, g) return a < b end",
                "table.sort({3, 2, 1}, g)", "stack overflow"},
        Hostile{"unpack", "",
                "local t = {} for i = 1, 300 do t[i] = i end return #{table.unpack(t)}",
                "more than 200 values"},
        Hostile{"closures", "",
                "local all = {} for r = 1, 60 do local t = {} for i = 1, 2000 do "
                "t[i] = function() return i end t[i] = {t[i], t[i], t[i], t[i]} end all[r] = t end",
                "takes more than"},
        Hostile{"long_constant", "", "return '0123456789012345678901234567890'", "0123456789"},
        Hostile{"deep_value", "", "local t = {} for i = 1, 100 do t = {t} end return t",
                "too many values in one another"},
        Hostile{"circle", "", "local t = {} t[1] = t return t", "too many values in one another"},
        Hostile{"format_wide", "", "return ('%99s'):format('x'):rep(100)", "longer than 8 kB"}),
    [](const auto& at) { return at.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Reach, HostileScripts,
    testing::Values(
        Hostile{"io", "", "return io.open('/etc/passwd')", "nil value (global 'io')"},
        Hostile{"os_time", "", "return os.time()", "nil value (global 'os')"},
        Hostile{"os_execute", "", "os.execute('true')", "nil value (global 'os')"},
        Hostile{"os_while_loading", "local t = os.clock()", "", "nil value (global 'os')"},
        Hostile{"random", "", "return math.random(6)", "nil value (field 'random')"},
        Hostile{"require", "", "return require('os')", "nil value (global 'require')"},
        Hostile{"package", "", "return package.loaded", "nil value (global 'package')"},
        Hostile{"load", "", "return load('return 1')()", "nil value (global 'load')"},
        Hostile{"dofile", "", "return dofile('x.lua')", "nil value (global 'dofile')"},
        Hostile{"bytecode", "\x1bLua", "", "h.lua"},
        Hostile{"dump", "", "return string.dump(function() end)", "nil value (field 'dump')"},
        Hostile{"debug", "", "return debug.getregistry()", "nil value (global 'debug')"},
        Hostile{"coroutine", "", "return coroutine.create(f)", "nil value (global 'coroutine')"},
        Hostile{"pcall", "", "return pcall(error)", "nil value (global 'pcall')"},
        Hostile{"xpcall", "", "return xpcall(error, error)", "nil value (global 'xpcall')"},
        Hostile{"collectgarbage", "", "return collectgarbage('count')",
                "nil value (global 'collectgarbage')"},
        Hostile{"print", "", "print('hello')", "nil value (global 'print')"},
        Hostile{"globals", "", "return _G", "null"},
        Hostile{"setmetatable", "", "setmetatable({}, {__gc = function() end})",
                "nil value (global 'setmetatable')"},
        Hostile{"getmetatable", "", "return getmetatable('').__index",
                "nil value (global 'getmetatable')"},
        Hostile{"rawset", "", "rawset(s, 1, 2)", "nil value (global 'rawset')"},
        Hostile{"next", "", "return next(s)", "nil value (global 'next')"},
        Hostile{"pattern", "", "return ('aaaa'):match('a*a*a*b')", "nil value (method 'match')"},
        Hostile{"gsub", "", "return ('aaaa'):gsub('a', 'b')", "nil value (method 'gsub')"},
        Hostile{"find_is_plain", "", "return ('a.c'):find('.')", "2"},
        Hostile{"address", "", "return tostring({})", "a table has no text"},
        Hostile{"address_of_function", "", "return tostring(pairs)", "a function has no text"},
        Hostile{"address_by_format", "", "return ('%p'):format(s)", "format knows"},
        Hostile{"table_by_format", "", "return ('%s'):format(s)", "format knows"},
        Hostile{"address_by_concat", "", "return 'x' .. s", "attempt to concatenate a table"},
        Hostile{"order_of_tables", "", "local t = {} t[{}] = 1 for k in pairs(t) do end",
                "h.lua:2: a table cannot be a key of a table"},
        Hostile{"order_of_functions", "", "return {[pairs] = 1}",
                "a function cannot be a key of a table"},
        Hostile{"look_up_by_a_table", "", "return {({})[s] == nil, s[pairs] == nil}",
                "[true,true]"},
        Hostile{"order_of_keys", "",
                "local o = '' for k in pairs({b = 1, a = 2, c = 3, [2] = 1, [-1] = 1}) do "
                "o = o .. k .. ' ' end return o",
                "-1 2 a b c "}),
    [](const auto& at) { return at.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Keeping, HostileScripts,
    testing::Values(
        Hostile{"variable", "local n = 0", "n = n + 1 return n", "'n' keeps a value"},
        Hostile{"variable_of_a_closure",
                "local function counter() local n = 0 return function() n = n + 1 return n end end "
                "local count = counter()",
                "return count()", "'n' keeps a value"},
        Hostile{"table", "local t = {}", "t[1] = (t[1] or 0) + 1 return t[1]", kNotInCalls},
        Hostile{"table_within", "local t = {a = {b = {}}}", "t.a.b.c = 1", kNotInCalls},
        Hostile{"global", "x = 0", "x = x + 1 return x", "'x' cannot change in a call"},
        Hostile{"new_global", "", "y = 1", "'y' cannot change in a call"},
        Hostile{"environment", "local e = _ENV", "e.q = 1", "'q' cannot change in a call"},
        Hostile{"library", "", "string.upper = 1", "'upper' cannot change in a call"},
        Hostile{"table_by_insert", "local t = {}", "table.insert(t, 1)",
                "can only be read in calls"},
        Hostile{"table_by_sort", "local t = {2, 1}", "table.sort(t)", "can only be read in calls"},
        Hostile{"function_for_a_function", "local g = function() return 1 end",
                "g = function() return 2 end return g()", "'g' keeps a value"},
        Hostile{"what_it_was_given", "", "s.n = 100 table.insert(s.list, 7) return s.n", "100"}),
    [](const auto& at) { return at.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Values, HostileScripts,
    testing::Values(
        Hostile{"loop_from_a_text", "", "for i = '0.5', 3 do return i .. '' end",
                "'for' takes integers, and not a string"},
        Hostile{"loop_of_infinities", "", "for i = '1e999', '1e999' do return i - i .. '' end",
                "'for' takes integers, and not a string"},
        Hostile{"loop_by_a_text", "", "for i = 1, 3, ('1') do return i .. '' end",
                "'for' takes integers, and not a string"},
        Hostile{"loop_to_nothing", "", "for i = 1, (function() end)() do end",
                "'for' takes integers, and not a no value"},
        Hostile{"loops_in_the_limits_of_loops", "",
                "local o = '' for i = (function(...) for j = 1, #s.list do o = o .. j end "
                "if true then repeat o = o .. select('#', ...) until true end return 2 end)(7, 8), "
                "math.max(#s.list, 4 --[[ do, ]]) -- do\n do o = o .. i end return o",
                "1232234"},
        Hostile{"all_that_is_given", "",
                "local function g(...) local a, b = ... return select('#', ...) + a + b + #{...} + "
                "(...) end return g(1, 2, 3)",
                "10"},
        Hostile{"bracket_behind_what_is_no_call", "",
                "local o = 0 local function add(n) o = o + n end "
                "local function g(...) local a = ...\n(add or 0)(a) local n = #{1, 2}\n(add)(n) "
                "local m = #'abc' -- x\n(add)(m) return o end return g(5)",
                "10"},
        Hostile{"what_the_text_is_given", "local a = ...", "", "is given nothing by ..."},
        Hostile{"what_the_text_is_given_late", "if true then do end end print(select('#', ...))",
                "", "is given nothing by ..."},
        Hostile{"names_like_hidden_ones", "",
                "local __allowed, __all_cards = 1, 2 return __allowed + __all_cards", "3"},
        Hostile{"variable_near_the_limit_of_memory", "local n = 0",
                "n = 1 - n local z, k = ('z'):rep(4000), n for i = 1, 3600 do local _ = z .. z end "
                "return k",
                "'n' keeps a value"},
        Hostile{"zero_in_a_text", "", "return '\\0'", "the character 0"},
        Hostile{"zero_in_hexadecimal", "", "return 'a\\x00b'", "the character 0"},
        Hostile{"zero_of_unicode", "", "return '\\u{000}'", "the character 0"},
        Hostile{"zero_by_char", "", "return string.char(65, 0)", "a byte is 1 to 255"},
        Hostile{"no_zero", "", "return '\\010\\x0a\\u{a}' == '\\n\\n\\n'", "true"},
        Hostile{"division", "", "return 1 / 2", "use // instead of /"},
        Hostile{"power", "", "return 2 ^ 3", "there is no ^"},
        Hostile{"fraction", "", "return 1.5", "numbers are integers here"},
        Hostile{"exponent", "", "return 1e3", "numbers are integers here"},
        Hostile{"hex_fraction", "", "return 0x1p4", "numbers are integers here"},
        Hostile{"huge_integer", "", "return 9223372036854775808", "more than 64 bits"},
        Hostile{"greatest_integer", "", "return 9223372036854775807 + 1", "-9223372036854775808"},
        Hostile{"division_by_zero", "", "return 1 // 0", "attempt to divide by zero"},
        Hostile{"fraction_of_a_string", "", "return '1.5' + 1", "attempt to perform arithmetic"},
        Hostile{"fraction_by_tonumber", "", "return {tonumber('1.5') == nil, tonumber('0x10')}",
                "[true,16]"},
        Hostile{"comment_that_ends_early", "-- x\r local y = 1 / 2", "", "use // instead of /"},
        Hostile{"string_that_goes_on", "local x = '\\z\n' local y = 1 / 2", "",
                "use // instead of /"},
        Hostile{"function_as_a_value", "", "return {pairs}", "[1]: a function is no value of JSON"},
        Hostile{"hole", "", "return {1, nil, 3}", "a list has a hole"},
        Hostile{"both_kinds_of_keys", "", "return {1, a = 2}", "numbers and names as keys"},
        Hostile{"no_utf8", "", "return '\\xff'", "a text is no UTF-8"},
        Hostile{"error_with_a_table", "", "error({})", "an error without words"},
        Hostile{"error_with_a_bell", "", "error('\\7\\27[31m')", "h.lua:2: "},
        Hostile{"syntax", "", "return return", "h.lua:2: "},
        Hostile{"no_module", "do return 5 end", "", "returns no table"}),
    [](const auto& at) { return at.param.name; });

/// Memory that earlier calls left changes nothing about when a later one takes too much.
TEST(HostileScript, TakesTheSameMemoryAfterDeepCalls) {
  const std::string text = R"(
    local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
    return {warm = function() return deep(3000) end,
            fail = function() deep(30000) end,
            take = function(n)
              deep(3000)
              local z = ('z'):rep(4000)
              for i = 1, n do local _ = z .. z end
            end})";
  std::set<bool> seen;
  for (std::int64_t n = 3'900; n < 4'300; n += 9) {
    const auto load = [&] { return Interpreter::load("h.lua", text).value(); };
    const auto cold = load(), warm = load(), failed = load();
    ASSERT_TRUE(warm->call("warm", {}));
    ASSERT_FALSE(failed->call("fail", {}));
    const std::vector<Json> argument{Json(n)};
    const bool fits = cold->call("take", argument).has_value();
    EXPECT_EQ(warm->call("take", argument).has_value(), fits) << n;
    EXPECT_EQ(failed->call("take", argument).has_value(), fits) << n;
    seen.insert(fits);
  }
  EXPECT_EQ(seen.size(), 2u) << "the limit is in this range";
}

/// The work after each call grows with it.
TEST(HostileScript, KeepsNoMoreThanACallCanLookAt) {
  const auto loads = [](const std::string& made, const std::string& keeps) {
    return Interpreter::load("h.lua", "local all = {} " + made +
                                          " return {all = function() return " + keeps + " end}")
        .has_value();
  };
  const std::string closures = "for i = 1, N do local x = i all[i] = function() return x end end";
  const auto with = [&](const char* count) {
    return std::string(closures).replace(closures.find('N'), 1, count);
  };
  EXPECT_TRUE(loads(with("900"), "all"));
  EXPECT_FALSE(loads(with("1100"), "all"));
  EXPECT_TRUE(loads(with("1100"), "1")) << "what nobody can reach is not kept";
  EXPECT_FALSE(loads("for i = 1, 40000 do all[i % 4000 + 1] = {all[i % 4000 + 1]} end", "all"));
}

}  // namespace
}  // namespace fairdeal::rules
