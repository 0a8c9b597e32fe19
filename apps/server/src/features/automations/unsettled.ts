import type { Direction, PriceSource } from '@vigia/core/vocabulary';
import type { UndecidedSignal, UnsettledSignal } from '../signals/index.ts';
import type { AutomationRun } from './automation.ts';

/** The fields that the hashed bodies of all kinds of signals share. */
type SealedBody = {
  readonly source: PriceSource;
  readonly asset: string;
  readonly direction: Direction;
  readonly entry_price: number;
  readonly expiry_ticks?: number;
};

/** Returns the pending signals of an automation that stops running. The journal skips the unpublished ones. */
export const unsettledSignalsOf = <Group>(
  { row, pendingSignals }: AutomationRun<Group>,
  source: PriceSource,
): UnsettledSignal[] =>
  pendingSignals.map(({ direction, entryTime, entryPrice, expirationTime, inTicks = false }) => ({
    ownerId: row.id,
    userId: row.user_id,
    source,
    symbol: row.asset,
    direction,
    entryPrice,
    entryTimeMs: entryTime,
    expirationMs: expirationTime,
    inTicks,
  }));

/** Converts a stored signal that no running automation settles to the form in which it is settled later. */
export function toUnsettledSignal({
  ownerId,
  userId,
  entryTimeMs,
  expirationMs,
  body,
}: UndecidedSignal): UnsettledSignal {
  const { source, asset: symbol, direction, entry_price: entryPrice, expiry_ticks: ticks } = body as SealedBody;
  const inTicks = ticks !== undefined;
  return { ownerId, userId, source, symbol, direction, entryPrice, entryTimeMs, expirationMs, inTicks };
}
