import type { Option } from '@vigia/contract';
import { brokerName } from '#shared/lib/broker-name.ts';
import { cn } from '#shared/lib/cn.ts';
import { formatSignedMoney } from '#shared/lib/format.ts';
import { libMessages } from '#shared/lib/messages.es.ts';
import { usePriceProblem } from '../orders/use-order-block.ts';
import { tradesMessages } from './messages.es.ts';
import type { PossibleOutcome } from './outcome-at-price.ts';
import { useCurrentOutcome } from './use-current-outcome.ts';

const words = tradesMessages;
const TONE = { won: 'text-call', lost: 'text-put', tie: 'text-fg-2' } as const;
const NOTHING = '—';

/** Shows in words and money whether an open trade is winning or losing. Shows nothing after the expiry. */
export function CurrentOutcomeText({ trade }: { readonly trade: Option }) {
  const { standing, isElsewhere } = useCurrentOutcome(trade);
  const unsure = usePriceProblem(trade.asset_symbol);
  if (isElsewhere) return <span className="whitespace-nowrap text-fg-2">{decidingSourceText(trade)}</span>;
  if (!standing) return <span className="text-fg-3">{NOTHING}</span>;
  return (
    <span className="inline-grid justify-items-end">
      <span
        className={cn(
          'font-semibold whitespace-nowrap group-data-quiet/main:opacity-60',
          TONE[standing.outcome],
          unsure && 'opacity-60',
        )}
      >
        {standingText(standing, trade)}
      </span>
      {unsure && (
        <span className="text-12 leading-4 whitespace-nowrap text-warn">
          {unsure.kind === 'stale' ? words.stale(unsure.seconds) : words.unreliable}
        </span>
      )}
    </span>
  );
}

const standingText = ({ outcome, profit }: PossibleOutcome, { currency }: Option): string =>
  profit === null ? words.standingAlone[outcome] : words.standing[outcome](formatSignedMoney(profit, currency));

/**
 * Returns the name of the price source that decides the trade, for a screen that shows the prices of another source.
 */
const decidingSourceText = ({ broker, source }: Option): string =>
  broker === 'mock' ? words.otherPrices(libMessages.pricesOf(source)) : words.brokerTells(brokerName(broker));
