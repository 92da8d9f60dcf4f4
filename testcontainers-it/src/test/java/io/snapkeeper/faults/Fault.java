package io.snapkeeper.faults;

/** Something that goes wrong on purpose, and can be put right. */
interface Fault {

  /** What happens to whom, for people: "SIGKILL of server 3". */
  String name();

  void inject();

  /** Puts right what {@link #inject} did; does nothing if that has not happened. */
  void heal();

  /** A fault made of two actions. */
  static Fault of(String name, Runnable inject, Runnable heal) {
    return new Fault() {
      private boolean injected;

      @Override
      public String name() {
        return name;
      }

      @Override
      public void inject() {
        injected = true;
        inject.run();
      }

      @Override
      public void heal() {
        if (injected) {
          injected = false;
          heal.run();
        }
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }
}
