#!/bin/sh
# "zkServer.sh start-foreground" of ZooKeeper 3.9 and 3.8: the same variables, and no other command.
set -eu

if [ "${1:-}" != start-foreground ]; then
  echo "zkServer.sh: \"${1:-}\" is not in this stand-in, which only has start-foreground" >&2
  exit 1
fi
if [ -f "$ZOOCFGDIR/java.env" ]; then
  . "$ZOOCFGDIR/java.env"
fi
# Flags are lists separated by blanks.
# shellcheck disable=SC2086
exec java "-Dzookeeper.log.dir=$ZOO_LOG_DIR" -XX:+HeapDumpOnOutOfMemoryError "-XX:OnOutOfMemoryError=kill -9 %p" \
  -cp "$ZOOCFGDIR:/zookeeper/lib/*${CLASSPATH:+:$CLASSPATH}" \
  "-Xmx${ZK_SERVER_HEAP:-1000}m" ${SERVER_JVMFLAGS:-} ${JVMFLAGS:-} \
  org.apache.zookeeper.server.quorum.QuorumPeerMain "$ZOOCFGDIR/zoo.cfg"
