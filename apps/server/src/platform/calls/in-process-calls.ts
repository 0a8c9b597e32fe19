import { err, ok } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { Call, Calls } from './calls.ts';

type Handler = (question: never) => unknown;

/** Creates calls that are all answered within this process. */
export function createInProcessCalls(log: Pick<Logger, 'error'>): Calls {
  const handlers = new Map<string, Handler>();
  const address = (call: { readonly name: string }, key: string): string => `${call.name} ${key}`;
  return {
    serve(call, key, handler) {
      handlers.set(address(call, key), handler);
      return () => {
        if (handlers.get(address(call, key)) === handler) handlers.delete(address(call, key));
      };
    },
    async ask<Question, Answer>(call: Call<Question, Answer>, key: string, question: Question) {
      const handler = handlers.get(address(call, key));
      if (handler === undefined) return err('not_served' as const);
      try {
        // The cast is safe, because only `serve` fills the map, under the name of a call with these types.
        return ok(await (handler as (question: Question) => Answer | Promise<Answer>)(question));
      } catch (error) {
        log.error({ err: error, call: call.name }, 'a call failed');
        return err('failed' as const);
      }
    },
  };
}
