#!/bin/sh
# Publishes a release from any pipeline that has a POSIX shell, Node.js 20 or later and npm.
#
#   SLIPWAY_URL      the service, https://releases.example.com
#   SLIPWAY_KEY      a publish key, kept as a secret of the pipeline
#   SLIPWAY_APP      the app
#   SLIPWAY_PACKAGE  the command line: a tarball's path or address, or a package name
#
# Arguments are handed to `slipway publish`: files and folders, --release, --notes, --target, …
# Run again after a failure, it continues the same draft.
set -eu

: "${SLIPWAY_URL:?set it to the address of the service}"
: "${SLIPWAY_KEY:?set it to a publish key}"
: "${SLIPWAY_APP:?set it to the slug of the app}"
: "${SLIPWAY_PACKAGE:=@slipway/cli}"

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT INT TERM
npm install --silent --no-audit --no-fund --prefix "$tools" "$SLIPWAY_PACKAGE"
"$tools/node_modules/.bin/slipway" publish "$@" --yes
