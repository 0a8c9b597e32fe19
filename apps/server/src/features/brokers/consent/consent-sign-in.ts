import type { Broker } from '@vigia/broker-kit/port';
import type { BrokerConsentBody, BrokerConsentStart } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { Caller } from '../../accounts/index.ts';
import type { BrokerActionResult, BrokerRefusal } from '../refusal.ts';
import type { BrokerSignIn } from '../sessions/broker-sign-in.ts';
import type { Consents } from './consents.ts';

/** Signs users in on the broker's own page. Each step first checks that no open connection prevents it. */
export class ConsentSignIn {
  readonly #consents: Consents;
  readonly #signingIn: BrokerSignIn;

  constructor(consents: Consents, signingIn: BrokerSignIn) {
    this.#consents = consents;
    this.#signingIn = signingIn;
  }

  async start(caller: Caller, broker: Broker): Promise<Result<BrokerConsentStart, BrokerRefusal>> {
    const free = this.#signingIn.mayReplace(caller, broker, 'oauth');
    return free.ok ? this.#consents.start(caller.principal.userId, broker) : free;
  }

  async finish(caller: Caller, broker: Broker, body: BrokerConsentBody): Promise<BrokerActionResult> {
    const free = this.#signingIn.mayReplace(caller, broker, 'oauth');
    if (!free.ok) return free;
    const tokens = await this.#consents.finish(caller.principal.userId, broker, body);
    return tokens.ok ? this.#signingIn.connect(caller, broker, tokens.value) : tokens;
  }
}
