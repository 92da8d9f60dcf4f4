package io.snapkeeper.wal.crash;

import io.snapkeeper.wal.crash.WriterRecord.Entry;
import io.snapkeeper.wal.crash.WriterRecord.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a {@link DiskHistory} of a {@link WriterRecord}. */
final class RecordedCalls {

  /** A call of one process. */
  private record Id(int process, long call) {}

  private final DiskHistory history = new DiskHistory();
  private final Map<Id, Long> underWay = new HashMap<>();

  /** Numbers by inode, which the file system uses again once a file is gone. */
  private final Map<Long, Long> files = new HashMap<>();

  private long nextFile = 1;

  private RecordedCalls() {}

  static DiskHistory historyOf(List<Entry> entries) {
    RecordedCalls calls = new RecordedCalls();
    entries.forEach(calls::add);
    return calls.history;
  }

  private void add(Entry entry) {
    switch (entry.kind()) {
      case STARTED -> loseOthers(entry.process());
      case ENDED -> end(entry);
      case OPENED -> open(entry);
      case ACKNOWLEDGED -> history.acknowledged(entry.firstName(), entry.position());
      case WRITE, SIZE, SYNC -> {
        if (files.containsKey(entry.file())) { // not the one with the locks
          begin(entry);
        }
      }
      case DIRECTORY_SYNC, RENAME, REMOVE -> begin(entry);
    }
  }

  private void begin(Entry entry) {
    underWay.put(new Id(entry.process(), entry.call()), history.begin(operation(entry)));
  }

  /** A writer starts when the last one is dead. */
  private void loseOthers(int process) {
    underWay.entrySet().stream()
        .filter(each -> each.getKey().process() != process)
        .forEach(each -> history.lose(each.getValue()));
    underWay.keySet().removeIf(id -> id.process() != process);
  }

  private void end(Entry entry) {
    Long call = underWay.remove(new Id(entry.process(), entry.call()));
    if (call == null) {
      return; // of a file that is none of the engine's
    }
    if (entry.flags() != 0) {
      history.lose(call);
    } else {
      history.end(call);
    }
  }

  private void open(Entry entry) {
    if (entry.flags() == 1) {
      files.put(entry.file(), nextFile++);
      history.created(number(entry), entry.firstName());
    } else if (files.containsKey(entry.file())) {
      history.end(history.begin(new Operation.Find(number(entry), entry.length())));
    }
  }

  private long number(Entry entry) {
    return files.get(entry.file());
  }

  private Operation operation(Entry entry) {
    Kind kind = entry.kind();
    return switch (kind) {
      case WRITE -> write(entry);
      case SIZE -> new Operation.Resize(number(entry), entry.length());
      case SYNC -> new Operation.Sync(number(entry));
      case DIRECTORY_SYNC -> new Operation.SyncDirectory();
      case RENAME -> new Operation.Rename(entry.firstName(), entry.secondName());
      case REMOVE -> new Operation.Remove(entry.firstName());
      default -> throw new IllegalStateException("no operation: " + kind);
    };
  }

  private Operation.Write write(Entry entry) {
    byte[] bytes = entry.first().length > 0 ? entry.first() : new byte[(int) entry.length()];
    return new Operation.Write(
        number(entry), entry.position(), bytes, WriterRecord.guarantee(entry.flags()));
  }
}
