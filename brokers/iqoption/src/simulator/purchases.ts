import { type BookContract, minorOfAmount } from '@vigia/broker-kit/simulator';
import { err, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { isSoldAs, OPTION_TERMS, type OptionKind, profitPercent, symbolOf } from './actives.ts';
import type { SimulatedBroker } from './simulated-broker.ts';
import type { Fields } from './wire.ts';
import { BAD_EXPIRATION, BOOK_REFUSAL_TEXTS, PROFIT_CHANGED, type RefusalText, TOO_LATE } from './words.ts';

type Bought = { readonly contract: Readonly<BookContract>; readonly kind: OptionKind };

/** Accepts an `open-option` request, or returns a refusal. */
export function buy(broker: SimulatedBroker, loginId: string, body: Fields): Result<Bought, RefusalText> {
  const { active_id, direction, option_type_id, price, user_balance_id, profit_percent } = body;
  const symbol = symbolOf(active_id);
  const asset = symbol === undefined ? undefined : broker.market.asset(symbol);
  const kind = (['turbo', 'binary', 'blitz'] as const).find((one) => OPTION_TERMS[one].typeId === option_type_id);
  if (!asset || !kind || !isSoldAs(asset.symbol, kind)) return err(BOOK_REFUSAL_TEXTS.unknown_symbol);
  if (!asset.isOpen) return err(BOOK_REFUSAL_TEXTS.market_closed);
  const accountId = String(user_balance_id);
  if (broker.book.account(accountId)?.loginId !== loginId) return err(BOOK_REFUSAL_TEXTS.unknown_account);
  const currency = broker.currencyOf(accountId);
  const stakeMinor = typeof price === 'number' ? minorOfAmount(price, currency) : Number.NaN;
  if (Number.isNaN(stakeMinor) || (direction !== 'call' && direction !== 'put'))
    return err(BOOK_REFUSAL_TEXTS.stake_out_of_range);
  // Version 1.0 of the request lacks the payout that the client saw.
  if (typeof profit_percent === 'number' && profit_percent !== profitPercent(asset)) return err(PROFIT_CHANGED);
  const expiry = expiryOf(kind, body, broker.clock.now());
  if (!expiry.ok) return expiry;
  const booked = broker.book.place({
    accountId,
    symbol: asset.symbol,
    direction: direction === 'call' ? 'CALL' : 'PUT',
    stakeMinor: minorUnits(stakeMinor),
    expiryMs: expiry.value,
    tag: null,
  });
  if (!booked.ok) return err(BOOK_REFUSAL_TEXTS[booked.error]);
  broker.sold(booked.value, kind);
  return ok({ contract: booked.value, kind });
}

function expiryOf(kind: OptionKind, { expired, expiration_size }: Fields, nowMs: number): Result<number, RefusalText> {
  const { sizesS, count, deadtimeS } = OPTION_TERMS[kind];
  const nowS = Math.floor(nowMs / 1000);
  if (kind === 'blitz') {
    const sizeS = sizesS.find((size) => size === expiration_size);
    return sizeS === undefined ? err(BAD_EXPIRATION) : ok((nowS + sizeS) * 1000);
  }
  if (typeof expired !== 'number') return err(BAD_EXPIRATION);
  const isOffered = sizesS.some((size) => {
    const runningS = nowS - (nowS % size) + size;
    // Within the dead time of the current step, the grid of binary options starts one step later.
    const firstS = kind === 'binary' && runningS - deadtimeS < nowS ? runningS + size : runningS;
    return expired % size === 0 && expired < firstS + count * size;
  });
  if (!isOffered) return err(BAD_EXPIRATION);
  return nowMs >= (expired - deadtimeS) * 1000 ? err(TOO_LATE) : ok(expired * 1000);
}
