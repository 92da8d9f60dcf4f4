/*
 * Whose writer may write the logs of a directory: who holds the lock on the second line of the
 * owners' file, and was started by the server that the first line names. As DirectoryOwner in Java,
 * which says why.
 */
#ifndef SNAPKEEPER_WAL_OWNER_H
#define SNAPKEEPER_WAL_OWNER_H

#include <stdbool.h>

#define SKW_OWNER_FILE "snapkeeper-wal.owner"
#define SKW_OWNER_LINE_BYTES 256
#define SKW_TOKEN_CHARS 32

/*
 * Takes the lock of the writer, which stays until this process ends. Waits while another one has it
 * and `goes_on` says so. Returns 0, ESTALE if the directory belongs to another server, ECANCELED if
 * `goes_on` has ended it, or an errno.
 */
int skw_owner_become_writer(int directory, const char *token, bool (*goes_on)(void));

/*
 * Takes a directory for a server, for at most so long; a writer of its own can become the writer
 * once this returns. `token` has room for SKW_TOKEN_CHARS + 1. Returns 0 and a descriptor that holds
 * the lock, EBUSY if somebody else has it still, or an errno: ENOLCK and others where the file
 * system knows no locks.
 */
int skw_owner_take(int directory, int patience_millis, char *token, int *held);

#endif
