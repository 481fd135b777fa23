#!/bin/sh
# Prints the version of the package of the tree around this script.
#
# In a clone it grows with every commit, as apt installs only what is newer: 0.1.0+git<date>.<hash>, with the
# version of pyproject.toml and <date> in UTC, to the second. Commits of one second, as a rebase makes them, are
# counted by two more digits. Without a clone, and of the commit with the tag v<version>, it is the version of
# pyproject.toml alone: a release is above all that were before if its commit is the one that raises that version.
set -eu

tree=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$tree/pyproject.toml")
if [ -e "$tree/.git" ] && ! git -C "$tree" tag --points-at HEAD | grep --quiet --line-regexp --fixed-strings "v$version"; then
    second=$(git -C "$tree" log --max-count=1 --format=%ct)
    count=$(git -C "$tree" log --max-count=99 --format=%ct | grep --count --line-regexp "$second")
    date=$(date --utc --date "@$second" +%Y%m%d%H%M%S)$(printf '%02d' "$count")
    version=$version+git$date.$(git -C "$tree" rev-parse --short HEAD)
fi
echo "$version"
