/** The server plugin: what holds its parts together. */
package io.snapkeeper.zk;
