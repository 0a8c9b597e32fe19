import type { Asset } from '@vigia/contract';
import { exponentOf } from '@vigia/core/money';
import { breakEvenRate } from '@vigia/core/statistics';
import { STRATEGY_RANGES } from '@vigia/core/vocabulary';
import { AccountField } from '#shared/automation/account-field.tsx';
import type { AutomationMoney } from '#shared/automation/automation-accounts.ts';
import { formatMoney, formatPayout, formatPercent } from '#shared/lib/format.ts';
import { Switch } from '#shared/ui/switch.tsx';
import { type Faults, type FormValues, type StakeRange, stakeRangeText } from './form-values.ts';
import { formMessages as words } from './messages.es.ts';
import { NumberField, ofRange } from './number-field.tsx';

type MoneyFieldsProps = {
  readonly values: FormValues;
  readonly faults: Faults;
  readonly asset: Asset | undefined;
  /** The strategy whose account can be chosen; null for a new strategy. */
  readonly owner: { readonly id: string; readonly name: string } | null;
  /** The account on which the strategy trades; its currency is that of the amounts. */
  readonly account: AutomationMoney;
  readonly stakes: StakeRange;
  readonly onChange: (part: Partial<FormValues>) => void;
};

/** Shows the fields of account, stake, duration and automatic trading. */
export function MoneyFields({ values, faults, asset, owner, account, stakes, onChange }: MoneyFieldsProps) {
  const { currency } = account;
  const common = { values, faults, onChange };
  const amount = Number((values.numbers['trade_amount'] ?? '').replace(',', '.'));
  return (
    <fieldset className="grid gap-3" aria-label={words.money}>
      <AccountField kind="strategy" owner={owner} account={account} />
      <div className="grid grid-cols-2 items-start gap-3">
        <NumberField
          {...common}
          name="trade_amount"
          hint={stakeRangeText(stakes)}
          unit={currency}
          isWhole={exponentOf(currency) === 0}
        />
        <NumberField {...common} name="duration" {...ofRange('duration', STRATEGY_RANGES[values.type].duration)} />
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
              ? words.aloneOn(formatMoney(Number.isFinite(amount) ? amount : 0, currency))
              : words.aloneOff}
          </p>
        </div>
        <Switch label={words.alone} checked={values.autoTrade} onChange={(autoTrade) => onChange({ autoTrade })} />
      </div>
    </fieldset>
  );
}
