#!/usr/bin/env bash
# Nothing is kept at the root of the tree but what stands here: a note that was left there once got into a commit.
cd "$(dirname "$0")/.."
git rev-parse -q --verify HEAD >/dev/null 2>&1 || exit 77 # the source without its history
meant=".ci .clang-format .clang-tidy .githooks .gitignore CHANGELOG.md CMakeLists.txt CMakePresets.json CONTRIBUTING.md
LICENSE README.md SECURITY.md THIRD-PARTY base bench cli cmake conformance consensus crypto docs fuzz games net packaging
proto relay rules runtime scripts stylua.toml tests tools ui web"
status=0
for name in $(git ls-files | cut -d/ -f1 | sort -u); do
  [[ " ${meant//$'\n'/ } " == *" $name "* ]] || { echo "$name is not meant to be at the root."; status=1; }
done
exit $status
