/** A part of the cluster that can be killed, frozen and restarted. */
export interface Breakable {
  readonly name: string;
  /** Kills it (SIGKILL). */
  kill(): Promise<void>;
  /** Freezes it (SIGSTOP). */
  freeze(): void;
  thaw(): void;
  /** Stops it gracefully. */
  stop(): Promise<void>;
  /** Starts it again on the same address, and waits until it serves. */
  start(): Promise<void>;
}
