import { useQuery } from '@tanstack/react-query';
import { PaperGapView } from '@vigia/contract';
import { apiQuery } from '#shared/lib/api-query.ts';
import { formatCount, formatDecimal } from '#shared/lib/format.ts';
import { connectionsMessages } from '../messages.es.ts';
import { NamedValue } from './named-value.tsx';

const words = connectionsMessages.paperGap;
const gapQuery = apiQuery('/api/v1/trading/paper-gap', PaperGapView);

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatDecimal(value, 3)}`;

/** Shows how far the results of the same signals on paper and on the demo account of a broker lie apart. */
export function PaperGapFact({ broker }: { readonly broker: string }) {
  const { data } = useQuery(gapQuery);
  const found = data?.brokers.find((one) => one.broker === broker);
  if (found === undefined) return null;
  const { gap, interval, pairs } = found;
  return (
    <NamedValue name={words.name}>
      {words.text(signed(gap), signed(interval.low), signed(interval.high), formatCount(pairs))}
    </NamedValue>
  );
}
