/**
 * A trace: what the two state machines of a server were told and what they answered, one line each,
 * so that the steps of a real ensemble can be taken again. Pure text; no file is touched here.
 */
package io.snapkeeper.core.trace;
