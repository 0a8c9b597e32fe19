import { useQuery } from '@tanstack/react-query';
import type { LadderView } from '@vigia/contract';
import type { MoneyManagement } from '@vigia/core/vocabulary';
import { Ban, TriangleAlert } from 'lucide-react';
import { formatMoney, formatPercent } from '#shared/lib/format.ts';
import { withProblem } from '#shared/lib/problem.ts';
import { useSettledValue } from '#shared/lib/use-settled-value.ts';
import { Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ladderQuery } from './ladder-query.ts';
import { stakeMessages } from './stake.es.ts';

const words = stakeMessages.ladder;
/** A common payout. The card with the cost of the martingale uses it until the payout of the asset is known. */
const USUAL_PAYOUT = 0.8;

type LadderCardProps = {
  readonly money: Extract<MoneyManagement, { betType: 'martingale' }>;
  readonly asset: string;
  readonly payout: number | null;
  /** The broker whose demo account the automation trades on; `mock` is the paper account. */
  readonly broker: string;
};

/**
 * Shows the stakes of a martingale and the probability of losing all of them. The user sees this card before the
 * controls that increase the risk, which are below.
 */
export function LadderCard({ money, asset, payout, broker }: LadderCardProps) {
  const { fixedAmount, multiplier, steps } = useSettledValue(money);
  const ladder = useQuery(
    ladderQuery({ fixedAmount, multiplier, steps, payout: payout ?? USUAL_PAYOUT, asset, broker }),
  );
  return (
    <section
      aria-label={words.title}
      className="grid gap-3 rounded-control border border-warn/40 bg-warn-tint p-3 text-13"
    >
      <h3 className="flex items-center gap-2">
        <TriangleAlert size={15} className="shrink-0 text-warn" aria-hidden />
        {words.title}
      </h3>
      {ladder.data ? (
        <Figures ladder={ladder.data} />
      ) : ladder.isError ? (
        <p role="alert">{withProblem(words.failed, ladder.error)}</p>
      ) : (
        <Skeleton className="h-28" />
      )}
      <p className="text-12 text-fg-2">{words.neverReal}</p>
    </section>
  );
}

/** Formats a probability below 100 % so that it is never rounded up to 100 %. */
const nearlySure = (chance: number): string =>
  chance < 1 && chance >= 0.9995 ? words.moreThan(formatPercent(0.999)) : formatPercent(chance);

function Figures({ ladder }: { readonly ladder: LadderView }) {
  const rows = [
    [words.ruin, formatPercent(ladder.ruin_at_break_even)],
    [words.ruinHalf, formatPercent(ladder.ruin_at_half)],
    [words.ruin100, nearlySure(ladder.ruin_in_100)],
    [words.atRisk, formatMoney(ladder.total_at_risk, ladder.currency)],
    [words.stakes, ladder.stakes.map((stake) => formatMoney(stake, ladder.currency)).join(' → ')],
  ] as const;
  return (
    <>
      <dl className="grid gap-1.5">
        {rows.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
            <dt className="text-12 text-fg-2">{name}</dt>
            <dd className="max-w-[18ch] text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {ladder.refusal !== null && (
        <Note icon={Ban} tone="error">
          <p role="alert">
            <b>{words.refused}</b> {ladder.refusal}
          </p>
        </Note>
      )}
    </>
  );
}
