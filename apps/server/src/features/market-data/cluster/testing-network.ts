import { type Cancel, err, ok } from '@vigia/core/kernel';
import type { Bus, Topic } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import type { Call, Calls } from '#platform/calls/calls.ts';
import { createLogger } from '#platform/logging/logger.ts';

type Handler = { readonly process: string; readonly answer: (question: never) => unknown };

const onTheWire = <Message>(message: Message): Message => JSON.parse(JSON.stringify(message));

/** A network of processes that exchange JSON messages synchronously. A test can cut processes off and lose messages. */
export class TestNetwork {
  /** Processes that still receive messages but whose own messages are lost. */
  readonly cutOff = new Set<string>();
  /** Decides whether a message from one process to another is lost. */
  loses: () => boolean = () => false;
  readonly #buses = new Map<string, Bus>();
  readonly #handlers = new Map<string, Handler[]>();

  bus(process: string): Bus {
    const local = createInProcessBus(createLogger('silent'));
    this.#buses.set(process, local);
    return {
      ...local,
      publish: <Message>(topic: Topic<Message>, message: Message) => {
        local.publish(topic, message);
        if (topic.reach !== 'process' && !this.cutOff.has(process)) this.#spread(process, topic, message);
      },
    };
  }

  calls(process: string): Calls {
    return {
      serve: (call, key, answer) => this.#serve(`${call.name} ${key}`, { process, answer }),
      ask: async <Question, Answer>(call: Call<Question, Answer>, key: string, question: Question) => {
        const handlers = this.#handlers.get(`${call.name} ${key}`) ?? [];
        const reached = handlers.filter((one) => one.process === process || !this.#isCut(one.process, process));
        const [first] = reached;
        if (first === undefined) return err(handlers.length === 0 ? ('not_served' as const) : ('too_late' as const));
        const asked = onTheWire(question);
        return ok(onTheWire(await (first.answer as (question: Question) => Answer | Promise<Answer>)(asked)));
      },
    };
  }

  #serve(address: string, handler: Handler): Cancel {
    this.#handlers.set(address, [...(this.#handlers.get(address) ?? []), handler]);
    return () => {
      const left = (this.#handlers.get(address) ?? []).filter((other) => other !== handler);
      this.#handlers.set(address, left);
    };
  }

  #spread<Message>(from: string, topic: Topic<Message>, message: Message): void {
    for (const [to, bus] of this.#buses)
      if (to !== from && !this.cutOff.has(to) && !this.loses()) bus.publish(topic, onTheWire(message));
  }

  #isCut(a: string, b: string): boolean {
    return this.cutOff.has(a) || this.cutOff.has(b);
  }
}
