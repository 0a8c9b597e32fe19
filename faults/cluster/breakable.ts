/** A part of the cluster that can be broken and comes back. */
export interface Breakable {
  readonly name: string;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** It stands still, and knows nothing of it. */
  freeze(): void;
  thaw(): void;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Starts it again where it was, and waits until it serves. */
  start(): Promise<void>;
}
