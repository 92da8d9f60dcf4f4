#!/bin/sh
# Acts as the official image's entrypoint does: gives up root, writes zoo.cfg and myid from variables
# unless they are there, and runs the command.
set -eu

if [ "${1:-}" = zkServer.sh ] && [ "$(id -u)" = 0 ]; then
  chown -R 1000 "$ZOO_DATA_DIR" "$ZOO_DATA_LOG_DIR" "$ZOO_LOG_DIR"
  # By its path: the shell of busybox would run its own setpriv, which has no such options.
  exec /usr/bin/setpriv --reuid=1000 --regid=1000 --clear-groups "$0" "$@"
fi

if [ ! -f "$ZOO_CONF_DIR/zoo.cfg" ]; then
  {
    echo "dataDir=$ZOO_DATA_DIR"
    echo "dataLogDir=$ZOO_DATA_LOG_DIR"
    echo "tickTime=$ZOO_TICK_TIME"
    echo "initLimit=$ZOO_INIT_LIMIT"
    echo "syncLimit=$ZOO_SYNC_LIMIT"
    echo "autopurge.snapRetainCount=$ZOO_AUTOPURGE_SNAPRETAINCOUNT"
    echo "autopurge.purgeInterval=$ZOO_AUTOPURGE_PURGEINTERVAL"
    echo "maxClientCnxns=$ZOO_MAX_CLIENT_CNXNS"
    echo "standaloneEnabled=$ZOO_STANDALONE_ENABLED"
    echo "admin.enableServer=$ZOO_ADMINSERVER_ENABLED"
    if [ -n "${ZOO_4LW_COMMANDS_WHITELIST:-}" ]; then
      echo "4lw.commands.whitelist=$ZOO_4LW_COMMANDS_WHITELIST"
    fi
    # Lists separated by blanks, a line of zoo.cfg for each item.
    set -f
    for line in ${ZOO_SERVERS:-server.1=localhost:2888:3888;2181} ${ZOO_CFG_EXTRA:-}; do
      echo "$line"
    done
    set +f
  } >"$ZOO_CONF_DIR/zoo.cfg"
fi

if [ ! -f "$ZOO_DATA_DIR/myid" ]; then
  echo "${ZOO_MY_ID:-1}" >"$ZOO_DATA_DIR/myid"
fi

exec "$@"
