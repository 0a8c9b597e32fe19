import { useQuery } from '@tanstack/react-query';
import type { Asset } from '@vigia/contract';
import { breakEvenRate } from '@vigia/core/statistics';
import { moneyManagementOf } from '@vigia/core/strategy-definitions';
import { defaultTradeLength } from '@vigia/core/trades';
import { LENGTH_RANGES } from '@vigia/core/vocabulary';
import { payoutQuery } from '#shared/lib/assets.ts';
import { formatPayout, formatPercent } from '#shared/lib/format.ts';
import { Switch } from '#shared/ui/switch.tsx';
import { AccountField } from '../../money/account-field.tsx';
import type { AutomationMoney } from '../../money/automation-accounts.ts';
import { AutomationLength } from '../../money/automation-length.tsx';
import { stakeInWords } from '../../money/stake-words.ts';
import {
  type FormErrors,
  type FormValues,
  parameterPath,
  shownTradeLength,
  typedStakeOf,
  withTradeLength,
} from './form-values.ts';
import { formMessages as words } from './messages.es.ts';
import { NumberField, rangeFieldProps } from './number-field.tsx';
import { StakeFields } from './stake-fields.tsx';
import { type StakeRange } from './stake-range.ts';

type MoneyFieldsProps = {
  readonly values: FormValues;
  readonly faults: FormErrors;
  readonly asset: Asset | undefined;
  /** The strategy whose account the user can choose. Null for a new strategy. */
  readonly owner: { readonly id: string; readonly name: string } | null;
  /** The account on which the strategy trades. All amounts are in its currency. */
  readonly account: AutomationMoney;
  readonly stakes: StakeRange;
  readonly onChange: (part: Partial<FormValues>) => void;
};

/**
 * Returns the current payout of the strategy's trades. Returns null while it is unknown. The list of assets contains
 * the payout for trades with a duration in minutes. Trades with a duration in seconds or ticks have another payout.
 */
function usePayoutOf({ asset: symbol, shortLength }: FormValues, asset: Asset | undefined): number | null {
  const isShort = shortLength !== null;
  const { data } = useQuery({ ...payoutQuery(symbol, shortLength ?? defaultTradeLength()), enabled: isShort });
  return (isShort ? data?.payout : asset?.payout) ?? null;
}

/** Shows the fields for account, stake, duration and automatic trading. */
export function MoneyFields({ values, faults, asset, owner, account, stakes, onChange }: MoneyFieldsProps) {
  const { currency } = account;
  const payout = usePayoutOf(values, asset);
  const common = { values, faults, onChange };
  const plan = values.stakePlan;
  const money = moneyManagementOf({ trade_amount: typedStakeOf(values) ?? 0, ...(plan && { stake_plan: plan }) });
  return (
    <fieldset className="grid gap-3" aria-label={words.money}>
      <AccountField kind="strategy" owner={owner} account={account} />
      <StakeFields {...common} payout={payout} account={account} stakes={stakes} />
      <AutomationLength
        asset={asset}
        account={account}
        length={shownTradeLength(values)}
        timeframe={values.type === 'external' ? null : values.timeframe}
        maxMinutes={LENGTH_RANGES.minutes.max}
        error={faults[parameterPath('duration')]}
        onChange={(length) => onChange(withTradeLength(values, length))}
      >
        <NumberField {...common} name="duration" {...rangeFieldProps(LENGTH_RANGES.minutes)} unit={words.minutes} />
      </AutomationLength>
      {asset && payout ? (
        <p className="text-12 text-fg-2">
          {words.payoutNow(asset.symbol, formatPayout(payout), formatPercent(breakEvenRate(payout)))}
        </p>
      ) : null}
      <div className="flex items-center justify-between gap-4 rounded-control border border-line bg-raised px-3 py-2.5">
        <div className="min-w-0">
          <p className="text-13 font-medium">{words.alone}</p>
          <p className="text-12 text-fg-2">
            {values.autoTrade ? words.aloneOn(stakeInWords(money, currency)) : words.aloneOff}
          </p>
        </div>
        <Switch label={words.alone} checked={values.autoTrade} onChange={(autoTrade) => onChange({ autoTrade })} />
      </div>
    </fieldset>
  );
}
