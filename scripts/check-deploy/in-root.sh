#!/bin/sh
# Runs a command with a folder as its root, with the file systems that a machine has. Called inside a mount namespace
# and a process namespace of its own, so that nothing of it is seen outside, and nothing is left.
set -eu
root=$1
shift
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for folder in run tmp; do mount -t tmpfs -o mode=1777 tmpfs "$root/$folder"; done
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs tmpfs "$root/dev/shm"
cd "$root"
pivot_root . mnt
umount -l /mnt
exec "$@"
