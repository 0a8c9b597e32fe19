import { assertNever } from '@vigia/core/kernel';
import type { FaultScript } from './fault-script.ts';

/** Ways in which a simulator answers a request for a page. */
export type PageAnswerer<Page> = {
  send(page: Page): void;
  /** Refuses the request like the rate limit of the real broker. */
  refuse(): void;
  cut(): void;
};

/** Answers the requests for pages of candles on one connection, with the scripted faults. */
export class PageResponses<Page> {
  readonly #script: FaultScript;
  #previous: Page | null = null;

  constructor(script: FaultScript) {
    this.#script = script;
  }

  answer(page: Page, { send, refuse, cut }: PageAnswerer<Page>): void {
    const fault = this.#script.takePageFault();
    const previous = this.#previous;
    switch (fault?.kind) {
      case 'cut':
        return cut();
      case 'rate_limited':
        return refuse();
      case 'stale':
        return send(previous ?? page);
      case 'twice':
        send(page);
        break;
      case undefined:
        break;
      default:
        return assertNever(fault);
    }
    this.#previous = page;
    send(page);
  }
}
