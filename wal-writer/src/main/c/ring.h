/*
 * The memory that a server and its log writer share, word for word as
 * io.snapkeeper.wal.ring.RingLayout has it; a test compares the two.
 *
 * One process submits entries, the other one completes them in order. The bytes
 * of the log are in the data area: that of position p of the file at p modulo
 * data_bytes. They stay there until they are on stable storage, and the block
 * with the last of them longer, because the next write begins with it.
 *
 *   0      64          128          192          256     4096      65536
 *   | fixed | submitted | completed | writer     | server | entries | data ...
 *                                     sleeps       sleeps
 */
#ifndef SNAPKEEPER_WAL_RING_H
#define SNAPKEEPER_WAL_RING_H

#include <stddef.h>
#include <stdint.h>

#define SKW_MAGIC 0x4c41574bu /* "KWAL" */
#define SKW_VERSION 3u

#define SKW_ENTRIES 256u
#define SKW_ENTRY_BYTES 64u
#define SKW_ENTRIES_AT 4096u
#define SKW_DATA_AT 65536u
/* A file system's block; as much of the data before the last durable byte stays. */
#define SKW_BLOCK_BYTES_MAX 65536u
/* At most a block of any file system. */
#define SKW_HEADER_BYTES_MAX 4096u
#define SKW_NAME_BYTES_MAX 36u

/* What an entry asks for. */
enum skw_kind {
  /* Make a log file of this name; it begins with the bytes from 0 to `to`. */
  SKW_BEGIN = 1,
  /* Bring the bytes from `from` to `to` to stable storage. */
  SKW_COMMIT = 2,
  /* Close the file. */
  SKW_END = 3,
  /* Go on with the file of this name, of which `to` bytes are on stable storage. */
  SKW_RESUME = 4,
};

struct skw_entry {
  uint32_t kind;
  /* CRC-32C of the bytes from `from` to `to`. */
  uint32_t checksum;
  uint64_t from;
  uint64_t to;
  uint32_t name_bytes;
  char name[SKW_NAME_BYTES_MAX];
};

struct skw_ring {
  /* Written once, by the server. */
  uint32_t magic;
  uint32_t version;
  uint64_t data_bytes; /* a power of two */
  uint64_t size_step_bytes;
  uint32_t zeros_ahead; /* 1: they save writes on the log's file system; 0: they only cost some */
  uint8_t pad0[36];

  /* Entries submitted so far; by the server. */
  _Alignas(64) _Atomic uint64_t submitted;
  uint8_t pad1[56];

  /* By the writer: entries completed so far, and how it fares. */
  _Alignas(64) _Atomic uint64_t completed;
  _Atomic uint32_t error;          /* errno of the entry after `completed`; 0: none */
  _Atomic uint32_t io_class;       /* that it may have; 1: real-time, 2: best-effort */
  _Atomic uint64_t zeroed_bytes;   /* of the current file */
  _Atomic uint64_t overruns;       /* this writer's commits that found no zeros to overwrite */
  _Atomic uint32_t block_bytes;    /* of the current file's file system */
  uint8_t pad2[28];

  /* 1: its side sleeps until a byte comes through its pipe. */
  _Alignas(64) _Atomic uint32_t writer_sleeps;
  uint8_t pad3[60];
  _Alignas(64) _Atomic uint32_t server_sleeps;
};

/*
 * Without shared memory an entry comes through a pipe, followed by its bytes from `from` to `to`
 * (of a resumed file: those of its last block), and is answered by this.
 */
#define SKW_PIPED_DATA_BYTES (4u << 20)

struct skw_answer {
  uint64_t completed;
  uint32_t error; /* errno of the entry after `completed`; 0: none */
  uint32_t io_class;
  uint64_t overruns;
};

_Static_assert(sizeof(struct skw_entry) == SKW_ENTRY_BYTES, "entry");
_Static_assert(offsetof(struct skw_ring, submitted) == 64, "submitted");
_Static_assert(offsetof(struct skw_ring, completed) == 128, "completed");
_Static_assert(offsetof(struct skw_ring, writer_sleeps) == 192, "writer_sleeps");
_Static_assert(offsetof(struct skw_ring, server_sleeps) == 256, "server_sleeps");
_Static_assert(SKW_ENTRIES_AT + SKW_ENTRIES * SKW_ENTRY_BYTES <= SKW_DATA_AT, "entries");

#endif
