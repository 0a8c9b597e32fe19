import type { ProofReport } from '@vigia/contract';
import { formatCount, formatPercent } from '#shared/lib/format.ts';
import { Money } from '#shared/ui/money.tsx';
import { VerdictText } from '#shared/ui/ruler.tsx';
import { shareInWords } from '../model/odds-words.ts';
import { proofMessages as words } from './messages.es.ts';
import { ProofHistogram } from './proof-histogram.tsx';

/** Shows how often the method reports an edge in markets without one, and where the real result stands. */
export function ProofResult({ proof }: { readonly proof: ProofReport }) {
  const { worlds, above, above_interval: interval, real } = proof;
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <p className="text-14 font-semibold text-fg-1">
          {words.sentence(formatCount(worlds), words.times(formatCount(above), above === 1))}
        </p>
        <p className="text-12 text-fg-3">
          {words.share(formatPercent(above / worlds), formatPercent(interval.low), formatPercent(interval.high))}
        </p>
        {proof.short_samples > 0 && (
          <p className="text-12 text-fg-2">{words.short(formatCount(proof.short_samples))}</p>
        )}
      </div>
      <ProofHistogram proof={proof} />
      <p className="flex flex-wrap items-baseline gap-x-3 text-13 text-fg-2">
        <span>{words.real}</span>
        <Money currency={proof.currency} amount={real.profit} kind="result" className="font-semibold" />
        {real.verdict && <VerdictText verdict={real.verdict} />}
      </p>
      <p className="text-13 text-fg-2">{rankText(proof)}</p>
      <p className="text-12 text-fg-3">{words.caution}</p>
    </div>
  );
}

function rankText({ worlds, at_least_as_good: better, p_value: chance }: ProofReport): string {
  const share = shareInWords(chance);
  return better === 0
    ? words.rankNone(formatCount(worlds), share)
    : words.rank(formatCount(better), formatCount(worlds), share);
}
