/** How a lock is held: by one, or by several who share it. */
export type Hold = "exclusive" | "shared";

/** A lock that is granted in the order in which it was asked for: whoever waits is overtaken by nobody. */
export interface Lock {
  /**
   * Asks for it. `granted` is called at once where it is free, else when it has become so.
   * @returns what gives it back, or leaves the queue. To be called once.
   */
  ask(hold: Hold, holder: string, granted: () => void): () => void;
  /** The names of those whom one who asks now would wait for, in order; empty where it would be granted. */
  ahead(hold: Hold): readonly string[];
  /** Nobody holds it, nobody waits. */
  isIdle(): boolean;
}

interface Request {
  readonly hold: Hold;
  readonly holder: string;
  readonly granted: () => void;
  isHeld: boolean;
}

export function createLock(): Lock {
  /** Those who hold it, then those who wait. */
  let line: Request[] = [];
  const grant = (): void => {
    for (const [index, request] of line.entries()) {
      if (!request.isHeld) {
        if (request.hold === "exclusive" && index > 0) return;
        request.isHeld = true;
        request.granted();
      }
      // Whoever stands behind an exclusive holder waits, as does whoever stands behind one who waits.
      if (request.hold === "exclusive") return;
    }
  };
  const isFree = (hold: Hold): boolean =>
    hold === "exclusive" ? line.length === 0 : line.every((other) => other.isHeld && other.hold === "shared");
  return {
    ask(hold, holder, granted) {
      const request: Request = { hold, holder, granted, isHeld: false };
      line.push(request);
      grant();
      return () => {
        line = line.filter((other) => other !== request);
        grant();
      };
    },
    ahead: (hold) => (isFree(hold) ? [] : line.map(({ holder }) => holder)),
    isIdle: () => line.length === 0,
  };
}
