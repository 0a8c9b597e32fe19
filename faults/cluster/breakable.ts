/** A part of the cluster that can be killed, frozen and restarted. */
export interface BreakablePart {
  readonly name: string;
  /** Kills the part (SIGKILL). */
  kill(): Promise<void>;
  /** Freezes the part (SIGSTOP). */
  freeze(): void;
  thaw(): void;
  /** Stops the part gracefully. */
  stop(): Promise<void>;
  /** Starts the part again at the same address, and waits until it accepts requests. */
  start(): Promise<void>;
}
