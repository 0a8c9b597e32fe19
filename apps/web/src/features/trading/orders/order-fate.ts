import type { CreateOption, Option } from '@vigia/contract';
import type { TradingMode } from '@vigia/core/vocabulary';
import { ApiFailure } from '#shared/lib/api-failure.ts';

/** An order that has left, as it is kept until the server has said yes or no. */
export type SentOrder = {
  /** Its idempotency key: under it the server opens one trade at most. */
  readonly key: string;
  readonly order: CreateOption;
  /** By the server's clock, in epoch milliseconds. */
  readonly clickedMs: number;
  /** In force when it was clicked; null before it was known. */
  readonly mode: TradingMode | null;
};

/** What became of an order; `unclear`: no answer came, it may have been taken or not. */
export type OrderFate =
  | { readonly kind: 'accepted'; readonly trade: Option }
  | { readonly kind: 'refused'; readonly failure: ApiFailure }
  | { readonly kind: 'unclear' };

export type PostOrder = (order: CreateOption, idempotencyKey: string) => Promise<Option>;

/** `repeated`: it left before, and nobody knows what became of it then. */
export async function sendOrder(post: PostOrder, { order, key }: SentOrder, repeated: boolean): Promise<OrderFate> {
  try {
    return { kind: 'accepted', trade: await post(order, key) };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return isUnclear(error, repeated) ? { kind: 'unclear' } : { kind: 'refused', failure: error };
  }
}

/** Refusals of whoever asks, made before anybody looks at the order: they say nothing of one sent earlier. */
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
      if (reason.status >= 500 || reason.code === 'idempotency_in_progress') return true;
      return repeated && NOT_ABOUT_THE_ORDER.has(reason.code);
  }
}
