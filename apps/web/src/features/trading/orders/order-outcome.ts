import type { CreateOption, Option } from '@vigia/contract';
import type { AccountRef } from '@vigia/core/vocabulary';
import { ApiFailure } from '#shared/lib/api-failure.ts';

/** The account for which the user prepared an order. It has its id on the server if the app knows the id. */
export type OrderAccount = AccountRef & { readonly id?: string | undefined };

/** A sent order. It is stored until the server accepts or refuses it. */
export type SentOrder = {
  /** Idempotency key of the order: the server opens at most one trade per key. */
  readonly key: string;
  readonly order: CreateOption;
  /** Time of the click by the server's clock, in epoch milliseconds. */
  readonly clickedMs: number;
  /** The account that was chosen when the user clicked. Null if the app did not know it. */
  readonly account: OrderAccount | null;
};

/** Outcome of an order. `unclear`: no response arrived, so the server may or may not have accepted the order. */
export type OrderOutcome =
  | { readonly kind: 'accepted'; readonly trade: Option }
  | { readonly kind: 'refused'; readonly failure: ApiFailure }
  | { readonly kind: 'unclear' };

export type PostOrder = (sent: SentOrder) => Promise<Option>;

/**
 * Sends an order and returns its outcome.
 * @param repeated true if the order was sent before and its outcome is still unknown
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
 * Error codes of requests that the server refuses because of the client, before it reads the order. They do not show
 * whether the server accepted the order when it was sent before.
 */
const CALLER_REJECTIONS: ReadonlySet<string> = new Set([
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
      return repeated && CALLER_REJECTIONS.has(reason.code);
  }
}
