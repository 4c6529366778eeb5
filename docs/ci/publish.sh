#!/bin/sh
# Publishes a release from any pipeline that has a POSIX shell, tar and Node.js 20.12 or later.
#
#   SLIPWAY_URL             the service, https://releases.example.com
#   SLIPWAY_ID_TOKEN        a token of the pipeline's own service, where the app trusts the pipeline; or
#   SLIPWAY_KEY             a publish key, kept as a secret of the pipeline
#   SLIPWAY_APP             the app
#   SLIPWAY_PACKAGE         the path of the command line's tarball, made by `npm run -w cli pack`
#   SLIPWAY_PACKAGE_SHA256  its SHA-256, as sha256sum prints it
#
# Arguments are handed to `slipway publish`: files and folders, --release, --notes, --target, …
# After a failure, run it again: it continues the same draft.
set -eu

: "${SLIPWAY_URL:?set it to the address of the service}"
: "${SLIPWAY_APP:?set it to the slug of the app}"
: "${SLIPWAY_PACKAGE:?set it to the path of the tarball of the command line}"
: "${SLIPWAY_PACKAGE_SHA256:?set it to the SHA-256 of that tarball}"

if [ -z "${SLIPWAY_KEY:-}${SLIPWAY_ID_TOKEN:-}" ]; then
  echo "SLIPWAY_KEY: set it to a publish key, or SLIPWAY_ID_TOKEN to a token of a pipeline that the app trusts" >&2
  exit 2
fi

# Only the command line gets them, once its bytes are known to be the right ones.
key=${SLIPWAY_KEY:-}
token=${SLIPWAY_ID_TOKEN:-}
unset SLIPWAY_KEY SLIPWAY_ID_TOKEN

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# The copy is what is verified and unpacked: nobody exchanges the file in between.
cp -- "$SLIPWAY_PACKAGE" "$tools/slipway.tgz"
sum=$(node -p 'crypto.createHash("sha256").update(fs.readFileSync(process.argv[1])).digest("hex")' "$tools/slipway.tgz")
if [ "$sum" != "$SLIPWAY_PACKAGE_SHA256" ]; then
  echo "$SLIPWAY_PACKAGE has the SHA-256 $sum, and SLIPWAY_PACKAGE_SHA256 is another." >&2
  exit 1
fi
(cd "$tools" && tar -xzf slipway.tgz)
SLIPWAY_KEY=$key SLIPWAY_ID_TOKEN=$token node "$tools/package/slipway.js" publish --yes "$@"
