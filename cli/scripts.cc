#include "cli/scripts.h"

#include <algorithm>
#include <filesystem>

#include "base/edit_distance.h"
#include "crypto/system_rng.h"
#include "net/sockets/private_file.h"
#include "proto/charter.h"
#include "proto/key_words.h"
#include "proto/limits.h"
#include "rules/json_full.h"
#include "rules/registry.h"
#include "ui/home/identity.h"
#include "ui/home/places.h"
#include "ui/sandbox/kept_scripts.h"
#include "ui/sandbox/script_files.h"
#include "ui/words/printable.h"
#include "ui/words/secrecy_words.h"

namespace fairdeal::cli {
namespace {

sandbox::KeptScripts shared_scripts() { return sandbox::KeptScripts(home::scripts_folder()); }

std::string author_words(const std::optional<meet::ScriptAuthor>& author) {
  if (!author) return "signed by nobody";
  return "signed by " + author->key.hex() + "\n  " +
         proto::key_words(author->key, proto::kKeyWordsOfKey);
}

words::Json script_json(const sandbox::KeptScript& script) {
  return {{"name", script.name},
          {"version", script.version},
          {"digest", script.digest.hex()},
          {"author", script.author ? words::Json(script.author->key.hex()) : words::Json()}};
}

/// A script as a command names it, loaded.
struct LoadedScript {
  const rules::Module* module;
  sandbox::KeptScript script;
};

sandbox::KeptScript described(const rules::Module& module,
                              std::optional<meet::ScriptAuthor> author) {
  return {proto::script_digest(module.script), module.info().name, module.info().version,
          std::move(author)};
}

tl::expected<LoadedScript, words::Failure> load_file(const std::string& path) {
  if (!sandbox::is_script(path))
    return tl::unexpected(
        words::Failure{words::Exit::usage, "no_script",
                       "'" + words::printable(path) + "' is no script: it does not end in .lua.",
                       "For example fairdeal games add skull.lua."});
  std::string name = path;
  auto author = sandbox::use_script(name);
  if (!author) return tl::unexpected(author.error());
  const rules::Module* const module = *rules::find_module(name);
  return LoadedScript{module, described(*module, *author)};
}

/// Returns the name of a kept script that may be meant; "" if none is near.
std::string nearest_kept(const std::string& name) {
  std::vector<std::string> names;
  for (const sandbox::KeptScript& script : shared_scripts().list()) names.push_back(script.name);
  return nearest_name(name, names);
}

words::Failure no_such_script(const std::string& which) {
  const std::string near = nearest_kept(which);
  const std::string hint = rules::find_module(which)
                               ? "It is built in: fairdeal games " + which + " describes it."
                           : near.empty() ? "fairdeal games show lists those that are."
                                          : "Did you mean " + words::printable(near) + "?";
  return {words::Exit::usage, "no_such_script",
          "No script '" + words::printable(which) + "' is kept here.", hint};
}

/// Returns the kept script of this name, or whose digest begins so.
tl::expected<sandbox::KeptScript, words::Failure> find_kept(const std::string& which) {
  std::vector<sandbox::KeptScript> found;
  for (sandbox::KeptScript& script : shared_scripts().list())
    if (script.name == which || (which.size() >= 4 && script.digest.hex().starts_with(which)))
      found.push_back(std::move(script));
  if (found.empty()) return tl::unexpected(no_such_script(which));
  if (found.size() == 1) return std::move(found.front());
  std::string digests;
  for (const sandbox::KeptScript& script : found)
    digests += " " + script.digest.hex().substr(0, 12);
  return tl::unexpected(words::Failure{words::Exit::usage, "several_scripts",
                                       "Several scripts are called so:" + digests + ".",
                                       "Name one by the first digits of its digest."});
}

std::string seats_words(const rules::GameInfo& info) {
  return std::to_string(info.seats_min) +
         (info.seats_min == info.seats_max ? "" : " to " + std::to_string(info.seats_max)) +
         " seats";
}

int show_one(const LoadedScript& loaded, const words::Output& output) {
  const rules::GameInfo& info = loaded.module->info();
  if (const std::string words = sandbox::drawing_words(*loaded.module); !words.empty())
    output.note(words);
  words::Json document = script_json(loaded.script);
  document.update({{"v", 1},
                   {"size", loaded.module->script.size()},
                   {"about", info.about},
                   {"rules", info.rules},
                   {"seats_min", info.seats_min},
                   {"seats_max", info.seats_max},
                   {"hidden", info.hidden},
                   {"chance", info.chance},
                   {"simultaneous", info.simultaneous}});
  output.result(document);
  std::string text = loaded.script.name + " (version " + loaded.script.version + "), " +
                     seats_words(info) + ", " + std::to_string(loaded.module->script.size()) +
                     " bytes\n  " + info.about + "\n  digest " + loaded.script.digest.hex() +
                     "\n  " + author_words(loaded.script.author);
  for (const std::string& fact :
       words::secrecy_facts(rules::secrets_of(info), info.hidden ? "cards" : ""))
    text += "\n  " + fact;
  for (const std::string& fact :
       words::script_facts(rules::secrets_of(info), info.hidden ? "cards and dice" : ""))
    text += "\n  " + fact;
  for (const auto& param : info.params)
    text += "\n  " + param.name + " = " + param.value + "   " + param.about;
  if (!info.rules.empty()) text += "\n\n" + info.rules;
  output.result(words::printable_lines(text));
  return 0;
}

int show_all(const words::Output& output) {
  words::Json scripts = words::Json::array();
  std::string text;
  for (const sandbox::KeptScript& script : shared_scripts().list()) {
    scripts.push_back(script_json(script));
    text += script.name + " (version " + script.version + ")  " +
            script.digest.hex().substr(0, 12) +
            (script.author
                 ? "  signed by " + proto::key_words(script.author->key, proto::kKeyWordsToDecide)
                 : "") +
            "\n";
  }
  output.result(words::Json{{"v", 1}, {"scripts", scripts}});
  if (!text.empty()) text.pop_back();
  output.result(text.empty() ? "No scripts are kept here. fairdeal games add FILE.lua keeps one."
                             : words::printable_lines(text));
  return 0;
}

words::Failure unsigned_script() {
  return {words::Exit::usage, "unsigned", "Nobody has signed this script.",
          "Its author signs it by fairdeal games sign."};
}

int tell_signer(const crypto::Digest& digest, const meet::ScriptAuthor& author,
                const words::Output& output) {
  output.result(words::Json{{"v", 1}, {"digest", digest.hex()}, {"author", author.key.hex()}});
  output.result("This script, digest " + digest.hex().substr(0, 12) + ", is " +
                author_words(author) + ".");
  return 0;
}

/// Says who signed a kept script. Its signature was checked when the list was read.
int verify_kept(const std::string& which, const words::Output& output) {
  const auto kept = find_kept(which);
  if (!kept) return output.failed(kept.error());
  if (!kept->author) return output.failed(unsigned_script());
  return tell_signer(kept->digest, *kept->author, output);
}

}  // namespace

int run_games_add(const ScriptsOptions& options, const words::Output& output) {
  const auto loaded = load_file(options.script);
  if (!loaded) return output.failed(loaded.error());
  for (const rules::ScriptOfFolder& script : rules::scripts_of_folder())
    if (script.name == loaded->script.name && script.text != loaded->module->script)
      return output.failed({words::Exit::usage, "name_taken",
                            "Another game '" + loaded->script.name +
                                "' is built into this program, which would be taken for it.",
                            "Give the script another name; host and play take its file, too."});
  if (const auto kept = shared_scripts().keep(loaded->script, loaded->module->script); !kept)
    return output.failed(words::failure_of(kept.error(), "Could not keep the script"));
  words::Json document = script_json(loaded->script), others = words::Json::array();
  for (const sandbox::KeptScript& other : shared_scripts().others_called(loaded->script)) {
    const std::string digest = other.digest.hex();
    others.push_back(digest);
    output.note(words::printable_lines(
        "Another script of this name is kept, version " + other.version + ", digest " +
        digest.substr(0, 12) + ", " + author_words(other.author) + ".\n  This one has version " +
        loaded->script.version + " and is " + author_words(loaded->script.author) +
        ".\n  fairdeal games remove " + digest.substr(0, 12) + " forgets the other one."));
  }
  document["v"] = 1;
  document["others"] = others;
  sandbox::tell_of_drawing(loaded->script.name, output);
  output.result(document);
  output.result(words::printable_lines(
      "Kept " + loaded->script.name + ", version " + loaded->script.version + ", digest " +
      loaded->script.digest.hex().substr(0, 12) + ", " + author_words(loaded->script.author) +
      ".\nfairdeal host " + loaded->script.name + " opens a table of it."));
  return 0;
}

int run_games_show(const ScriptsOptions& options, const words::Output& output) {
  if (options.script.empty()) return show_all(output);
  if (sandbox::is_script(options.script)) {
    const auto loaded = load_file(options.script);
    return loaded ? show_one(*loaded, output) : output.failed(loaded.error());
  }
  const auto kept = find_kept(options.script);
  if (!kept) return output.failed(kept.error());
  const auto text = shared_scripts().text(kept->digest.hex());
  const auto module =
      text
          ? rules::add_script(kept->name, *text)
          : Result<const rules::Module*>(fail(Fault::damaged, "the file is not as it was written"));
  if (!module) return output.failed(words::failure_of(module.error(), "Could not load the script"));
  return show_one({*module, *kept}, output);
}

int run_games_remove(const ScriptsOptions& options, const words::Output& output) {
  const auto kept = find_kept(options.script);
  if (!kept) return output.failed(kept.error());
  if (const auto done = shared_scripts().remove(kept->digest); !done)
    return output.failed(words::failure_of(done.error(), "Could not forget the script"));
  words::Json document = script_json(*kept);
  document["v"] = 1;
  output.result(document);
  output.result(
      words::printable_lines("Forgot " + kept->name + ", version " + kept->version + "."));
  return 0;
}

int run_games_sign(const ScriptsOptions& options, const words::Output& output) {
  crypto::SystemRng rng;
  const std::filesystem::path path = home::identity_file(options.identity);
  const auto read = sandbox::read_script(options.script);
  if (!read) return output.failed(words::failure_of(read.error(), "Could not read the script"));
  const std::string& text = *read;
  const auto module =
      rules::add_script(std::filesystem::path(options.script).filename().string(), text);
  if (!module)
    return output.failed({words::Exit::usage, "bad_script",
                          "This script is no game: " + words::printable(module.error().about) + ".",
                          "docs/modules.md describes a script."});
  const auto identity = home::obtain_identity(path, "", rng);
  if (!identity)
    return output.failed(words::failure_of(identity.error(), "Could not use the identity"));
  const auto author = meet::sign_script(text, identity->key);
  const std::string file = options.script + ".sig";
  if (const auto written = sockets::write_private(file, sandbox::text_of(author)); !written) {
    std::error_code none;
    if (std::filesystem::is_regular_file(file, none)) std::filesystem::remove(file, none);
    return output.failed(words::failure_of(written.error(), "Could not write the signature"));
  }
  sandbox::tell_of_drawing((*module)->info().name, output);
  output.result(words::Json{{"v", 1},
                            {"file", file},
                            {"digest", proto::script_digest(text).hex()},
                            {"author", author.key.hex()}});
  output.result("Signed, in " + words::printable(file) + ": it goes with the script.");
  return 0;
}

int run_games_verify(const ScriptsOptions& options, const words::Output& output) {
  if (!sandbox::is_script(options.script)) return verify_kept(options.script, output);
  const auto read = sandbox::read_script(options.script);
  if (!read) return output.failed(words::failure_of(read.error(), "Could not read the script"));
  const std::string& text = *read;
  const auto author = sandbox::read_author(options.script + ".sig", text);
  if (!author && author.error().fault == Fault::no_such_file)
    return output.failed(unsigned_script());
  if (!author)
    return output.failed(
        {words::Exit::invalid, "bad_signature",
         author.error().fault == Fault::bad_signature
             ? "The signature is not of this text."
             : "The signature cannot be read: " + words::printable(describe(author.error())) + ".",
         "The script or the signature was changed."});
  return tell_signer(proto::script_digest(text), *author, output);
}

}  // namespace fairdeal::cli
