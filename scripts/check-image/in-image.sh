#!/bin/sh
# Runs a command with a folder as its root. Called in namespaces of its own. MODE is `build`, or `run`: then nothing but
# /data and /tmp can be written, and the loopback is up.
set -eu
root=$1
shift
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
if [ "$MODE" = run ]; then
  ip link set lo up
  mount --bind "$root/data" "$root/data"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount -o remount,bind,ro "$root"
fi
cd "$root"
pivot_root . mnt
umount -l /mnt
exec "$@"
