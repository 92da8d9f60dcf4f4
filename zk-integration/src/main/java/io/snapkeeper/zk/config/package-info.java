/** The plugin's configuration keys, read from system properties. */
package io.snapkeeper.zk.config;
