import type { SimulatedSessions } from '@vigia/core/calculator';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney, formatPercent, formatSignedMoney } from '#shared/lib/format.ts';
import { Card } from '#shared/ui/card.tsx';
import { calculatorMessages } from '../messages.es.ts';
import type { CalculatorValues } from '../model/fields.ts';
import { chancesOf, expectationOf, firstStake, SIMULATED_SESSION_COUNT } from '../model/results.ts';

const words = calculatorMessages.tiles;

type TilesProps = { readonly values: CalculatorValues; readonly sessions: SimulatedSessions };

/**
 * Shows the four main results: break-even rate, profit per trade, final balance of the sessions, and their drawdown.
 */
export function ResultTiles({ values, sessions }: TilesProps) {
  const { breakEven, perTrade } = expectationOf(values);
  const isPlayed = firstStake(values) !== null;
  return (
    <Card aria-label={words.label} className="overflow-hidden">
      <div className="grid grid-cols-4 gap-px bg-line max-lg:grid-cols-2">
        <Tile name={words.breakEven} note={words.yourRate(formatPercent(values.winRate / 100))}>
          {formatPercent(breakEven)}
        </Tile>
        <Tile
          name={words.expected}
          note={words.perStake(formatMoney(values.stake, PAPER_CURRENCY))}
          tone={amountColorClass(perTrade)}
        >
          {formatSignedMoney(perTrade, PAPER_CURRENCY)}
        </Tile>
        <Tile
          name={words.inProfit}
          note={isPlayed ? words.drawn(sessions.inProfit, SIMULATED_SESSION_COUNT) : words.none}
        >
          {isPlayed ? formatPercent(chancesOf(values).inProfit) : words.none}
        </Tile>
        <Tile name={words.drawdown} note={words.half}>
          {isPlayed ? formatMoney(sessions.medianDrawdownMinor / 100, PAPER_CURRENCY) : words.none}
        </Tile>
      </div>
    </Card>
  );
}

/** Returns the colour class of an amount. An amount that rounds to zero has no colour. */
export const amountColorClass = (amount: number): string =>
  Math.abs(amount) < 0.005 ? '' : amount > 0 ? 'text-call' : 'text-put';

type TileProps = { readonly name: string; readonly note: string; readonly tone?: string; readonly children: ReactNode };

const Tile = ({ name, note, tone, children }: TileProps) => (
  <div className="min-w-0 bg-surface px-4 py-3">
    <p className="text-12 text-fg-2">{name}</p>
    <b className={cn('block text-20', tone)}>{children}</b>
    <p className="text-12 text-fg-3">{note}</p>
  </div>
);
