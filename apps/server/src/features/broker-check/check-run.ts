import { type CheckResult, type DemoOrder, runCheck } from '@vigia/broker-kit/check';
import type { BrokerContract, FeedTick } from '@vigia/broker-kit/port';
import { BROKER_CHECK_ES, type BrokerCheckView } from '@vigia/contract';
import { type Cancel, err, ok } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import { CHECK_STEPS, type CheckStep } from '@vigia/core/vocabulary';
import type { Actor } from '../accounts/index.ts';
import { type ActiveConnection, BROKER_CONTRACT, BROKER_TICK } from '../brokers/index.ts';
import type { BrokerCheckDeps } from './deps.ts';
import { placeDemoOrder } from './place-demo-order.ts';

/** Step of the duration of the demo order: whole minutes, which every broker accepts. */
const ORDER_STEP_S = 60;

/** One check of a broker on a user's open session. */
export class BrokerCheckRun {
  readonly #deps: BrokerCheckDeps;
  readonly #actor: Actor;
  readonly #connection: ActiveConnection;
  readonly #abort = new AbortController();
  readonly #results = new Map<CheckStep, CheckResult>();
  #running: CheckStep | null = null;
  #asked: { readonly order: DemoOrder; readonly answer: (send: boolean) => void } | null = null;
  #isOver = false;

  /**
   * Creates a check.
   * @param actor user who started the check, and in whose name the demo order is placed
   */
  constructor(deps: BrokerCheckDeps, actor: Actor, connection: ActiveConnection) {
    this.#deps = deps;
    this.#actor = actor;
    this.#connection = connection;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Runs the check to its end. Rejects only if an adapter throws. */
  async run(): Promise<void> {
    const { clock, ids } = this.#deps;
    const { broker, session, oddities } = this.#connection;
    try {
      await runCheck({
        session,
        traits: broker.traits,
        clock,
        ids,
        orderStepS: ORDER_STEP_S,
        signal: this.#abort.signal,
        events: { onTick: (handler) => this.#onTick(handler), onContract: (handler) => this.#onContract(handler) },
        // The check uses the open session, because a second login could end that session.
        signIn: async () =>
          session.state().status === 'connected' ? ok(null) : err({ kind: 'network', detail: 'not connected' }),
        oddities,
        confirm: (order) => this.#confirm(order),
        place: (order) => placeDemoOrder(this.#deps, this.#actor, broker.id, order),
        onBegin: (step) => {
          this.#running = step;
        },
        onResult: (result) => void this.#results.set(result.step, result),
      });
    } finally {
      this.#isOver = true;
      this.#running = null;
    }
  }

  /**
   * Answers the question about the demo order.
   * @returns false if no question is pending
   */
  answer(send: boolean): boolean {
    this.#asked?.answer(send);
    return this.#asked !== null;
  }

  cancel(): void {
    this.#abort.abort();
    this.#asked?.answer(false);
  }

  view(): BrokerCheckView {
    const order = this.#asked?.order ?? null;
    return {
      broker: this.#connection.broker.id,
      state: this.#stateOf(),
      steps: CHECK_STEPS.map((step) => ({ step, name: BROKER_CHECK_ES.step(step), ...this.#stepOf(step) })),
      order: order && {
        symbol: order.order.symbol,
        amount: formatMinor(order.order.stakeMinor, order.account.currency),
        currency: order.account.currency,
        duration_s: order.order.durationS,
      },
    };
  }

  #stateOf(): BrokerCheckView['state'] {
    if (this.#abort.signal.aborted) return 'cancelled';
    if (this.#isOver) return 'done';
    return this.#asked ? 'asking' : 'running';
  }

  #stepOf(step: CheckStep): Pick<BrokerCheckView['steps'][number], 'state' | 'text'> {
    const result = this.#results.get(step);
    switch (result?.verdict) {
      case undefined:
        return { state: this.#running === step ? 'running' : 'waiting', text: '' };
      case 'as_expected':
        return { state: 'as_expected', text: BROKER_CHECK_ES.seen(step, result.seen) };
      case 'differs':
        return { state: 'differs', text: result.findings.map(BROKER_CHECK_ES.finding).join('; ') };
      case 'not_offered':
        return { state: 'not_offered', text: BROKER_CHECK_ES.reason(result.reason, result.why) };
    }
  }

  async #confirm(order: DemoOrder): Promise<boolean> {
    const answered = await new Promise<boolean>((answer) => {
      this.#asked = { order, answer };
      if (this.#abort.signal.aborted) answer(false);
    });
    this.#asked = null;
    return answered;
  }

  #isOurs({ userId, brokerId }: { readonly userId: string; readonly brokerId: string }): boolean {
    return userId === this.#actor.userId && brokerId === this.#connection.broker.id;
  }

  #onTick(handler: (tick: FeedTick) => void): Cancel {
    return this.#deps.bus.subscribe(BROKER_TICK, (event) => {
      if (this.#isOurs(event)) handler(event.tick);
    });
  }

  #onContract(handler: (contract: BrokerContract) => void): Cancel {
    return this.#deps.bus.subscribe(BROKER_CONTRACT, (event) => {
      if (this.#isOurs(event)) handler(event.contract);
    });
  }
}
