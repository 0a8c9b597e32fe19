import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { cn } from '#shared/lib/cn.ts';
import { formatCount, formatDecimal, formatMoney, formatPercent } from '#shared/lib/format.ts';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import { NumberField, type NumberFieldEditing } from '../inputs/number-field.tsx';
import { calculatorMessages } from '../messages.es.ts';
import { KELLY_SHARES, streaksOf } from '../model/results.ts';
import { chanceText } from '../model/words-of.ts';

const words = calculatorMessages.streak;
const COLUMNS = [
  { name: words.columns.length },
  { name: words.columns.chance, align: 'right' },
  { name: words.columns.cost, align: 'right' },
] as const;
const SHARES = [KELLY_SHARES.completo, KELLY_SHARES.medio, KELLY_SHARES.cuarto];

/**
 * Shows the probability of losing streaks and the capital that survives them. The text explains that a streak is
 * normal.
 */
export function StreakCard(editing: NumberFieldEditing) {
  const { values } = editing.draft;
  const { chance, around, withMartingale, kelly } = streaksOf(values);
  return (
    <Card aria-label={words.title}>
      <CardHeader title={words.title} />
      <div className="grid gap-3 px-4 py-3">
        <NumberField {...editing} of="streak" />
        <div>
          <b className="block text-28 tracking-[-0.02em]">{chanceText(chance)}</b>
          <p className="text-13 text-fg-2">{words.text(values.streak, values.trades)}</p>
        </div>
      </div>
      <Table label={words.title} columns={COLUMNS}>
        {around.map(({ length, chance: likely, cost }) => (
          <tr key={length} className={cn(length === values.streak && 'bg-accent-tint font-semibold')}>
            <Cell>{formatCount(length)}</Cell>
            <Cell align="right">{chanceText(likely)}</Cell>
            <Cell align="right">{formatMoney(cost, PAPER_CURRENCY)}</Cell>
          </tr>
        ))}
      </Table>
      <dl className="grid gap-2 border-t border-line px-4 py-3 text-13">
        <Row
          name={words.martingale(values.streak, formatDecimal(values.multiplier))}
          value={formatMoney(withMartingale, PAPER_CURRENCY)}
          tone={withMartingale > values.capital ? 'text-put' : undefined}
        />
        <Row name={words.kelly} value={SHARES.map((share) => formatPercent(kelly * share)).join(' · ')} />
      </dl>
    </Card>
  );
}

type RowProps = { readonly name: string; readonly value: string; readonly tone?: string | undefined };

const Row = ({ name, value, tone }: RowProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-3">
    <dt className="text-fg-2">{name}</dt>
    <dd className={cn('text-right font-medium', tone)}>{value}</dd>
  </div>
);
