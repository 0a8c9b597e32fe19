import type { PriceSource } from '@vigia/core/vocabulary';
import type { UndecidedSignal, UnsettledSignal } from '../../signals/index.ts';
import type { SetupRun } from '../running/setup-run.ts';
import type { SignalBody } from './signal-body.ts';

/** Returns the pending signals of a setup that stops running. The journal skips the unpublished ones. */
export const unsettledSignalsOf = (run: SetupRun, source: PriceSource): UnsettledSignal[] =>
  run.membership.fold.pendingSignals.map(({ direction, entryTime, entryPrice, expirationTime }) => ({
    ownerId: run.row.id,
    userId: run.row.user_id,
    source,
    symbol: run.row.asset,
    direction,
    entryPrice,
    entryTimeMs: entryTime,
    expirationMs: expirationTime,
  }));

/** Converts a stored signal that no running setup settles to the form in which it is settled later. */
export function toUnsettledSignal({
  ownerId,
  userId,
  entryTimeMs,
  expirationMs,
  body,
}: UndecidedSignal): UnsettledSignal {
  const { source, asset: symbol, direction, entry_price: entryPrice } = body as SignalBody;
  return { ownerId, userId, source, symbol, direction, entryPrice, entryTimeMs, expirationMs };
}
