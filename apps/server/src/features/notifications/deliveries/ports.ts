/** Result of handing a message to a push service. */
export type Delivery =
  | { readonly kind: 'taken' }
  /** The push service no longer has this subscription (404, 410). */
  | { readonly kind: 'gone' }
  /** The push service cannot deliver now. `retryAfterMs` is null if the push service states no time. */
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'refused'; readonly reason: string };

/** A message to a browser: its text as JSON. */
export type PushLetter = {
  readonly text: string;
  /** Time in seconds for which the push service stores the message for a browser that is offline. */
  readonly ttlS: number;
  /** Topic of at most 32 letters of base64url. A newer message replaces an undelivered one with the same topic. */
  readonly topic: string;
};

/** Sends push messages to a user's browsers and keeps what became of them. */
export interface PushPort {
  /** Never throws because of the push service: a failure is one of the results. */
  deliver(subscriptionId: string, letter: PushLetter): Promise<Delivery>;
  /** Stores the time of a delivered message, or of one that was given up. */
  noteResult(subscriptionId: string, result: 'sent' | 'failed'): Promise<void>;
  /** Deletes a subscription that its push service no longer has, with its waiting messages. */
  forget(subscriptionId: string): Promise<void>;
}
