import { useQuery } from '@tanstack/react-query';
import type { Option, SettlementCheckView } from '@vigia/contract';
import { formatCount } from '#shared/lib/format.ts';
import { priceText } from '../trades/outcome.tsx';
import { settlementCheckQuery } from './detail-query.ts';
import { detailMessages } from './messages.es.ts';

const words = detailMessages.check;

type CheckProps = { readonly trade: Option; readonly decimals: number };

/** Shows how the stated prices and result of an ended trade compare with the ticks that the server recorded. */
export function SettlementCheck({ trade, decimals }: CheckProps) {
  const isDecided = trade.status === 'won' || trade.status === 'lost' || trade.status === 'expired';
  const { data } = useQuery({ ...settlementCheckQuery(trade.id), enabled: isDecided });
  if (!isDecided || data === undefined) return null;
  return (
    <section>
      <h3 className="mb-1.5 text-12 font-medium text-fg-3">{words.title}</h3>
      <ul className="grid gap-1.5 text-13 text-fg-2">
        {(data.check === null ? [words.waiting] : textsOf(data.check, decimals)).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function textsOf(check: SettlementCheckView, decimals: number): readonly string[] {
  const { verdict, result_changes: changes, recorded_result: result } = check;
  return [
    words.verdicts[verdict],
    ...gapTexts(words.entry, check.entry, decimals),
    ...gapTexts(words.settle, check.settle, decimals),
    ...(changes === 'yes' && result !== null ? [words.changes(detailMessages.outcomes[result] ?? result)] : []),
    ...(changes === 'unsure' ? [words.unsure(formatCount(check.precision_ms / 1_000))] : []),
  ];
}

function gapTexts(name: string, end: SettlementCheckView['entry'], decimals: number): readonly string[] {
  const { stated, low, high, gap } = end;
  if (gap === null || gap === 0) return [];
  const range = low === high ? priceText(low, decimals) : `${priceText(low, decimals)}–${priceText(high, decimals)}`;
  return [words.gap(name, priceText(stated, decimals), range, priceText(Math.abs(gap), decimals))];
}
