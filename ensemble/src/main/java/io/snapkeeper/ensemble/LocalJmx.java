package io.snapkeeper.ensemble;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * JMX of JVMs on this machine, by attaching to them: no port has to be opened beforehand, and only
 * the user who runs a JVM (or root) may.
 */
public final class LocalJmx {

  private static final String SERVER_MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

  private LocalJmx() {}

  /**
   * Connects to a JVM's platform MBean server.
   *
   * @throws IOException if there is no such JVM, it belongs to another user, or it does not answer
   */
  // The address comes from the JVM just attached to, which runs as this user: no JNDI look-up of a
  // name that somebody else chose.
  @SuppressWarnings("BanJNDI")
  public static JMXConnector connect(long pid) throws IOException {
    VirtualMachine machine;
    try {
      machine = VirtualMachine.attach(Long.toString(pid));
    } catch (AttachNotSupportedException e) {
      throw new IOException("process " + pid + " cannot be attached to: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException("cannot attach to process " + pid + ": " + e.getMessage(), e);
    }
    try {
      return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
    } finally {
      machine.detach();
    }
  }

  /**
   * Removes the socket that attaching to a JVM leaves in /tmp if the JVM is killed. Only for
   * processes that have ended.
   */
  static void forget(long pid) {
    try {
      Files.deleteIfExists(Path.of("/tmp/.java_pid" + pid));
    } catch (IOException e) {
      // It is empty and harms nobody.
    }
  }

  /** The process ids of this user's ZooKeeper servers that are visible here, ascending. */
  public static List<Long> serverPids() {
    List<Long> pids = new ArrayList<>();
    for (VirtualMachineDescriptor descriptor : VirtualMachine.list()) {
      if (descriptor.displayName().startsWith(SERVER_MAIN)) {
        pids.add(Long.valueOf(descriptor.id()));
      }
    }
    pids.sort(null);
    return pids;
  }
}
