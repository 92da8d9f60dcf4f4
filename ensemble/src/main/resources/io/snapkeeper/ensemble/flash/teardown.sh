#!/bin/sh
# Takes down the emulated flash disks under a directory, whatever state they are in, and removes it.
#   teardown.sh DIR [PID]      PID: a process that is never killed, because it asks for this
#   teardown.sh --guard DIR    waits until its owner has gone: until standard input ends, or until the
#                              owner is a zombie with a thread that waits for a disk that hangs
# Touches nothing but what lies on or under DIR, whose name begins with snapkeeper-flash-.
# Ends with 1 and says what is left if something could not be taken down.
set -u

if [ "$1" = --guard ]; then
  # Ctrl-C goes to every process of the terminal; this one has to see it through.
  trap '' HUP INT TERM
  shift
  read -r owner rest <"$1/owner"
  exec 3<&0
  cat <&3 >/dev/null &
  reading=$!
  while kill -0 "$reading" 2>/dev/null && ! grep -q '^State:.Z' "/proc/$owner/status" 2>/dev/null; do
    sleep 1
  done
  kill "$reading" 2>/dev/null
fi
dir=$1
spared=${2:-0}
case $dir in
  /*/snapkeeper-flash-*) ;;
  *)
    echo "teardown: $dir is not a directory of emulated flash disks" >&2
    exit 2
    ;;
esac
[ -d "$dir" ] || exit 0
cd /

mounts_below() {
  awk -v prefix="$dir/" -v last="/$1" \
    'index($2, prefix) == 1 && substr($2, length($2) - length(last) + 1) == last { print $2 }' /proc/mounts
}

# [-l] MOUNT. An ordinary user's disks were mounted by fusermount3, and go by it.
unmount() {
  umount "$@" && return
  [ "$1" != -l ] || { shift && set -- -z "$1"; }
  fusermount3 -u -q "$@" || fusermount -u -q "$@"
} 2>/dev/null

loops() {
  for file in /sys/block/loop*/loop/backing_file; do
    [ -r "$file" ] || continue
    case $(cat "$file" 2>/dev/null) in
      "$dir"/*) loop=${file#/sys/block/} && echo "/dev/${loop%%/*}" ;;
    esac
  done
}

# Whoever has a file or the working directory on one of the disks.
users() {
  find /proc/[0-9]*/fd /proc/[0-9]*/cwd -maxdepth 1 -lname "$dir/disk-*/mount*" 2>/dev/null |
    cut -d / -f 3 | sort -u | grep -vx -e "$$" -e "$spared"
}

emulators() {
  find /proc/[0-9]*/exe -maxdepth 0 -lname "$dir/emulated-flash*" 2>/dev/null | cut -d / -f 3
}

# A disk that hangs holds whoever looks for a file on it, and each unmount.
for disk in "$dir"/disk-*; do
  control=$disk/mount/.control
  [ -d "$disk/fuse" ] && control=$disk/fuse/control
  [ -e "$control" ] && echo go-on 1<>"$control"
done 2>/dev/null

# Tries again for a while: a killed process and a detached device need a moment to let go.
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  for pid in $(users); do
    kill -9 "$pid" 2>/dev/null
  done
  for mount in $(mounts_below mount); do
    if [ "$attempt" -lt 5 ]; then unmount "$mount"; else unmount -l "$mount"; fi
  done
  for loop in $(loops); do
    # A loop device keeps what was set for its page cache.
    cache=/sys/class/bdi/$(cat "/sys/block/${loop#/dev/}/dev")
    { echo 0 >"$cache/strict_limit"; echo 100 >"$cache/max_ratio"; } 2>/dev/null
    losetup -d "$loop" 2>/dev/null
  done
  if [ -z "$(loops)" ] || [ "$attempt" -ge 8 ]; then
    for mount in $(mounts_below fuse); do
      if [ "$attempt" -lt 8 ]; then unmount "$mount"; else unmount -l "$mount"; fi
    done
  fi
  if [ "$attempt" -ge 8 ]; then
    for pid in $(emulators); do
      kill -9 "$pid" 2>/dev/null
    done
  fi
  if [ -z "$(mounts_below mount)$(loops)$(mounts_below fuse)$(emulators)" ]; then
    break
  fi
  sleep 0.2
done

left="$(mounts_below mount) $(loops) $(mounts_below fuse) $(emulators)"
if [ -n "$(echo "$left" | tr -d ' \n')" ]; then
  echo "teardown: could not take down:" $left >&2
  exit 1
fi
rm -rf --one-file-system "$dir"
