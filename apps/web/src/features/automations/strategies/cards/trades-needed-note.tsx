import type { StrategyView } from '@vigia/contract';
import { betsUntilDecided, breakEvenRate, DECISIVE_EVIDENCE, MOST_BETS } from '@vigia/core/statistics';
import { Scale } from 'lucide-react';
import { useMemo } from 'react';
import { formatCount, formatPayout, formatPercent } from '#shared/lib/format.ts';
import { Note } from '#shared/ui/note.tsx';
import { strategiesMessages } from '../messages.es.ts';

const words = strategiesMessages.note;

/** An ambitious win rate as an example. Few traders reach it. */
const GOOD_RATE = 0.58;

/**
 * Shows how many trades a good strategy needs until its card says so. The note also appears before a strategy has a win
 * rate.
 */
export function TradesNeededNote({ strategies }: { readonly strategies: readonly StrategyView[] }) {
  const payout = middlePayout(strategies);
  const { decided_from: from, cards = 1 } = strategies[0]?.signals.card.evidence ?? {};
  if (payout === null) return null;
  return (
    <Note icon={Scale}>
      <p>
        <Needed payout={payout} limit={from?.above ?? DECISIVE_EVIDENCE} />
        {cards > 1 && ` ${words.several(cards)}`}
      </p>
    </Note>
  );
}

function Needed({ payout, limit }: { readonly payout: number; readonly limit: number }) {
  const needed = useMemo(() => betsUntilDecided(GOOD_RATE, payout, limit), [payout, limit]);
  const rate = formatPercent(GOOD_RATE, 0);
  const breakEven = breakEvenRate(payout);
  if (GOOD_RATE <= breakEven) return words.hopeless(formatPayout(payout), rate, formatPercent(breakEven));
  const [before, after] = words.needed(formatPayout(payout), rate);
  return (
    <>
      {before}
      <b className="text-fg-1">
        {needed === null ? words.moreThan(formatCount(MOST_BETS)) : words.trades(formatCount(needed))}
      </b>
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
