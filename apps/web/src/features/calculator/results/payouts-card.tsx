import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney, formatPayout, formatPercent, formatSignedMoney } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import { calculatorMessages } from '../messages.es.ts';
import type { CalculatorValues } from '../model/fields.ts';
import { payoutRows } from '../model/results.ts';
import { amountColorClass } from './tiles.tsx';

const words = calculatorMessages.payouts;

/** Shows the results of the typed win rate at other payouts. */
export function PayoutsCard({ values }: { readonly values: CalculatorValues }) {
  const columns = [
    { name: words.columns.payout },
    { name: words.columns.breakEven, align: 'right' },
    { name: words.columns.expected(formatMoney(values.stake, PAPER_CURRENCY)), align: 'right' },
  ] as const;
  return (
    <Card aria-label={words.title}>
      <CardHeader title={words.title} />
      <Table label={words.title} columns={columns}>
        {payoutRows(values).map(({ payoutRatio, breakEven, perTrade, isOwn }) => (
          <tr key={payoutRatio} className={cn(isOwn && 'bg-accent-tint')}>
            <Cell>
              <span className="inline-flex items-center gap-2">
                {formatPayout(payoutRatio)}
                {isOwn && <Badge tone="accent">{words.own}</Badge>}
              </span>
            </Cell>
            <Cell align="right">{formatPercent(breakEven)}</Cell>
            <Cell align="right">
              <span className={cn('font-medium', amountColorClass(perTrade))}>
                {formatSignedMoney(perTrade, PAPER_CURRENCY)}
              </span>
            </Cell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
