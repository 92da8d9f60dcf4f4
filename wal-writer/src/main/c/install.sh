#!/bin/sh
# Builds and installs the log writer and its C library: sh install.sh [PREFIX]
set -eu
if [ "${1:-}" = --help ]; then
  echo "usage: sh install.sh [PREFIX]    (default /usr/local)"
  echo "Installs bin/snapkeeper-wal, lib/libsnapkeeper-wal.{a,so}, the header, pkg-config file and man page."
  exit 0
fi
prefix=${1:-/usr/local}
sources=$(cd "$(dirname "$0")" && pwd)
version=1
if [ "$(uname -s)" != Linux ]; then
  echo "install.sh: the log writer needs Linux, this is $(uname -s)" >&2
  exit 1
fi
if ! command -v cc >/dev/null; then
  echo "install.sh: no C compiler (Debian: apt-get install gcc libc6-dev)" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=c11 -O2 -Wall -Wextra -Wconversion -fstack-protector-strong"

cc $flags -pthread -o "$work/snapkeeper-wal" "$sources"/*.c
set --
for source in client/client.c client/writer.c crc32c.c owner.c file_system.c mounts.c; do
  object=$work/$(basename "$source" .c).o
  cc $flags -fPIC -c -o "$object" "$sources/$source"
  set -- "$@" "$object"
done
ar rcs "$work/libsnapkeeper-wal.a" "$@"
cc -shared -Wl,-soname,libsnapkeeper-wal.so.$version -o "$work/libsnapkeeper-wal.so.$version" "$@"
sed -e "s|@prefix@|$prefix|" -e "s|@version@|$version|" \
  "$sources/client/snapkeeper-wal.pc.in" >"$work/snapkeeper-wal.pc"

install -d "$prefix/bin" "$prefix/lib/pkgconfig" "$prefix/include" "$prefix/share/man/man3"
install -m 755 "$work/snapkeeper-wal" "$prefix/bin"
install -m 644 "$work/libsnapkeeper-wal.a" "$prefix/lib"
install -m 755 "$work/libsnapkeeper-wal.so.$version" "$prefix/lib"
ln -sf libsnapkeeper-wal.so.$version "$prefix/lib/libsnapkeeper-wal.so"
install -m 644 "$work/snapkeeper-wal.pc" "$prefix/lib/pkgconfig"
install -m 644 "$sources/client/snapkeeper-wal.h" "$prefix/include"
install -m 644 "$sources/client/snapkeeper-wal.3" "$prefix/share/man/man3"
echo "installed into $prefix"
