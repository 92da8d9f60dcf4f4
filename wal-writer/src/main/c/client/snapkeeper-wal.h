/*
 * A write-ahead log whose commits are one durable write each, made by a process of its own
 * (snapkeeper-wal) from memory that it shares with this one.
 *
 *   struct skw_log_options options = {.directory = "/var/lib/app"};
 *   skw_log *log;
 *   int error = skw_log_open(&options, &log);
 *   if (error == 0) error = skw_log_begin(log, "log.1", "APP1", 4);
 *   if (error == 0) error = skw_log_append(log, record, record_bytes);
 *   if (error == 0) error = skw_log_commit(log);   // 0: the record is on stable storage
 *   skw_log_close(log);
 *
 * Functions return 0 or an errno. One thread at a time may use a log; several take turns with a
 * lock of theirs, and one commit serves all that was appended before it.
 *
 * A commit that fails is final: what is on the disk is not known then, and a second try that
 * succeeds would say nothing of the first. From then on everything returns ENOTRECOVERABLE, and
 * skw_log_durable() is the last position that is certain.
 */
#ifndef SNAPKEEPER_WAL_H
#define SNAPKEEPER_WAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct skw_log skw_log;

struct skw_log_options {
  /* Where the log files are. */
  const char *directory;
  /* The writer; NULL: snapkeeper-wal from the PATH. */
  const char *writer;
  /* Files grow in such steps, in bytes; at least 64 KiB, and in multiples of it. */
  uint64_t size_step_bytes;
  /* A writer that answers nothing for so long is killed and replaced; 0: 30,000. */
  uint32_t hung_after_millis;
  /* How long to wait for another program, or a writer that has outlived its own; 0: 10,000. */
  uint32_t owner_wait_millis;
};

/*
 * Takes the directory, which is this program's until skw_log_close or its end, and starts a writer.
 * Read what is in the directory after this: nobody else changes it any more. ENOENT, EACCES: the
 * program cannot be run, or the directory not be written. EBUSY: the directory still belongs to
 * another program, or to a writer that has outlived it; snapkeeper-wal.owner there says to which.
 * ENOLCK, ENOTSUP: its file system knows no locks.
 */
int skw_log_open(const struct skw_log_options *options, skw_log **opened);

/*
 * Begins a file: on return 0 it has its name and begins with the header, durably. The name begins
 * with "log." and has at most 36 bytes; a file that has it is replaced. The header has at most
 * 4,096 bytes. EBUSY: a file is open. EINVAL: the file system has no direct I/O, or a name or
 * header that cannot be. Unless it is ENOTRECOVERABLE, nothing has begun and the log can be used.
 */
int skw_log_begin(skw_log *log, const char *name, const void *header, size_t header_bytes);

/* Appends; the bytes are durable after the next commit, some perhaps before. EBADF: no file. */
int skw_log_append(skw_log *log, const void *bytes, size_t count);

/* Brings all that was appended to stable storage. */
int skw_log_commit(skw_log *log);

/* Commits and closes the file; nothing happens if there is none. */
int skw_log_end(skw_log *log);

/* End of what was appended, in bytes; 0 without a file. */
uint64_t skw_log_tail(const skw_log *log);

/* End of what is on stable storage, in bytes; 0 without a file. */
uint64_t skw_log_durable(const skw_log *log);

/* Why everything returns ENOTRECOVERABLE: the errno of what has failed; 0: it does not. */
int skw_log_error(const skw_log *log);

/* How often a writer died or hung and was replaced. */
uint64_t skw_log_respawns(const skw_log *log);

/* Its process, for the curious and for tests. */
int skw_log_writer_pid(const skw_log *log);

/* Closes the file without a commit, ends the writer, frees the log. NULL is allowed. */
void skw_log_close(skw_log *log);

/* CRC-32C of some bytes after others; 0 at first. Records need a checksum to find the log's end. */
uint32_t skw_crc32c(uint32_t crc, const void *bytes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
