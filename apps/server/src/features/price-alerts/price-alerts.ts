import { PRICE_ALERTS_PER_PERSON, type PriceAlertBody, type PriceAlertView } from '@vigia/contract';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Database } from '#platform/persistence/database.ts';
import { type Markets, marketOf, unknownAsset } from '../market-data/index.ts';
import * as repository from './alert.repository.ts';
import { ALERT_CHANGED } from './topics.ts';

export type PriceAlertsDeps = {
  readonly db: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly markets: Pick<Markets, 'at' | 'sourceOf'>;
};

export type PriceAlertRefusal = {
  readonly code: 'price_alert_not_found' | 'price_alert_limit' | 'price_alert_passed' | 'prices_away' | 'asset_unknown';
  readonly values: Readonly<Record<string, string | number>>;
};

const refuse = (code: PriceAlertRefusal['code'], values: PriceAlertRefusal['values'] = {}) => err({ code, values });

/** The alerts of users on prices. Each user sees only their own. */
export class PriceAlerts {
  readonly #deps: PriceAlertsDeps;

  constructor(deps: PriceAlertsDeps) {
    this.#deps = deps;
  }

  /** Returns the user's waiting alerts, and those that fired within seven days, newest first. */
  list(userId: string): Promise<PriceAlertView[]> {
    const { clock, db } = this.#deps;
    return repository.listAlerts(db.sql, userId, clock.now());
  }

  /**
   * Creates the alert with this id on the prices that the user sees now. A repeated request returns the stored alert.
   * The price must not be on or past the level yet, because the alert fires when it gets there.
   */
  async create(userId: string, id: string, body: PriceAlertBody): Promise<Result<PriceAlertView, PriceAlertRefusal>> {
    const { bus, clock, db, markets } = this.#deps;
    const known = await repository.findAlert(db.sql, id);
    if (known !== null) return known.userId === userId ? ok(known.view) : refuse('price_alert_not_found');
    const market = await marketOf(markets, userId);
    const { source } = market;
    if (market.asset(body.symbol) === undefined) return err(unknownAsset(market, body.symbol));
    const price = market.latest(body.symbol)?.price ?? null;
    if (price === null) return refuse('prices_away');
    if (isPast(body, price)) return refuse('price_alert_passed', { price });
    const made = await db.transaction(async (tx): Promise<Result<PriceAlertView, PriceAlertRefusal>> => {
      await repository.lockUser(tx, userId);
      if ((await repository.countWaitingAlerts(tx, userId)) >= PRICE_ALERTS_PER_PERSON)
        return refuse('price_alert_limit', { maximum: PRICE_ALERTS_PER_PERSON });
      const again = await repository.findAlert(tx, id);
      if (again !== null) return again.userId === userId ? ok(again.view) : refuse('price_alert_not_found');
      return ok(await repository.insertAlert(tx, { id, userId, source }, body, clock.now()));
    });
    if (made.ok) bus.publish(ALERT_CHANGED, { userId });
    return made;
  }

  /** Deletes an alert. @returns false if the user has no such alert */
  async remove(userId: string, id: string): Promise<boolean> {
    const { bus, db } = this.#deps;
    const isRemoved = await repository.deleteAlert(db.sql, userId, id);
    if (isRemoved) bus.publish(ALERT_CHANGED, { userId });
    return isRemoved;
  }
}

const isPast = ({ direction, level }: PriceAlertBody, price: number): boolean =>
  direction === 'up' ? price >= level : price <= level;
