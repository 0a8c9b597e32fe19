import { demoMarket, SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { Figure } from './figure.ts';
import { measureMinutes } from './minutes.ts';

const SEEDS = 50;
const MINUTES = 5 * 1_440;
const LOOK_BACKS = [1, 2, 3, 5, 10, 20];
const EXPIRIES = [1, 2, 3, 5, 10, 15];
/** A rule: from the closes up to a minute, the direction of a trade, or 0 for no trade. */
type Rule = (closes: readonly number[], minute: number, lookBack: number) => number;

const changeOf = (closes: readonly number[], minute: number, back: number): number =>
  (closes[minute] ?? 0) - (closes[minute - back] ?? 0);

/** Follows the last move. Its opposite has the opposite result. */
const follow: Rule = (closes, minute, back) => Math.sign(changeOf(closes, minute, back));

/** Follows a move that is larger than the move before it. */
const followStrong: Rule = (closes, minute, back) => {
  const change = changeOf(closes, minute, back);
  return Math.abs(change) > 2 * Math.abs(changeOf(closes, minute - back, back)) ? Math.sign(change) : 0;
};

/** Follows a close beyond all earlier ones. */
const breakOut: Rule = (closes, minute, back) => {
  const earlier = closes.slice(minute - back - 1, minute);
  const close = closes[minute] ?? 0;
  if (close > Math.max(...earlier)) return 1;
  return close < Math.min(...earlier) ? -1 : 0;
};

const RULES: readonly Rule[] = [follow, followStrong, breakOut];

type Count = { wins: number; losses: number };

/** Plays 108 rules on fifty markets, one of each asset in turn. */
export function fairness(): readonly Figure[] {
  const counts = new Map<string, Count>();
  for (let seed = 0; seed < SEEDS; seed++) {
    const asset = SIMULATED_ASSETS[seed % SIMULATED_ASSETS.length];
    if (asset === undefined) throw new Error('assets are listed');
    playAll(measureMinutes(demoMarket(seed, 'uneven'), asset, MINUTES).closes, counts);
  }
  const rates = [...counts.values()].map(({ wins, losses }) => wins / (wins + losses));
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  const [name, limit] = [`of ${counts.size} rules`, '0.49 … 0.51'];
  return [
    { name: `rate of wins, least ${name}`, measured: least, limit, passed: least >= 0.49 },
    { name: `rate of wins, most ${name}`, measured: most, limit, passed: most <= 0.51 },
  ];
}

function playAll(closes: readonly number[], counts: Map<string, Count>): void {
  for (const [kind, rule] of RULES.entries())
    for (const back of LOOK_BACKS)
      for (const expiry of EXPIRIES) {
        const key = `${kind}/${back}/${expiry}`;
        const count = counts.get(key) ?? { wins: 0, losses: 0 };
        counts.set(key, count);
        play(closes, (minute) => rule(closes, minute, back), expiry, count);
      }
}

function play(closes: readonly number[], rule: (minute: number) => number, expiry: number, count: Count): void {
  for (let minute = 41; minute + expiry < closes.length; minute++) {
    const gain = rule(minute) * ((closes[minute + expiry] ?? 0) - (closes[minute] ?? 0));
    if (gain > 0) count.wins += 1;
    else if (gain < 0) count.losses += 1;
  }
}
