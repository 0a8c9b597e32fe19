import type { BrokerConsent, BrokerFault, ConsentClient, ConsentRequest, ConsentTokens } from '@vigia/broker-kit/port';
import { epochMs, ok, type Result } from '@vigia/core/kernel';

type Answer = Result<ConsentTokens, BrokerFault>;

/** Lifetime of the tokens of {@link FakeConsent}. */
export const TOKEN_LIFE_MS = 60 * 60_000;

/** The OAuth page and token endpoint of a broker. The test sets their responses. */
export class FakeConsent implements BrokerConsent {
  readonly exchanged: { readonly code: string; readonly request: ConsentRequest }[] = [];
  readonly renewed: { readonly refreshToken: string; readonly client: ConsentClient }[] = [];
  onExchange: (nowMs: number) => Answer = (nowMs) => ok(testTokensOf('first', nowMs));
  onRenew: (nowMs: number) => Answer | Promise<Answer> = (nowMs) => ok(testTokensOf('next', nowMs));

  async pageOf({ clientId, redirectUri, state }: ConsentRequest): Promise<string> {
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, state });
    return `https://broker.example/consent?${query}`;
  }
  async exchange(code: string, request: ConsentRequest, { clock }: { clock: { now(): number } }): Promise<Answer> {
    this.exchanged.push({ code, request });
    return this.onExchange(clock.now());
  }
  async renew(refreshToken: string, client: ConsentClient, { clock }: { clock: { now(): number } }): Promise<Answer> {
    this.renewed.push({ refreshToken, client });
    return this.onRenew(clock.now());
  }
}

/** Returns tokens with recognisable secrets and a lifetime of an hour. */
export const testTokensOf = (name: string, nowMs: number): ConsentTokens => ({
  kind: 'oauth',
  accessToken: `CANARY-access-${name}`,
  refreshToken: `CANARY-refresh-${name}`,
  expiresAtMs: epochMs(nowMs + TOKEN_LIFE_MS),
});
