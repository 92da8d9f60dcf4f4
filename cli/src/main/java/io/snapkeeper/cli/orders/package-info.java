/** An operator's orders to the scheduler of a running leader. */
package io.snapkeeper.cli.orders;
