import { minorUnits } from '@vigia/core/kernel';
import type { AccountKind, Currency, Venue } from '@vigia/core/vocabulary';
import { ACCOUNT_CHANGED, toAccountView } from '../../accounts/index.ts';
import type { TradingDeps } from '../deps.ts';
import { TRADE_CHANGED } from '../topics.ts';
import { traceTrade } from '../trace-trade.ts';
import { toOption } from '../trade-row.ts';
import type { BrokerRow } from './broker-trades.repository.ts';

type Account = {
  readonly broker: Venue;
  readonly kind: AccountKind;
  readonly currency: Currency;
  readonly cash_minor: number;
  readonly held_minor: number;
};

/** Publishes a trade that was just committed; in the background also its account. */
export function publishTrade(deps: TradingDeps, row: BrokerRow): void {
  const { bus, db, log } = deps;
  const { user_id: userId, account_id: accountId } = row;
  bus.publish(TRADE_CHANGED, { userId, trade: toOption(row) });
  if (row.settled_at !== null && row.corrected_at === null) {
    const untilMs = row.settled_at.getTime();
    traceTrade(deps, 'trade.settle', row, { fromMs: Math.min(row.expiry_time.getTime(), untilMs), untilMs });
  }
  db.sql<Account[]>`SELECT broker, kind, currency, cash_minor, held_minor FROM accounts WHERE id = ${accountId}`
    .then(([account]) => {
      if (account === undefined) return;
      const { cash_minor: cash, held_minor: held, ...named } = account;
      const money = { cashMinor: minorUnits(cash), heldMinor: minorUnits(held) };
      bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView({ accountId, ...named, ...money }) });
    })
    .catch((error: unknown) => log.warn({ err: error, account: accountId }, 'a balance could not be published'));
}
