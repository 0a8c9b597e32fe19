import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { formatMoney, formatSignedMoney } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import { NumberField, type NumberFieldEditing } from '../inputs/number-field.tsx';
import { calculatorMessages } from '../messages.es.ts';
import { expectationOf, ladderOf } from '../model/results.ts';
import { chanceText } from '../model/words-of.ts';

const words = calculatorMessages.martingale;
const { columns } = words;
const COLUMNS = [
  { name: columns.step },
  { name: columns.stake, align: 'right' },
  { name: columns.spent, align: 'right' },
  { name: columns.reached, align: 'right' },
] as const;

/** Shows the risk of doubling the stake after each loss, and the probability of losing all steps of the ladder. */
export function MartingaleCard(editing: NumberFieldEditing) {
  const { values } = editing.draft;
  const ladder = ladderOf(values);
  const title = words.title(values.steps);
  const perUnit = formatSignedMoney(expectationOf(values).perTrade / values.stake, PAPER_CURRENCY);
  return (
    <Card aria-label={title}>
      <CardHeader title={title}>
        <Badge tone="error">{words.badge}</Badge>
      </CardHeader>
      <div className="grid grid-cols-2 gap-4 px-4 py-3">
        <NumberField {...editing} of="steps" />
        <NumberField {...editing} of="multiplier" unit={calculatorMessages.units.times} />
      </div>
      <Table label={title} columns={COLUMNS}>
        {ladder.steps.map(({ stake, spent, reached }, step) => (
          <tr key={step}>
            <Cell>{step + 1}</Cell>
            <Cell align="right">{formatMoney(stake, PAPER_CURRENCY)}</Cell>
            <Cell align="right">{formatMoney(spent, PAPER_CURRENCY)}</Cell>
            <Cell align="right">{chanceText(reached)}</Cell>
          </tr>
        ))}
        <tr className="font-semibold text-put">
          <Cell span={2}>{words.lost}</Cell>
          <Cell align="right">{formatSignedMoney(-ladder.atRisk, PAPER_CURRENCY)}</Cell>
          <Cell align="right">{chanceText(ladder.lost)}</Cell>
        </tr>
      </Table>
      <div className="grid gap-1.5 border-t border-line px-4 py-3 text-13 text-fg-2">
        <p>{words.inSession(values.trades, chanceText(ladder.lostInSession))}</p>
        {ladder.atRisk > values.capital && (
          <p className="text-warn">
            {words.beyond(formatMoney(ladder.atRisk, PAPER_CURRENCY), formatMoney(values.capital, PAPER_CURRENCY))}
          </p>
        )}
        <p>{words.sameExpectation(perUnit)}</p>
      </div>
    </Card>
  );
}
