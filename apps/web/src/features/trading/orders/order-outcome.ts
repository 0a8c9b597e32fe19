import type { CreateOption, Option } from '@vigia/contract';
import type { AccountRef } from '@vigia/core/vocabulary';
import { ApiFailure } from '#shared/lib/api-failure.ts';

/** A sent order, stored until the server accepts or rejects it. */
export type SentOrder = {
  /** Idempotency key of the order: the server opens at most one trade per key. */
  readonly key: string;
  readonly order: CreateOption;
  /** Server time of the click, epoch milliseconds. */
  readonly clickedMs: number;
  /** The chosen account at the time of the click; null if it was unknown. */
  readonly account: AccountRef | null;
};

/** The outcome of an order. `unclear`: no answer came, so the order may or may not have been accepted. */
export type OrderOutcome =
  | { readonly kind: 'accepted'; readonly trade: Option }
  | { readonly kind: 'refused'; readonly failure: ApiFailure }
  | { readonly kind: 'unclear' };

export type PostOrder = (sent: SentOrder) => Promise<Option>;

/**
 * Sends an order and returns its outcome.
 * @param repeated whether the order was sent before, with an unknown outcome
 */
export async function sendOrder(post: PostOrder, sent: SentOrder, repeated: boolean): Promise<OrderOutcome> {
  try {
    return { kind: 'accepted', trade: await post(sent) };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return isUnclear(error, repeated) ? { kind: 'unclear' } : { kind: 'refused', failure: error };
  }
}

/**
 * Codes of refusals of the caller that precede the check of the order, so they say nothing about an order sent earlier.
 */
const NOT_ABOUT_THE_ORDER: ReadonlySet<string> = new Set([
  'not_authenticated',
  'token_expired',
  'second_factor_needed',
  'user_banned',
  'rate_limited',
]);

function isUnclear({ reason }: ApiFailure, repeated: boolean): boolean {
  switch (reason.kind) {
    case 'unreachable':
    case 'timeout':
    case 'malformed':
      return true;
    case 'no-session':
      return repeated;
    case 'refused':
      if (reason.status >= 500) return true;
      return repeated && NOT_ABOUT_THE_ORDER.has(reason.code);
  }
}
