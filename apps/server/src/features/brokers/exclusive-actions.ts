import type { Broker } from '@vigia/broker-kit/port';
import { err, type Result } from '@vigia/core/kernel';
import type { Caller } from '../accounts/index.ts';
import { type BrokerRefusal, refusal } from './refusal.ts';

/** Runs actions on connections, at most one at a time per user and broker. Refuses actions of anonymous users. */
export class ExclusiveActions {
  /** User and broker of each running action. */
  readonly #busy = new Set<string>();

  /** Runs an action. Refuses it with broker_busy while another action of the same user and broker is running. */
  async run<Value>(
    { principal: { userId, isAnonymous } }: Caller,
    broker: Broker,
    work: () => Promise<Result<Value, BrokerRefusal>>,
  ): Promise<Result<Value, BrokerRefusal>> {
    if (isAnonymous) return err({ code: 'anonymous_not_allowed', values: {} });
    const key = `${userId} ${broker.id}`;
    if (this.#busy.has(key)) return err(refusal(broker, 'broker_busy'));
    this.#busy.add(key);
    try {
      return await work();
    } finally {
      this.#busy.delete(key);
    }
  }
}
