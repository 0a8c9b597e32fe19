import type { PriceSource } from '@vigia/core/vocabulary';
import type { LooseEnd, UndecidedSignal } from '../signals/index.ts';
import type { SetupRun } from './setup-run.ts';
import type { SignalBody } from './signal-body.ts';

/** What a setup that ends has published and not seen decided; the journal leaves out what was never published. */
export const looseEndsOf = (run: SetupRun, source: PriceSource): LooseEnd[] =>
  run.place.fold.pendingSignals.map(({ direction, entryTime, entryPrice, expirationTime }) => ({
    ...{ ownerId: run.row.id, userId: run.row.user_id, source, symbol: run.row.asset, direction, entryPrice },
    entryTimeMs: entryTime,
    expirationMs: expirationTime,
  }));

/** A stored signal that nobody follows. */
export function looseEndOf({ ownerId, userId, entryTimeMs, expirationMs, body }: UndecidedSignal): LooseEnd {
  const { source, asset: symbol, direction, entry_price: entryPrice } = body as SignalBody;
  return { ownerId, userId, source, symbol, direction, entryPrice, entryTimeMs, expirationMs };
}
