import { minorUnits, ratio } from '#kernel/index.ts';
import { profitOfWin } from '#trades/index.ts';
import { type SessionsAsked, stakeFrom } from './sessions.ts';

/** Chances of one session, fractions from 0 to 1. */
export type SessionChances = {
  /** Chance to end with more than at the start. */
  readonly inProfit: number;
  /** Chance that the balance falls below the next stake. */
  readonly exhausted: number;
};

/** Returns a function from the number of won and lost trades to the balance in cents. */
function balanceAfter({ odds, staking, capitalMinor }: SessionsAsked): (won: number, lost: number) => number {
  if (staking.kind === 'fixed') {
    const stake = stakeFrom(staking, Number.MAX_SAFE_INTEGER);
    if (stake === null) return () => capitalMinor;
    const profit = profitOfWin(minorUnits(stake), ratio(odds.payoutRatio));
    return (won, lost) => capitalMinor + won * profit - lost * stake;
  }
  const { fraction } = staking;
  return (won, lost) => capitalMinor * (1 + fraction * odds.payoutRatio) ** won * (1 - fraction) ** lost;
}

/**
 * Computes the chances of the sessions that `simulateSessions` draws, without random sessions: it follows the
 * distribution of the number of wins, trade by trade. With a fixed stake they are exact. A stake that is a fraction of
 * the balance is not rounded to cents.
 */
export function sessionChances(asked: Omit<SessionsAsked, 'sessions'>): SessionChances {
  const { odds, staking, capitalMinor, trades } = asked;
  const balance = balanceAfter({ ...asked, sessions: 1 });
  let open = Float64Array.of(1);
  let [inProfit, exhausted] = [0, 0];
  for (let trade = 0; trade < trades; trade += 1) {
    const next = new Float64Array(trade + 2);
    for (let won = 0; won <= trade; won += 1) {
      const chance = open[won] ?? 0;
      const held = balance(won, trade - won);
      if (stakeFrom(staking, held) === null) {
        exhausted += chance;
        if (held > capitalMinor) inProfit += chance;
        continue;
      }
      next[won] = (next[won] ?? 0) + chance * (1 - odds.winRate);
      next[won + 1] = (next[won + 1] ?? 0) + chance * odds.winRate;
    }
    open = next;
  }
  for (const [won, chance] of open.entries()) if (balance(won, trades - won) > capitalMinor) inProfit += chance;
  return { inProfit, exhausted };
}
