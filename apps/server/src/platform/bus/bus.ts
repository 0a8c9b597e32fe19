import type { Cancel } from '@vigia/core/kernel';

/** A named stream of one kind of message. The type parameter exists for the compiler only. */
export type Topic<Message> = { readonly name: string; readonly sample?: Message };

export const topic = <Message>(name: string): Topic<Message> => ({ name });

/**
 * Carries facts between features: who publishes never learns who listens. Messages are plain JSON data and are never
 * mutated. In one process delivery is at once and in order; a handler that throws is logged and does not hurt others.
 */
export interface Bus {
  publish<Message>(topic: Topic<Message>, message: Message): void;
  subscribe<Message>(topic: Topic<Message>, handler: (message: Message) => void): Cancel;
}
