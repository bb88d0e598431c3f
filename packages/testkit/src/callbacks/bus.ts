import type { BusRecord } from "./recording.js";

/** The kernel's bus: whoever is subscribed when an event is published gets it. */
export interface Bus {
  readonly published: readonly BusRecord[];
  publish(event: BusRecord): void;
  /** What is published from now on under these topics, until the signal aborts. */
  subscribe(filters: readonly string[], signal: AbortSignal): AsyncIterable<BusRecord>;
}

interface Subscriber {
  readonly wants: (topic: string) => boolean;
  readonly push: (event: BusRecord) => void;
}

export function createBus(): Bus {
  const published: BusRecord[] = [];
  const subscribers = new Set<Subscriber>();
  return {
    published,
    publish(event) {
      published.push(event);
      for (const { wants, push } of subscribers) if (wants(event.topic)) push(event);
    },
    subscribe(filters, signal) {
      const waiting: BusRecord[] = [];
      let wake = (): void => {};
      const subscriber: Subscriber = {
        wants: (topic) => filters.some((filter) => matches(filter, topic)),
        push(event) {
          waiting.push(event);
          wake();
        },
      };
      subscribers.add(subscriber);
      const onAbort = () => {
        subscribers.delete(subscriber);
        wake();
      };
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
      return (async function* () {
        try {
          while (!signal.aborted) {
            yield* waiting.splice(0);
            if (waiting.length > 0 || signal.aborted) continue;
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        } finally {
          subscribers.delete(subscriber);
          signal.removeEventListener("abort", onAbort);
        }
      })();
    },
  };
}

/** A filter is a whole topic, or the beginning of one up to a dot, then a star. */
function matches(filter: string, topic: string): boolean {
  return filter.endsWith(".*") ? topic.startsWith(filter.slice(0, -1)) : topic === filter;
}
