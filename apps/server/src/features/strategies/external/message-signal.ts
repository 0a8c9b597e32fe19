import { epochMs, invariant, type Json, price } from '@vigia/core/kernel';
import { expirationOf, type SettleableSignal } from '@vigia/core/pcr';
import { lengthIn } from '@vigia/core/trades';
import { sealedTicks } from '../../signals/index.ts';
import type { StrategyMarket } from '../deps.ts';
import type { StrategyRun } from '../running/strategy-run.ts';
import type { MessageRow } from './message.repository.ts';
import { payoutFractionAt } from './message-gates.ts';

const RULE_VERSION = 2;

/**
 * Returns the journal entry of a message, and the signal to settle. Both follow from the message alone, except for the
 * entry price and the payout.
 */
export function toExternalSignal(
  run: StrategyRun,
  market: Pick<StrategyMarket, 'source' | 'payoutBp'>,
  message: MessageRow,
  entryPrice: number,
) {
  const { direction, received_at: receivedAt, candle_time: candleTime } = message;
  invariant(direction !== null, 'a message that counts has a direction');
  const { id: ownerId, name: ownerName, version, user_id: userId, asset, timeframe } = run.row;
  const { type, parameters } = run.rules;
  const length = lengthIn(parameters);
  const entryTime = epochMs(receivedAt.getTime());
  const { expirationTime } = expirationOf(entryTime, length);
  const body = {
    rule_version: RULE_VERSION,
    strategy_id: ownerId,
    strategy_version: version,
    type,
    parameters: { ...parameters },
    asset,
    timeframe,
    source: market.source,
    direction,
    entry_time_ms: entryTime,
    entry_price: entryPrice,
    expiration_ms: expirationTime,
    ...sealedTicks(length),
    payout: payoutFractionAt(run, market, entryTime),
    message: messageOf(message),
  } satisfies Json;
  const times = { candleTime, entryTimeMs: entryTime, expirationMs: expirationTime };
  const settleable: SettleableSignal = {
    direction,
    entryTime,
    entryPrice: price(entryPrice),
    expirationTime: epochMs(expirationTime),
    ...(length.unit === 'ticks' && { inTicks: true }),
  };
  return { entry: { ownerId, ownerName, version, userId, symbol: asset, direction, ...times, body }, settleable };
}

/** Returns the part of the body that names the message. The hash covers the whole text. */
const messageOf = ({ id, received_at, stated_at, sender_id, text_hash }: MessageRow) => ({
  id,
  received_ms: received_at.getTime(),
  stated_ms: stated_at?.getTime() ?? null,
  sender_id,
  text_sha256: text_hash.toString('hex'),
});
