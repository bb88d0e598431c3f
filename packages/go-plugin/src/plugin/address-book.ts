import { Code, ConnectError } from "@connectrpc/connect";

/** What the other side says of where it serves. */
export interface Announcement {
  readonly network: string;
  readonly address: string;
}

/** Where the other side serves what, by the numbers of the broker. */
export interface AddressBook {
  /** Takes down an address. The last one told of a number holds. */
  readonly enter: (id: number, address: Announcement) => void;
  readonly find: (id: number) => Announcement | undefined;
  /**
   * The address of a number, once it is told.
   * @throws ConnectError (unavailable) after `timeoutMs`; the reason of `signal` when it aborts.
   */
  readonly wait: (
    id: number,
    options: { timeoutMs: number; signal?: AbortSignal | undefined },
  ) => Promise<Announcement>;
}

/** Numbers that nobody ever asks for must not fill the memory. */
const most = 1024;

export function createAddressBook(): AddressBook {
  const known = new Map<number, Announcement>();
  const waiting = new Map<number, Set<(address: Announcement) => void>>();

  const forget = (id: number, waiter: (address: Announcement) => void): void => {
    const waiters = waiting.get(id);
    waiters?.delete(waiter);
    if (waiters?.size === 0) waiting.delete(id);
  };

  return {
    enter(id, address) {
      known.delete(id);
      known.set(id, address);
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      for (const waiter of [...(waiting.get(id) ?? [])]) waiter(address);
    },
    find: (id) => known.get(id),
    wait(id, { timeoutMs, signal }) {
      const found = known.get(id);
      if (found !== undefined) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          forget(id, onAddress);
          clearTimeout(timer);
          signal?.removeEventListener("abort", onAbort);
        };
        const onAddress = (address: Announcement): void => {
          stop();
          resolve(address);
        };
        const onAbort = (): void => {
          stop();
          reject(signal?.reason);
        };
        const timer = setTimeout(() => {
          stop();
          const text = `the host has not told within ${timeoutMs / 1000} s where it serves number ${id} of the broker`;
          reject(new ConnectError(text, Code.Unavailable));
        }, timeoutMs);
        if (signal?.aborted) {
          onAbort();
          return;
        }
        signal?.addEventListener("abort", onAbort);
        waiting.set(id, (waiting.get(id) ?? new Set()).add(onAddress));
      });
    },
  };
}
