package io.snapkeeper.cli.profile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapkeeper.cli.profile.measure.DiskProfile;
import io.snapkeeper.cli.profile.measure.LatencyMap;
import io.snapkeeper.cli.profile.measure.MapPoint;

/** What was measured of a disk, for programs. Numbers are not rounded. */
final class ProfileJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ProfileJson() {}

  static String text(DiskProfile profile, String disk) {
    ObjectNode root = JSON.createObjectNode();
    root.put("disk", disk);
    root.put("seconds", profile.seconds());
    root.put("fileBytes", profile.fileBytes());
    root.put("smallBytes", profile.smallBytes());
    ObjectNode model = root.putObject("model");
    model.put("readBytesPerSecond", profile.model().readBytesPerSecond());
    model.put("readIops", profile.model().readIops());
    model.put("writeBytesPerSecond", profile.model().writeBytesPerSecond());
    model.put("writeIops", profile.model().writeIops());
    root.put("walClosedLoopPerSecond", profile.walClosedLoopPerSecond());
    LatencyMap map = profile.map();
    root.put("walWritesPerSecond", map.walWritesPerSecond());
    root.put("oneWriterBytesPerSecond", map.writeBytesPerSecond());
    root.put("oneReaderBytesPerSecond", map.readBytesPerSecond());
    ArrayNode points = root.putArray("map");
    map.points().forEach(point -> points.add(node(map, point)));
    return root.toPrettyString() + "\n";
  }

  private static ObjectNode node(LatencyMap map, MapPoint point) {
    ObjectNode node = JSON.createObjectNode();
    node.put("writeFraction", point.writeFraction());
    node.put("readFraction", point.readFraction());
    node.put("writeBytesPerSecond", point.writeBytesPerSecond());
    node.put("readBytesPerSecond", point.readBytesPerSecond());
    node.put("heldBack", map.isHeldBack(point));
    ObjectNode latency = node.putObject("walLatencyMillis");
    latency.put("writes", point.latency().writes());
    latency.put("p50", point.latency().p50Millis());
    latency.put("p99", point.latency().p99Millis());
    latency.put("p999", point.latency().p999Millis());
    latency.put("max", point.latency().maxMillis());
    return node;
  }
}
