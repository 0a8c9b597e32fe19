import type { ProofReport } from '@vigia/contract';
import { formatCount, formatMoney } from '#shared/lib/format.ts';
import { histogramOf, relativePositionIn } from '../model/proof-bins.ts';
import { proofMessages as words } from './messages.es.ts';

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Draws the results of the markets without an edge as bars, with a line at the real result. */
export function ProofHistogram({ proof }: { readonly proof: ProofReport }) {
  const { profits, real, currency } = proof;
  const histogram = histogramOf(profits, real.profit);
  const tallest = Math.max(...histogram.bars);
  const place = percent(relativePositionIn(histogram, real.profit));
  return (
    <figure className="grid gap-1">
      <figcaption className="text-12 text-fg-3">{words.axis}</figcaption>
      <div role="img" aria-label={spokenOf(proof)} className="relative h-[104px] text-fg-2">
        <div className="absolute inset-x-0 top-5 bottom-0 flex items-end gap-px border-b border-line-strong">
          {histogram.bars.map((count, bar) => (
            <i key={bar} className="flex-1 bg-current/34" style={{ height: percent(count / tallest) }} />
          ))}
        </div>
        <i className="absolute top-4 bottom-0 -ml-px w-0.5 bg-fg-1" style={{ left: place }} />
        <span
          className="absolute top-0 text-12 whitespace-nowrap text-fg-1"
          style={{ left: place, transform: `translateX(-${place})` }}
        >
          {words.yours(formatMoney(real.profit, currency))}
        </span>
      </div>
      <div className="flex justify-between text-12 text-fg-3">
        <span>{formatMoney(histogram.low, currency)}</span>
        <span>{formatMoney(histogram.high, currency)}</span>
      </div>
    </figure>
  );
}

function spokenOf({ worlds, profits, real, currency }: ProofReport): string {
  const money = (amount: number | undefined): string => formatMoney(amount ?? 0, currency);
  const middle = profits[Math.floor(profits.length / 2)];
  return words.spoken(formatCount(worlds), money(profits[0]), money(middle), money(profits.at(-1)), money(real.profit));
}
