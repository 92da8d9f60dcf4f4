/** Faults on five real servers in containers, and what must hold after each. */
package io.snapkeeper.faults;
