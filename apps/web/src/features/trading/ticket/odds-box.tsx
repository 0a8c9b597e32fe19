import { cn } from '#shared/lib/cn.ts';
import { formatMoney, formatPercent } from '#shared/lib/format.ts';
import { tradingMessages } from '../messages.es.ts';
import type { Odds } from './ticket-maths.ts';

const words = tradingMessages.ticket;
const NOTHING = '—';

/** Payout, risk and the win rate needed to break even. */
export function OddsBox({ odds }: { readonly odds: Odds | null }) {
  const figures = [
    [words.receive, odds && formatMoney(odds.receive)],
    [words.risk, odds && formatMoney(odds.stake)],
    [words.breakEven, odds && formatPercent(odds.breakEven)],
  ] as const;
  return (
    <dl className="grid grid-cols-3 divide-x divide-line rounded-control border border-line bg-raised">
      {figures.map(([name, figure]) => (
        <div key={name} className="min-w-0 px-2.5 py-2">
          <dt className="truncate text-12 text-fg-3">{name}</dt>
          <dd className="truncate text-14 font-semibold">{figure ?? NOTHING}</dd>
        </div>
      ))}
    </dl>
  );
}

type OddsSentenceProps = {
  readonly odds: Odds | null;
  /** True if the amount has an error line, whose height this box gives up: nothing below moves. */
  readonly amountFault: boolean;
};

/** The same in one sentence, with what a win brings. */
export const OddsSentence = ({ odds, amountFault }: OddsSentenceProps) => (
  <p
    className={cn(
      'text-12 text-fg-2',
      amountFault ? 'min-h-2 max-lg:min-h-6 max-md:min-h-2' : 'min-h-8 max-lg:min-h-12 max-md:min-h-8',
    )}
  >
    {odds &&
      words.sentence(
        formatMoney(odds.profit),
        formatMoney(odds.receive),
        formatMoney(odds.stake),
        formatPercent(odds.breakEven),
      )}
  </p>
);
