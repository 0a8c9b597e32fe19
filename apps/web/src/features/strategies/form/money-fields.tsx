import type { Asset } from '@vigia/contract';
import { breakEvenRate } from '@vigia/core/statistics';
import { PAPER_CURRENCY, STRATEGY_RANGES } from '@vigia/core/vocabulary';
import { formatMoney, formatPayout, formatPercent } from '#shared/lib/format.ts';
import { Switch } from '#shared/ui/switch.tsx';
import type { Faults, FormValues } from './form-values.ts';
import { formMessages as words } from './messages.es.ts';
import { MONEY_NUMBERS, NumberField } from './number-field.tsx';

type MoneyFieldsProps = {
  readonly values: FormValues;
  readonly faults: Faults;
  readonly asset: Asset | undefined;
  readonly onChange: (part: Partial<FormValues>) => void;
};

/** Stake, duration and automatic trading. */
export function MoneyFields({ values, faults, asset, onChange }: MoneyFieldsProps) {
  const ranges = STRATEGY_RANGES[values.type];
  const amount = Number((values.numbers['trade_amount'] ?? '').replace(',', '.'));
  return (
    <fieldset className="grid gap-3" aria-label={words.money}>
      <div className="grid grid-cols-2 items-start gap-3">
        {MONEY_NUMBERS.map((name) => (
          <NumberField
            key={name}
            name={name}
            range={{ ...ranges[name], ...(name === 'trade_amount' && asset && limitsOf(asset)) }}
            values={values}
            faults={faults}
            onChange={onChange}
          />
        ))}
      </div>
      {asset?.payout ? (
        <p className="text-12 text-fg-2">
          {words.payoutNow(asset.symbol, formatPayout(asset.payout), formatPercent(breakEvenRate(asset.payout)))}
        </p>
      ) : null}
      <div className="flex items-center justify-between gap-4 rounded-control border border-line bg-raised px-3 py-2.5">
        <div className="min-w-0">
          <p className="text-13 font-medium">{words.alone}</p>
          <p className="text-12 text-fg-2">
            {values.autoTrade
              ? words.aloneOn(formatMoney(Number.isFinite(amount) ? amount : 0, PAPER_CURRENCY))
              : words.aloneOff}
          </p>
        </div>
        <Switch label={words.alone} checked={values.autoTrade} onChange={(autoTrade) => onChange({ autoTrade })} />
      </div>
    </fieldset>
  );
}

const limitsOf = ({ min_trade_amount: min, max_trade_amount: max }: Asset) => ({ min, max });
