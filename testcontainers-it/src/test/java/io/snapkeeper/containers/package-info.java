/** Tests of the image and the compose file, and of five servers in containers. */
package io.snapkeeper.containers;
