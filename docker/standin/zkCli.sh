#!/bin/sh
# ZooKeeper's own shell: docker compose exec zoo1 zkCli.sh
set -eu
# shellcheck disable=SC2086
exec java ${CLIENT_JVMFLAGS:--Xmx128m} \
  -Dlogback.configurationFile=/zookeeper/cli-logback.xml \
  -cp "/zookeeper/lib/*" org.apache.zookeeper.ZooKeeperMain "$@"
