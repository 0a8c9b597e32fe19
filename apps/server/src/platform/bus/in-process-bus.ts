import type { Logger } from '../logging/logger.ts';
import type { Bus, Topic } from './bus.ts';

type Handler = (message: never) => void;

const noop = (): void => undefined;

/** Creates a bus that delivers within this process, synchronously and in the order of subscription. */
export function createInProcessBus(log: Logger): Bus {
  const handlers = new Map<string, readonly Handler[]>();
  return {
    publish<Message>(topic: Topic<Message>, message: Message) {
      for (const handler of handlers.get(topic.name) ?? []) {
        try {
          // The cast is safe, because only `subscribe` fills the map, under the name of a topic with this message type.
          (handler as (message: Message) => void)(message);
        } catch (error) {
          log.error({ err: error, topic: topic.name }, 'bus handler failed');
        }
      }
    },
    subscribe<Message>(topic: Topic<Message>, handler: (message: Message) => void) {
      // Each change copies the list, so that a delivery in progress keeps its own list.
      handlers.set(topic.name, [...(handlers.get(topic.name) ?? []), handler]);
      return () => {
        const left = (handlers.get(topic.name) ?? []).filter((other) => other !== handler);
        handlers.set(topic.name, left);
      };
    },
    receiveUser: () => noop,
    receiveAllUsers: () => noop,
    onReconnected: () => noop,
  };
}
