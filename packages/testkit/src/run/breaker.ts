/** Disables a provider that keeps crashing (kernel-behaviour, calls). */
export interface Breaker {
  isOpen(provider: string): boolean;
  /** Tells how a call of it ended. Only crashes that follow each other count. */
  count(provider: string, crashed: boolean): void;
}

/** @param limit How many crashes are too many. */
export function createBreaker(limit: number): Breaker {
  const crashes = new Map<string, number>();
  return {
    isOpen: (provider) => (crashes.get(provider) ?? 0) >= limit,
    count(provider, crashed) {
      if (crashed) crashes.set(provider, (crashes.get(provider) ?? 0) + 1);
      else crashes.delete(provider);
    },
  };
}
