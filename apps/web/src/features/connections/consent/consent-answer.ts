import { CONSENT } from '#shared/auth/visit-start.ts';

/** The redirect parameters of a broker's OAuth page. All values are texts, even a numeric code. */
export type ConsentAnswer = { readonly broker: string; readonly query: URLSearchParams };

/** Returns the redirect parameters of this visit once, or null if there are none. */
export function takeConsentAnswer(): ConsentAnswer | null {
  const [, broker, query = ''] = /^\/connections\/(\w+)\/return(\?.*)?$/.exec(CONSENT.answer ?? '') ?? [];
  CONSENT.answer = null;
  return broker === undefined ? null : { broker, query: new URLSearchParams(query) };
}
