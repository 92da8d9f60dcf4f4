package io.snapkeeper.zk.hooks;

import io.snapkeeper.zk.hooks.Hook.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Every member of ZooKeeper's classes that the plugin depends on, as it is in all releases of 3.8
 * and 3.9. A class of the plugin that overrides or calls something new adds its line here.
 */
final class HookTable {

  private static final String SERVER = "org.apache.zookeeper.server.";
  private static final String SERVER_CLASS = SERVER + "ZooKeeperServer";
  private static final String QUORUM = SERVER + "quorum.";
  private static final String PERSISTENCE = SERVER + "persistence.";
  private static final String LOG = PERSISTENCE + "FileTxnSnapLog";
  private static final String SNAP = PERSISTENCE + "FileSnap";
  private static final String PEER = QUORUM + "QuorumPeer";
  private static final String LEADER = QUORUM + "Leader";
  private static final String HANDLER = QUORUM + "LearnerHandler";
  private static final String VERIFIER = QUORUM + "flexible.QuorumVerifier";
  private static final String PACKET = QUORUM + "QuorumPacket";
  private static final String DATABASE = SERVER + "ZKDatabase";
  private static final String TREE = SERVER + "DataTree";

  private final List<Hook> hooks = new ArrayList<>();

  private HookTable() {}

  /** Those of every release. */
  static List<Hook> hooks() {
    HookTable table = new HookTable();
    table.peer();
    table.leader();
    table.learners();
    table.servers();
    table.txnSnapLog();
    table.fileSnap();
    table.quorum();
    table.connections();
    table.surroundings();
    return List.copyOf(table.hooks);
  }

  /**
   * How servers take their snapshots, and restore them: one of these, by release. An override of
   * another one's method would never be called.
   */
  static List<List<Hook>> snapshotHooks() {
    String file = "java.io.File";
    HookTable since394 = new HookTable();
    since394.override(SERVER_CLASS, file, "takeSnapshot", "boolean", "boolean");
    since394.override(SERVER_CLASS, "long", "restoreFromSnapshot", "java.io.InputStream");
    HookTable since390 = new HookTable();
    since390.override(SERVER_CLASS, file, "takeSnapshot", "boolean", "boolean", "boolean");
    since390.override(SERVER_CLASS, "long", "restoreFromSnapshot", "java.io.InputStream");
    since390.call(LOG, file, "save", TREE, "java.util.concurrent.ConcurrentHashMap", "boolean");
    HookTable in38 = new HookTable();
    in38.call(SERVER_CLASS, "void", "takeSnapshot", "boolean");
    return List.of(since394.hooks, since390.hooks, in38.hooks);
  }

  private void peer() {
    extend(PEER);
    override(PEER, "void", "setTxnFactory", LOG);
    override(PEER, QUORUM + "Follower", "makeFollower", LOG);
    override(PEER, LEADER, "makeLeader", LOG);
    override(PEER, QUORUM + "Observer", "makeObserver", LOG);
    override(PEER, "void", "start");
    override(PEER, "void", "shutdown");
    call(PEER, DATABASE, "getZkDb");
    call(PEER, "int", "getTickTime");
    call(PEER, "long", "getMyId");
    call(PEER, "long", "getLeaderId");
    call(PEER, "long", "getAcceptedEpoch");
    call(PEER, "boolean", "getSyncEnabled");
    call(PEER, PEER + "$ServerState", "getPeerState");
    call(PEER, VERIFIER, "getQuorumVerifier");
    call(PEER, VERIFIER, "getLastSeenQuorumVerifier");
  }

  private void leader() {
    extend(LEADER, PEER, QUORUM + "LeaderZooKeeperServer");
    override(LEADER, "void", "lead");
    override(LEADER, "void", "shutdown", "java.lang.String");
    override(LEADER, "java.util.List", "getLearners");
    override(LEADER, "void", "touch", "long", "int");
    field(LEADER, PEER, "self");
    call(LEADER, "long", "getLastProposed");
    call(LEADER, "java.util.List", "getForwardingFollowers");
    call(LEADER, "java.util.List", "getObservingLearners");
    call(HANDLER, "long", "getSid");
    call(HANDLER, "void", "queuePacket", PACKET);
  }

  private void learners() {
    extend(QUORUM + "Follower", PEER, QUORUM + "FollowerZooKeeperServer");
    override(QUORUM + "Follower", "void", "followLeader");
    extend(QUORUM + "Observer", PEER, QUORUM + "ObserverZooKeeperServer");
    override(QUORUM + "Observer", "void", "observeLeader");
    override(QUORUM + "Learner", "void", "ping", PACKET);
    extend(PACKET, "int", "long", "[B", "java.util.List");
    call(PACKET, "[B", "getData");
    call(PACKET, "long", "getZxid");
  }

  private void servers() {
    for (String role : List.of("Leader", "Follower", "Observer")) {
      String server = QUORUM + role + "ZooKeeperServer";
      extend(server, LOG, PEER, DATABASE);
      override(server, "void", "setupRequestProcessors");
    }
    override(QUORUM + "LearnerZooKeeperServer", "java.util.Map", "getTouchSnapshot");
    call(QUORUM + "LeaderZooKeeperServer", LEADER, "getLeader");
  }

  /** Closed before a server ends whose disk hangs. */
  private void connections() {
    String clients = SERVER + "ServerCnxnFactory";
    field(PEER, LEADER, "leader");
    field(PEER, QUORUM + "Follower", "follower");
    field(PEER, QUORUM + "Observer", "observer");
    field(PEER, clients, "cnxnFactory");
    field(PEER, clients, "secureCnxnFactory");
    call(LEADER, "java.util.List", "getLearners");
    call(HANDLER, "java.net.Socket", "getSocket");
    call(QUORUM + "Learner", "java.net.Socket", "getSocket");
    call(clients, "void", "closeAll", SERVER + "ServerCnxn$DisconnectReason");
    call(SERVER + "NIOServerCnxnFactory", "void", "stop");
  }

  private void txnSnapLog() {
    extend(LOG, "java.io.File", "java.io.File");
    override(LOG, "boolean", "append", SERVER + "Request");
    override(LOG, "void", "commit");
    override(LOG, "void", "rollLog");
    override(LOG, "long", "getTxnLogElapsedSyncTime");
    override(LOG, "void", "close");
    override(LOG, "boolean", "truncateLog", "long");
    override(LOG, "long", "getTotalLogSize");
    override(LOG, "void", "setTotalLogSize", "long");
    override(LOG, "void", "setServerStats", SERVER + "ServerStats");
    override(LOG, "long", "restore", TREE, "java.util.Map", LOG + "$PlayBackListener");
    override(LOG, "long", "fastForwardFromEdits", TREE, "java.util.Map", LOG + "$PlayBackListener");
    call(SERVER + "Request", "org.apache.jute.Record", "getTxn");
    call(SERVER + "Request", "org.apache.zookeeper.txn.TxnDigest", "getTxnDigest");
    callStatic(
        PERSISTENCE + "Util",
        "[B",
        "marshallTxnEntry",
        "org.apache.zookeeper.txn.TxnHeader",
        "org.apache.jute.Record",
        "org.apache.zookeeper.txn.TxnDigest");
    callStatic(PERSISTENCE + "Util", "java.lang.String", "makeLogName", "long");
    callStatic(PERSISTENCE + "FilePadding", "long", "getPreAllocSize");
    callStatic(
        PERSISTENCE + "FilePadding",
        "long",
        "calculateFileSizeWithPadding",
        "long",
        "long",
        "long");
    callStatic("org.apache.zookeeper.util.ServiceUtils", "void", "requestSystemExit", "int");
    fieldStatic(SERVER + "ExitCode", SERVER + "ExitCode", "UNEXPECTED_ERROR");
    fieldStatic(SERVER + "ExitCode", SERVER + "ExitCode", "TXNLOG_ERROR_TAKING_SNAPSHOT");
    call(SERVER + "ExitCode", "int", "getValue");
    call(SERVER + "ServerStats", "void", "incrementFsyncThresholdExceedCount");
    callStatic(SERVER + "ServerMetrics", SERVER + "ServerMetrics", "getMetrics");
    field(SERVER + "ServerMetrics", "org.apache.zookeeper.metrics.Summary", "FSYNC_TIME");
    field(SERVER + "ServerMetrics", "org.apache.zookeeper.metrics.Summary", "SNAPSHOT_TIME");
    callStatic(SERVER + "Request", "java.lang.String", "op2String", "int");
    fieldStatic(PERSISTENCE + "FileTxnLog", "int", "TXNLOG_MAGIC");
    fieldStatic(PERSISTENCE + "FileTxnLog", "int", "VERSION");
    field(LOG, "java.io.File", "dataDir");
    call(LOG, "java.io.File", "getSnapDir");
    call(LOG, "[Ljava.io.File;", "getSnapshotLogs", "long");
    field(LOG, PERSISTENCE + "SnapShot", "snapLog");
  }

  private void fileSnap() {
    extend(SNAP, "java.io.File");
    override(SNAP, "void", "serialize", TREE, "java.util.Map", "java.io.File", "boolean");
    override(
        SNAP,
        "void",
        "serialize",
        TREE,
        "java.util.Map",
        "org.apache.jute.OutputArchive",
        PERSISTENCE + "FileHeader");
    override(SNAP, "void", "close");
    field(SNAP, PERSISTENCE + "SnapshotInfo", "lastSnapshotInfo");
    field(SNAP, "java.io.File", "snapDir");
    callStatic(
        PERSISTENCE + "SnapStream",
        "void",
        "sealStream",
        "java.util.zip.CheckedOutputStream",
        "org.apache.jute.OutputArchive");
    callStatic(PERSISTENCE + "SnapStream", PERSISTENCE + "SnapStream$StreamMode", "getStreamMode");
    callStatic(
        "org.apache.jute.BinaryOutputArchive",
        "org.apache.jute.BinaryOutputArchive",
        "getArchive",
        "java.io.OutputStream");
    extend(PERSISTENCE + "FileHeader", "int", "int", "long");
    extend(TREE);
    call(TREE, "boolean", "serializeZxidDigest", "org.apache.jute.OutputArchive");
    extend(PERSISTENCE + "SnapshotInfo", "long", "long");
    callStatic(
        PERSISTENCE + "Util", "long", "getZxidFromName", "java.lang.String", "java.lang.String");
  }

  private void quorum() {
    call(VERIFIER, "boolean", "containsQuorum", "java.util.Set");
    call(VERIFIER, "java.util.Map", "getVotingMembers");
    call(VERIFIER, "java.util.Map", "getObservingMembers");
    call(VERIFIER, "long", "getVersion");
  }

  private void surroundings() {
    callStatic(SERVER + "SyncRequestProcessor", "void", "setSnapCount", "int");
    callStatic(SERVER + "SyncRequestProcessor", "void", "setSnapSizeInBytes", "long");
    callStatic(SERVER_CLASS, "int", "getSnapCount");
    callStatic(SERVER_CLASS, "long", "getSnapSizeInBytes");
    call(DATABASE, TREE, "getDataTree");
    call(DATABASE, "void", "rollLog");
    call(DATABASE, "long", "fastForwardDataBase");
    call(DATABASE, "java.util.concurrent.ConcurrentHashMap", "getSessionWithTimeOuts");
    call(SERVER_CLASS, DATABASE, "getZKDatabase");
    call(SERVER_CLASS, LOG, "getTxnLogFactory");
    call(TREE, "int", "getNodeCount");
    field(TREE, "long", "lastProcessedZxid");
    call(SERVER + "Request", "org.apache.zookeeper.txn.TxnHeader", "getHdr");
    call(PERSISTENCE + "SnapShot", PERSISTENCE + "SnapshotInfo", "getLastSnapshotInfo");
    call(TREE, "long", "cachedApproximateDataSize");
    call(DATABASE, "long", "getDataTreeLastProcessedZxid");
    callStatic("org.apache.zookeeper.Version", "java.lang.String", "getVersion");
    // the agent's advice stands in it, and a purge that was put off is begun by calling it
    call(SERVER + "DatadirCleanupManager$PurgeTask", "void", "run");
  }

  private void override(String owner, String type, String name, String... parameters) {
    hooks.add(new Hook(owner, Kind.OVERRIDE, name, type, List.of(parameters)));
  }

  private void call(String owner, String type, String name, String... parameters) {
    hooks.add(new Hook(owner, Kind.CALL, name, type, List.of(parameters)));
  }

  private void callStatic(String owner, String type, String name, String... parameters) {
    hooks.add(new Hook(owner, Kind.CALL_STATIC, name, type, List.of(parameters)));
  }

  private void extend(String owner, String... parameters) {
    hooks.add(new Hook(owner, Kind.EXTEND, "<init>", "void", List.of(parameters)));
  }

  private void field(String owner, String type, String name) {
    hooks.add(new Hook(owner, Kind.FIELD, name, type, List.of()));
  }

  private void fieldStatic(String owner, String type, String name) {
    hooks.add(new Hook(owner, Kind.FIELD_STATIC, name, type, List.of()));
  }
}
