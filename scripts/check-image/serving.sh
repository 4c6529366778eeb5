#!/bin/sh
# What an engine does with the image, as the image's user: starts it, asks for its health, uses it, ends it.
set -eu
! sh -c "$HEALTHCHECK" || { echo "healthy before it was started"; exit 1; }
sh -c "exec $COMMAND" > /tmp/printed 2>&1 &
pid=$!
tries=0
until sh -c "$HEALTHCHECK"; do
  tries=$((tries + 1))
  [ $tries -lt 300 ] && kill -0 $pid || { cat /tmp/printed; exit 1; }
  sleep 0.1
done
# Healthy is before ready: it answers while it opens its database.
curl -sS --fail --retry 100 --retry-delay 1 --retry-all-errors http://127.0.0.1:8080/readyz > /tmp/ready 2> /tmp/waiting
echo "user $(id -un)"
echo "rights $(stat --format='%a %U' /data /data/slipway.db /data/admin-key | tr '\n' ' ')"
! touch /usr/local/lib/written 2> /tmp/touch || { echo "the root can be written"; exit 1; }
curl -sS --fail-with-body http://127.0.0.1:8080/v1/apps -H "Authorization: Bearer $(cat /data/admin-key)" \
  -H 'Content-Type: application/json' -d '{"slug": "hello"}' > /tmp/app
kill -TERM $pid
wait $pid
echo "ended $?"
