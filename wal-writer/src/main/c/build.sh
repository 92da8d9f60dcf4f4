#!/bin/sh
# Builds the log writer into a directory: for this machine, and for the other one that it is made
# for where a cross compiler is installed. Where nothing can be built it says so in one line, and
# the build goes on without: logs are then written from inside the server.
set -eu
out=$1
sources=$(dirname "$0")
name=snapkeeper-wal
flags="-std=c11 -O2 -Wall -Wextra -Wconversion -Werror -fstack-protector-strong -pthread"

if [ "$(uname -s)" != Linux ]; then
  echo "[wal-writer] not Linux: built without the log writer process"
  exit 0
fi

build() {
  target=$out/$name-$1
  if [ -f "$target" ] && [ -z "$(find "$sources" -newer "$target" -type f)" ]; then
    return
  fi
  mkdir -p "$out"
  # Static, so that it runs wherever the kernel does.
  "$2" $flags -static -s -o "$target.new" "$sources"/*.c
  mv "$target.new" "$target"
  sha256sum "$target" | cut -d ' ' -f 1 >"$target.sha256"
}

built=
missing=
for pair in x86_64:x86_64-linux-gnu-gcc aarch64:aarch64-linux-gnu-gcc; do
  machine=${pair%%:*}
  compiler=${pair#*:}
  if [ "$(uname -m)" = "$machine" ] && command -v cc >/dev/null; then
    compiler=cc
  fi
  if command -v "$compiler" >/dev/null; then
    build "$machine" "$compiler"
    built="$built $machine"
  else
    missing=$machine
  fi
done
if [ -z "$built" ]; then
  echo "[wal-writer] no C compiler: built without the log writer process (Debian: apt-get install gcc libc6-dev)"
elif [ -n "$missing" ]; then
  package=$(echo "$missing" | tr _ -)
  echo "[wal-writer] no compiler for $missing: servers there write their logs in-process (Debian: apt-get install gcc-$package-linux-gnu)"
fi
