import { useQuery } from '@tanstack/react-query';
import { PaperGapView } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { apiQuery } from '#shared/lib/api-query.ts';
import { brokerName } from '#shared/lib/broker-name.ts';
import { formatCount, formatDecimal } from '#shared/lib/format.ts';
import { paperGapMessages as words } from './paper-gap.es.ts';

const gapQuery = apiQuery('/api/v1/trading/paper-gap', PaperGapView);
const DECIMALS = 3;

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatDecimal(value, DECIMALS)}`;

type PaperGapNoteProps = { readonly source: PriceSource; readonly autoTrade: boolean };

/**
 * Shows on the card of an automation what the same signals obtain on the demo account of the broker of its prices,
 * beside paper. All automations of the user on these prices count, because the gap belongs to the broker and not to
 * the rules.
 */
export function PaperGapNote({ source, autoTrade }: PaperGapNoteProps) {
  const isAtBroker = source !== 'simulated' && source !== 'replay';
  const { data } = useQuery({ ...gapQuery, enabled: autoTrade && isAtBroker });
  const found = autoTrade ? data?.brokers.find(({ broker }) => broker === source) : undefined;
  if (found === undefined) return null;
  const { gap, interval, pairs } = found;
  const isUnsure = interval.low <= 0 && interval.high >= 0;
  return (
    <p className="text-12 text-fg-3">
      {`${gapText(brokerName(source), gap)} ${words.range(signed(-interval.high), signed(-interval.low), formatCount(pairs))}.`}
      {isUnsure && ` ${words.unsure}`}
    </p>
  );
}

function gapText(broker: string, gap: number): string {
  const size = formatDecimal(Math.abs(gap), DECIMALS);
  if (Number(Math.abs(gap).toFixed(DECIMALS)) === 0) return words.same(broker);
  return gap > 0 ? words.less(broker, size) : words.more(broker, size);
}
