import type { SignalDecisionView } from '@vigia/contract';
import { formatDateTime, formatMoney } from '#shared/lib/format.ts';
import { signalMessages } from './signals.es.ts';

const words = signalMessages.decided;

/** Shows whether the automation placed an order on a signal, and why. */
export const SignalDecision = ({ decision }: { readonly decision: SignalDecisionView | null }) => (
  <section aria-label={words.title} className="grid gap-2">
    <h3 className="text-13 font-medium">{words.title}</h3>
    <p className="text-13 text-fg-2">{decision === null ? words.onlySignals : decisionText(decision)}</p>
    {decision && <p className="text-12 text-fg-3">{words.at(formatDateTime(decision.at))}</p>}
  </section>
);

function decisionText(decision: SignalDecisionView): string {
  if (decision.decision === 'traded') {
    const { stake, currency, ladder } = decision;
    return words.traded(formatMoney(stake, currency), ladder === null ? '' : words.step(ladder.step, ladder.steps));
  }
  return words[decision.decision](decision.message);
}
