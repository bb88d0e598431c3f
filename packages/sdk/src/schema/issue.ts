/** A zod issue in zod 4's words, with the keys that are read here. Which of them are there depends on `code`. */
export interface Issue {
  readonly code?: unknown;
  readonly path?: unknown;
  readonly message?: unknown;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly inclusive?: unknown;
  readonly exact?: unknown;
  readonly divisor?: unknown;
  readonly format?: unknown;
  readonly pattern?: unknown;
  readonly prefix?: unknown;
  readonly suffix?: unknown;
  readonly includes?: unknown;
  readonly keys?: unknown;
  readonly values?: unknown;
  /** Of a union: what each form finds wrong. */
  readonly errors?: unknown;
  /** Of a key: what is wrong with it. */
  readonly issues?: unknown;
}
