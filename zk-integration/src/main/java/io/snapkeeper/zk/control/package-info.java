/** An operator's orders, whichever way they come in. */
package io.snapkeeper.zk.control;
