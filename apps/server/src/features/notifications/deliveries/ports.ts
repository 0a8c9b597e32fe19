import type { NotificationView, PushMessage, ReachChannel } from '@vigia/contract';

/** Result of handing a message to a receiver: a browser's push service, a chat or a webhook. */
export type DeliveryResult =
  | { readonly kind: 'taken' }
  /** The receiver says that it no longer exists. */
  | { readonly kind: 'gone' }
  /** The user removed the receiver, or it was disabled before and the user knows. */
  | { readonly kind: 'absent' }
  /** The receiver cannot accept messages now. `retryAfterMs` is null if it states no time. */
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'refused'; readonly reason: string };

/** A notification in a message: its data in the form of the API, and its Spanish text. */
export type OutgoingItem = { readonly view: NotificationView; readonly words: PushMessage };

/** A message to a receiver. */
export type OutgoingMessage = {
  /** Id of the message, the same in each attempt, by which a receiver drops a repeat. */
  readonly id: string;
  /** Text of the whole message. That of many notifications is a count and their first titles. */
  readonly summary: PushMessage;
  /** The notifications, oldest first; none in a test message. */
  readonly items: readonly OutgoingItem[];
  /** Time after which the message is useless. */
  readonly expiresMs: number;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
};

/** Sends messages to the receivers of one channel, and keeps what became of them. */
export interface ReceiverPort {
  /** Never throws because of the receiver: a failure is one of the results. */
  deliver(receiverId: string, message: OutgoingMessage): Promise<DeliveryResult>;
  /** Stores the time of delivered messages, or of those that were given up. */
  recordResult(receiverIds: readonly string[], result: 'sent' | 'failed'): Promise<void>;
  /** Deletes or disables a receiver that is gone. */
  forget(receiverId: string): Promise<void>;
}

/** The channels that {@link ReceiverPort}s serve. Mails leave through the mail outbox. */
export type PortChannel = Exclude<ReachChannel, 'email'>;
