import type { CompoundOutcome } from '@vigia/core/calculator';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { Ban } from 'lucide-react';
import { formatCount, formatMoney, formatPercent, formatShortMoney } from '#shared/lib/format.ts';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import { NumberField, type NumberFieldEditing } from '../inputs/number-field.tsx';
import { calculatorMessages } from '../messages.es.ts';
import type { CalculatorValues } from '../model/fields.ts';
import { capitalMinorOf, compoundPlanOf, stakedBalanceFraction, stakeMinorOf } from '../model/results.ts';

const words = calculatorMessages.plan;
const { columns } = words;
const COLUMNS = [
  { name: columns.session },
  { name: columns.wished, align: 'right' },
  { name: columns.expected, align: 'right' },
  { name: columns.typical, align: 'right' },
] as const;

/** Amounts above this limit are shown as "more than" the limit. */
const BEYOND = 1e12;
/** Amounts from this one on are shown without cents. */
const SHORT_FROM = 1e3;
/** Number of rows between start and end of the plan. */
const PARTS = 4;

/**
 * Shows a plan with a profit goal for each session and full reinvestment: the final capital, and the win rate that it
 * requires.
 */
export function PlanCard(editing: NumberFieldEditing) {
  const { values } = editing.draft;
  const outcome = compoundPlanOf(values);
  return (
    <Card aria-label={words.title}>
      <CardHeader title={words.title} />
      <div className="grid grid-cols-2 gap-4 px-4 py-3">
        <NumberField {...editing} of="goal" unit={calculatorMessages.units.percent} />
        <NumberField {...editing} of="sessions" />
      </div>
      {outcome === null ? (
        <EmptyState icon={Ban} text={words.nothing} />
      ) : (
        <Outcome outcome={outcome} values={values} />
      )}
    </Card>
  );
}

type OutcomeProps = { readonly outcome: CompoundOutcome; readonly values: CalculatorValues };

function Outcome({ outcome, values }: OutcomeProps) {
  const share = stakedBalanceFraction(values) ?? Math.min(1, stakeMinorOf(values) / capitalMinorOf(values));
  return (
    <>
      <Table label={words.title} columns={COLUMNS}>
        {linesOf(values.sessions).map((session) => (
          <tr key={session}>
            <Cell>{formatCount(session)}</Cell>
            <Cell align="right">{amountText(outcome.wishedMinor[session])}</Cell>
            <Cell align="right">{amountText(outcome.expectedMinor[session])}</Cell>
            <Cell align="right">{amountText(outcome.typicalMinor[session])}</Cell>
          </tr>
        ))}
      </Table>
      <div className="grid gap-1.5 border-t border-line px-4 py-3 text-13 text-fg-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>{words.needed}</span>
          <span>
            <b className="text-fg-1">{outcome.rateNeeded > 1 ? words.impossible : formatPercent(outcome.rateNeeded)}</b>{' '}
            · {words.yours(formatPercent(values.winRate / 100))}
          </span>
        </p>
        <p>{verdictOf(outcome, values)}</p>
        <p className="text-12 text-fg-3">{words.assumes(formatPercent(share))}</p>
      </div>
    </>
  );
}

function verdictOf({ rateNeeded }: CompoundOutcome, values: CalculatorValues): string {
  if (rateNeeded > 1) return words.cannot;
  return rateNeeded > values.winRate / 100 ? words.missing(formatPercent(rateNeeded)) : words.reached;
}

/** Returns the session numbers that the plan lists: start, end and the quarters between them. */
const linesOf = (sessions: number): readonly number[] => [
  ...new Set(Array.from({ length: PARTS + 1 }, (_, part) => Math.round((part * sessions) / PARTS))),
];

function amountText(minor = 0): string {
  const amount = minor / 100;
  if (amount > BEYOND) return words.beyond(formatShortMoney(BEYOND, PAPER_CURRENCY));
  return amount < SHORT_FROM ? formatMoney(amount, PAPER_CURRENCY) : formatShortMoney(amount, PAPER_CURRENCY);
}
