package io.snapkeeper.wal.crash;

import io.snapkeeper.wal.crash.DiskEvent.Acknowledged;
import io.snapkeeper.wal.crash.DiskEvent.Begun;
import io.snapkeeper.wal.crash.DiskEvent.Ended;
import io.snapkeeper.wal.crash.DiskEvent.Lost;
import io.snapkeeper.wal.crash.Operation.Create;
import io.snapkeeper.wal.crash.Operation.Find;
import io.snapkeeper.wal.crash.Operation.Guarantee;
import io.snapkeeper.wal.crash.Operation.Rename;
import io.snapkeeper.wal.crash.Operation.Resize;
import io.snapkeeper.wal.crash.Operation.Sync;
import io.snapkeeper.wal.crash.Operation.SyncDirectory;
import io.snapkeeper.wal.crash.Operation.Write;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A directory at one moment, which goes from event to event. */
final class DiskState {

  private final NamesState names;
  private final Map<Long, FileState> files = new HashMap<>();
  private final Map<Long, Call> underWay = new HashMap<>();
  private final Map<String, Disk.Promise> promises = new HashMap<>();
  private long now;

  /**
   * @param looked names that a reader looks at
   */
  DiskState(Predicate<String> looked) {
    names = new NamesState(looked);
  }

  /** Whether other disks than before are possible, or more has been promised. */
  boolean apply(DiskEvent event) {
    now++;
    if (event instanceof Begun begun) {
      Call call = new Call(begun.operation(), now);
      underWay.put(begun.call(), call);
      return begin(call);
    } else if (event instanceof Ended ended) {
      Call call = underWay.remove(ended.call());
      call.end(now);
      return end(call);
    } else if (event instanceof Lost lost) {
      underWay.remove(lost.call()).lose(now);
      return false;
    }
    return promise((Acknowledged) event);
  }

  private boolean begin(Call call) {
    Operation operation = call.operation();
    if (operation instanceof Write write) {
      return begin(call, write.file());
    } else if (operation instanceof Resize resize) {
      return begin(call, resize.file());
    } else if (operation instanceof Find found) {
      return begin(call, found.file());
    } else if (operation instanceof Sync || operation instanceof SyncDirectory) {
      return false;
    }
    if (operation instanceof Create create) {
      files.put(create.file(), new FileState(create.file()));
    } else if (operation instanceof Rename rename) {
      promises.remove(rename.to());
    }
    return names.begin(call);
  }

  private boolean begin(Call call, long file) {
    files.get(file).begin(call);
    return names.mayName(file);
  }

  private boolean end(Call call) {
    Operation operation = call.operation();
    if (operation instanceof Write write) {
      files.get(write.file()).end(call);
      return write.guarantee() != Guarantee.NOTHING && names.mayName(write.file());
    } else if (operation instanceof Sync sync) {
      files.get(sync.file()).settleBy(call);
      return names.mayName(sync.file());
    }
    return operation instanceof SyncDirectory && names.settleBy(call);
  }

  private boolean promise(Acknowledged event) {
    Long file = names.file(event.name());
    if (file == null) {
      throw new AssertionError(event.name() + " was acknowledged and is not there");
    }
    promises.put(event.name(), new Disk.Promise(file, event.bytes()));
    return true;
  }

  /** What is undecided now. */
  DiskChoices choices() {
    Map<Long, FileState> seen =
        names.files().stream()
            .collect(Collectors.toMap(file -> file, files::get, (a, b) -> a, TreeMap::new));
    return new DiskChoices(names, seen, Map.copyOf(promises));
  }
}
