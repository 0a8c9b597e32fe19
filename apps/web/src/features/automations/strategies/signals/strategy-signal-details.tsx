import { conditionInWords, OPERAND_WORDS, type StrategySignalView } from '@vigia/contract';
import { type Operand, operandDefinition, operandsOf } from '@vigia/core/rules';
import { Check, X } from 'lucide-react';
import { formatDecimal, formatForInput, formatPayout, formatPrice } from '#shared/lib/format.ts';
import { SignalDetails } from '../../signals/signal-article.tsx';
import { signalMessages } from '../../signals/signals.es.ts';
import { useFreshDecision } from '../../signals/use-fresh-decision.ts';
import { allSignalsQuery, signalsQuery } from '../queries.ts';
import { strategySignalMessages as words } from './messages.es.ts';

type SignalExplainedProps = {
  readonly signal: StrategySignalView;
  readonly decimals: number;
  readonly onBack: () => void;
};

/** Shows one signal of a strategy, with its conditions and their values at the close of the candle. */
export function StrategySignalDetails({ signal, decimals, onBack }: SignalExplainedProps) {
  useFreshDecision(signal.decision, [allSignalsQuery.queryKey, signalsQuery(signal.strategy_id).queryKey]);
  return (
    <SignalDetails
      signal={signal}
      name={signal.strategy_name}
      decimals={decimals}
      figures={[[signalMessages.payout, formatPayout(signal.payout)]]}
      onBack={onBack}
    >
      <section aria-label={words.criteria} className="grid gap-2">
        <h3 className="text-13 font-medium">{words.criteria}</h3>
        {signal.criteria.length === 0 && <p className="text-13 text-fg-2">{words.noCriteria}</p>}
        <ul className="grid gap-1.5">
          {signal.criteria.map((criterion, index) => (
            <CriterionRow key={`${index} ${criterion.condition.test}`} criterion={criterion} decimals={decimals} />
          ))}
        </ul>
      </section>
    </SignalDetails>
  );
}

type Criterion = StrategySignalView['criteria'][number];

function CriterionRow({ criterion, decimals }: { readonly criterion: Criterion; readonly decimals: number }) {
  const { condition, is_met: isMet } = criterion;
  const Icon = isMet ? Check : X;
  const values = valuesText(criterion, decimals);
  return (
    <li className="flex items-start gap-2.5 rounded-control border border-line bg-raised px-3 py-2 text-13">
      <Icon
        size={16}
        role="img"
        aria-label={isMet ? words.met : words.notMet}
        className={isMet ? 'mt-0.5 shrink-0 text-ok' : 'mt-0.5 shrink-0 text-fg-3'}
      />
      <span className="min-w-0">
        <span className="block">{conditionInWords(condition, formatForInput)}</span>
        {values && <span className="block text-12 text-fg-2">{words.values(values)}</span>}
      </span>
    </li>
  );
}

/**
 * Returns the values of a condition at the close of the candle, with the decimals of their unit. Returns null for a
 * condition without values.
 */
function valuesText({ condition, values }: Criterion, decimals: number): string | null {
  const operands = operandsOf(condition);
  const texts = values.flatMap((value, index) => {
    const operand = operands[index];
    return operand?.of === 'number' ? [] : [valueText(value, operand, decimals)];
  });
  return texts.length === 0 ? null : texts.join(' · ');
}

function valueText(value: number | null, operand: Operand | undefined, decimals: number): string {
  if (value === null) return words.unknown;
  const unit = operand && operandDefinition(operand.of).unit;
  // Candle bodies and both values of a trend are prices. Differences of averages are shown with one decimal more than
  // prices.
  if (unit === undefined || unit === 'price') return formatPrice(value, decimals);
  if (unit === 'difference') return formatPrice(value, decimals + 1);
  return `${formatDecimal(value, unit === 'percent' ? 3 : 2)}${operand ? OPERAND_WORDS[operand.of].unit : ''}`;
}
