/** Tests of the image and the compose file, and of servers in containers. */
package io.snapkeeper.containers;
