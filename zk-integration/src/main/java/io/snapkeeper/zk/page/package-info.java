/** What the live page's timeline is told of a running server. */
package io.snapkeeper.zk.page;
