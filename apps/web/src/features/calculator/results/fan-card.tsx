import type { SimulatedSessions } from '@vigia/core/calculator';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { Dices } from 'lucide-react';
import { formatMoney, formatPercent } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { calculatorMessages } from '../messages.es.ts';
import type { CalculatorValues } from '../model/fields.ts';
import { chancesOf, firstStake, stakedBalanceFraction } from '../model/results.ts';
import { FanChart, useFanHeight } from './fan-chart.tsx';

const words = calculatorMessages.fan;

type FanCardProps = {
  readonly values: CalculatorValues;
  readonly sessions: SimulatedSessions;
  /** Called when the user asks for other random sessions. */
  readonly onAnother: () => void;
  readonly onFixed: () => void;
};

/** Shows a hundred random sessions, or the reason why the stake allows none. */
export function FanCard({ values, sessions, onAnother, onFixed }: FanCardProps) {
  const isPlayed = firstStake(values) !== null;
  return (
    <Card aria-label={words.title}>
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2.5">
        <h2>{words.title}</h2>
        <span className="text-12 text-fg-3">{askedText(values)}</span>
        <Legend />
      </header>
      {isPlayed ? <FanChart sessions={sessions} /> : <NothingPlayed values={values} onFixed={onFixed} />}
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-12 text-fg-2">
        <p className="min-w-0 flex-1 basis-60">
          {isPlayed && <b className="font-medium text-fg-1">{chancesText(values, sessions)} </b>}
          {words.note}
        </p>
        <Button size="sm" onClick={onAnother} disabled={!isPlayed}>
          <Dices size={15} aria-hidden />
          {words.another}
        </Button>
      </footer>
    </Card>
  );
}

/** States the exact chances beside the counts of this draw, so that another draw cannot flatter. */
function chancesText(values: CalculatorValues, sessions: SimulatedSessions): string {
  const { inProfit, exhausted } = chancesOf(values);
  return [
    words.inProfit(formatPercent(inProfit), sessions.inProfit),
    words.exhausted(formatPercent(exhausted), sessions.exhausted),
  ].join(' ');
}

function askedText(values: CalculatorValues): string {
  const share = stakedBalanceFraction(values);
  return share === null
    ? words.fixed(values.trades, formatMoney(values.stake, PAPER_CURRENCY))
    : words.share(values.trades, formatPercent(share));
}

const Legend = () => (
  <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-fg-2 max-md:ml-0">
    <span className="inline-flex items-center gap-1.5">
      <i className="h-2.5 w-3.5 rounded-chip bg-accent/40" />
      {words.half}
    </span>
    <span className="inline-flex items-center gap-1.5">
      <i className="h-2.5 w-3.5 rounded-chip bg-accent/18" />
      {words.nine}
    </span>
    <span className="inline-flex items-center gap-1.5">
      <i className="h-0.5 w-3.5 bg-accent-2" />
      {words.median}
    </span>
  </span>
);

function NothingPlayed({ values, onFixed }: { readonly values: CalculatorValues; readonly onFixed: () => void }) {
  const height = useFanHeight();
  const text =
    values.staking === 'fijo' ? words.tooLittle : stakedBalanceFraction(values) === 0 ? words.noKelly : words.tooSmall;
  return (
    <div className="grid place-content-center bg-inset" style={{ height }}>
      <EmptyState
        icon={Dices}
        text={text}
        action={values.staking === 'fijo' ? undefined : <Button onClick={onFixed}>{words.seeFixed}</Button>}
      />
    </div>
  );
}
