// Asks the server for what is new, less often while nobody looks or nobody answers.

const INTERVAL_MILLIS = 2_000;
const BACKOFF_MILLIS_MAX = 30_000;
const TIMEOUT_MILLIS = 10_000;

export class Poll {
  #store;
  #changed;
  #connection;
  #timer = null;
  #failures = 0;
  #asking = false;

  /**
   * @param store takes the documents
   * @param changed is called when there is something new
   * @param connection is told how it goes: "live", "paused", or "lost" with the reason
   */
  constructor(store, changed, connection) {
    this.#store = store;
    this.#changed = changed;
    this.#connection = connection;
  }

  start() {
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) {
        clearTimeout(this.#timer);
        this.#connection("paused");
      } else {
        this.#ask();
      }
    });
    this.#ask();
  }

  async #ask() {
    clearTimeout(this.#timer);
    if (this.#asking) {
      return;
    }
    this.#asking = true;
    try {
      await this.#update();
      this.#failures = 0;
      this.#connection("live");
    } catch (error) {
      this.#failures++;
      this.#connection("lost", error.message);
    } finally {
      this.#asking = false;
    }
    if (!document.hidden) {
      const wait = Math.min(BACKOFF_MILLIS_MAX, INTERVAL_MILLIS * 2 ** Math.min(this.#failures, 6));
      this.#timer = setTimeout(() => this.#ask(), this.#failures === 0 ? INTERVAL_MILLIS : wait);
    }
  }

  async #update() {
    if (this.#store.latest?.server) {
      const recent = await get("/timeline/recent");
      if (this.#store.isAdjacent(recent)) {
        if (this.#store.add(recent)) {
          this.#changed();
        }
        return;
      }
    }
    this.#store.replace(await get("/timeline"));
    this.#changed();
  }
}

async function get(path) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MILLIS);
  let response;
  try {
    response = await fetch(path, { signal: abort.signal, cache: "no-cache" });
    if (!response.ok) {
      throw new Error(response.status === 401 ? "the password is not accepted any more" : `the server answers ${response.status}`);
    }
    return await response.json();
  } catch (error) {
    throw error instanceof TypeError || error.name === "AbortError" ? new Error("the server does not answer") : error;
  } finally {
    clearTimeout(timer);
  }
}
