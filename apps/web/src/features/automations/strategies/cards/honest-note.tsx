import type { StrategyView } from '@vigia/contract';
import { breakEvenRate } from '@vigia/core/statistics';
import { Scale } from 'lucide-react';
import { formatCount, formatPayout, formatPercent } from '#shared/lib/format.ts';
import { Note } from '#shared/ui/note.tsx';
import { strategiesMessages } from '../messages.es.ts';
import { chanceOfLuckyOne, tradesNeeded } from '../model/trades-needed.ts';

const words = strategiesMessages.note;

/** An ambitious win rate as an example. Few traders reach it. */
const GOOD_RATE = 0.58;

/**
 * Shows how many trades are needed to prove that a strategy is good. The note also appears before a strategy has a win
 * rate.
 */
export function HonestNote({ strategies }: { readonly strategies: readonly StrategyView[] }) {
  const payout = middlePayout(strategies);
  if (payout === null) return null;
  return (
    <Note icon={Scale}>
      <p>
        <Needed payout={payout} />
        {strategies.length > 1 &&
          ` ${words.several(strategies.length, formatPercent(chanceOfLuckyOne(strategies.length), 0))}`}
      </p>
    </Note>
  );
}

function Needed({ payout }: { readonly payout: number }) {
  const needed = tradesNeeded(GOOD_RATE, payout);
  const rate = formatPercent(GOOD_RATE, 0);
  if (needed === null) return words.hopeless(formatPayout(payout), rate, formatPercent(breakEvenRate(payout)));
  const [before, after] = words.needed(formatPayout(payout), rate);
  return (
    <>
      {before}
      <b className="text-fg-1">{words.trades(formatCount(needed))}</b>
      {after}
    </>
  );
}

/**
 * Returns the median payout of the strategies. Returns null if none has a payout. The mean could be a payout that no
 * broker offers.
 */
function middlePayout(strategies: readonly StrategyView[]): number | null {
  const payouts = strategies.flatMap(({ payout }) => (payout !== null && payout > 0 ? [payout] : []));
  return payouts.sort((a, b) => a - b)[Math.floor(payouts.length / 2)] ?? null;
}
