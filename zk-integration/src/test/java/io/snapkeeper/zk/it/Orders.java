package io.snapkeeper.zk.it;

import java.util.Arrays;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** The plugin's JMX bean in a server, for an operator's orders. */
public final class Orders {

  private final MBeanServerConnection beans;
  private final ObjectName bean;

  private Orders(MBeanServerConnection beans, ObjectName bean) {
    this.beans = beans;
    this.bean = bean;
  }

  public static Orders of(JMXConnector jmx) throws Exception {
    return new Orders(
        jmx.getMBeanServerConnection(),
        new ObjectName("org.apache.ZooKeeperService:name0=Snapkeeper"));
  }

  /** Calls an operation whose parameters are longs. */
  public String call(String operation, long... arguments) throws Exception {
    Object[] values = Arrays.stream(arguments).boxed().toArray();
    String[] types = new String[values.length];
    Arrays.fill(types, "long");
    return (String) beans.invoke(bean, operation, values, types);
  }

  public String setLimit(String name, long value) throws Exception {
    return (String)
        beans.invoke(
            bean,
            "setLimit",
            new Object[] {name, value},
            new String[] {String.class.getName(), "long"});
  }

  public Object attribute(String name) throws Exception {
    return beans.getAttribute(bean, name);
  }
}
