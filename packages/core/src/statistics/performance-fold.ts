import { EquityFold, type EquityPoint } from './equity-fold.ts';
import { ProfitFold } from './profit-fold.ts';
import { RecordFold, type TradeResult } from './record-fold.ts';
import { type Streak, StreakFold } from './streak-fold.ts';
import type { WinRateCard } from './win-rate-card.ts';

/** An ended trade in the statistics, which exclude void trades. Amounts are in minor units. */
export type EndedTrade = {
  readonly result: TradeResult;
  readonly stakeMinor: number;
  readonly profitMinor: number;
  /** Payout of a win in basis points; null if the venue stated none. */
  readonly payoutBp: number | null;
  readonly settledAtMs: number;
  /** The group of the trade in each grouping that the caller defines, for example `{ hour: 14 }`. */
  readonly groups: Readonly<Record<string, string | number>>;
};

/** Result of a group of trades. */
export type GroupFigures = {
  readonly trades: number;
  readonly profitMinor: number;
  readonly card: WinRateCard;
  readonly counts: { readonly won: number; readonly lost: number; readonly tied: number };
};

class GroupFold {
  readonly #profits = new ProfitFold();
  readonly #record = new RecordFold();

  add({ result, profitMinor, payoutBp }: EndedTrade): void {
    this.#profits.add(profitMinor);
    this.#record.add(result, payoutBp);
  }

  get figures(): GroupFigures {
    const { won, lost, tied } = this.#record.record;
    const counts = { won, lost, tied };
    return { trades: this.#profits.trades, profitMinor: this.#profits.total, card: this.#record.card, counts };
  }
}

/**
 * Performance of trades that are added one by one in the order in which they settled. One pass is sufficient, and
 * memory does not grow with the number of trades. The sums over all groups equal the total.
 */
export class PerformanceFold {
  readonly #whole = new GroupFold();
  readonly #profits = new ProfitFold();
  readonly #streaks = new StreakFold();
  readonly #equity: EquityFold;
  readonly #groups = new Map<string, Map<string | number, GroupFold>>();
  #stakedMinor = 0;

  constructor(equityPoints: number) {
    this.#equity = new EquityFold(equityPoints);
  }

  add(trade: EndedTrade): void {
    const { result, profitMinor, stakeMinor, settledAtMs } = trade;
    this.#whole.add(trade);
    this.#profits.add(profitMinor);
    if (result === 'won' || result === 'lost') this.#streaks.add(result);
    this.#stakedMinor += stakeMinor;
    this.#equity.add({ atMs: settledAtMs, total: this.#profits.total });
    for (const [by, key] of Object.entries(trade.groups)) this.#groupOf(by, key).add(trade);
  }

  #groupOf(by: string, key: string | number): GroupFold {
    const groups = this.#groups.get(by) ?? new Map<string | number, GroupFold>();
    this.#groups.set(by, groups);
    const group = groups.get(key) ?? new GroupFold();
    groups.set(key, group);
    return group;
  }

  get whole(): GroupFigures {
    return this.#whole.figures;
  }

  get stakedMinor(): number {
    return this.#stakedMinor;
  }

  /** Mean profit of a trade in minor units, not rounded; null without trades. */
  get expectancyMinor(): number | null {
    return this.#profits.expectancy;
  }

  get profitFactor(): number | null {
    return this.#profits.profitFactor;
  }

  get maxDrawdownMinor(): number {
    return this.#profits.maxDrawdown;
  }

  get streaks(): { readonly longestWinning: number; readonly longestLosing: number; readonly current: Streak | null } {
    return this.#streaks;
  }

  /** Running total of the profits over time, in minor units. */
  get equity(): readonly EquityPoint[] {
    return this.#equity.points;
  }

  /** Returns the groups that have trades, in the order of their first trade. */
  groupsBy(by: string): ReadonlyMap<string | number, GroupFigures> {
    return new Map([...(this.#groups.get(by) ?? [])].map(([key, group]) => [key, group.figures]));
  }
}
