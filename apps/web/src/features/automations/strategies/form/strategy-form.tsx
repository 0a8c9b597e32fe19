import { useQuery } from '@tanstack/react-query';
import { type Asset, STRATEGY_WORDS, type StrategyView, TIMEFRAME_NAMES_ES } from '@vigia/contract';
import { definitionOf, findsSignalsOnCandles, STRATEGY_TYPES } from '@vigia/core/strategy-definitions';
import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { Info } from 'lucide-react';
import { useMemo } from 'react';
import { accountKey } from '#shared/lib/account-name.ts';
import { useAsset } from '#shared/lib/assets.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { useOtherPricesWarning } from '#shared/lib/other-prices.ts';
import { AssetSelect } from '#shared/ui/asset-select.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Field, FieldError, TextField } from '#shared/ui/field.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Note } from '#shared/ui/note.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Select } from '#shared/ui/select.tsx';
import { type AutomationMoney, useAutomationMoney } from '../../money/automation-accounts.ts';
import { strategiesQuery } from '../queries.ts';
import type { FormTarget } from './form-target.ts';
import { type FormErrors, type FormValues, parseRules } from './form-values.ts';
import { GateFields } from './gate-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { formMessages as words } from './messages.es.ts';
import { MoneyFields } from './money-fields.tsx';
import { PreviewChart } from './preview-chart.tsx';
import { RuleFields } from './rule-fields.tsx';
import { OwnRulesEditor } from './rules/own-rules-editor.tsx';
import { type StakeRange } from './stake-range.ts';
import { useStrategyForm } from './use-form.ts';

type StrategyFormProps = { readonly target: FormTarget; readonly onDone: () => void };

const TYPE_OPTIONS = STRATEGY_TYPES.map((value) => ({ value, label: STRATEGY_WORDS[value].shortName }));
const NAME_MAX_LENGTH = 80;
const DESCRIPTION_MAX_LENGTH = 500;

/** The form of a strategy: a preview of its signals above the numbers that determine them. */
export function StrategyForm({ target, onDone }: StrategyFormProps) {
  const { values, faults, form, isSaving, failure, ...actions } = useStrategyForm(target, onDone);
  const asset = useAsset(values.asset);
  const money = useMoney(target, asset);
  const other = useOtherPricesWarning(target.kind === 'edit' ? target.strategy.price_source : undefined);
  const rules = useMemo(() => parseRules(values), [values]);
  const isOwn = definitionOf(values.type).hasOwnRules;
  const change = (part: Partial<FormValues>) => actions.change(part, money.stakes);
  return (
    <form ref={form} className="grid gap-4" onSubmit={(event) => actions.submit(event, money.stakes)} noValidate>
      <NameAndType
        values={values}
        faults={faults}
        isNew={target.kind === 'new'}
        onChange={change}
        onType={actions.chooseType}
      />
      {other && (
        <Note icon={Info} tone="warn">
          {words.otherPrices(other.own, other.seen)}
        </Note>
      )}
      {isOwn && <OwnRulesEditor rules={values.own} faults={faults} onChange={(own) => change({ own })} />}
      {findsSignalsOnCandles(values.type) && (
        <PreviewChart symbol={values.asset} timeframe={values.timeframe} rules={rules} />
      )}
      <p className="-mt-1 text-12 text-fg-2">{STRATEGY_WORDS[values.type].explained}</p>
      <div className="grid grid-cols-2 items-start gap-x-5 gap-y-4 max-md:grid-cols-1">
        <div className="grid gap-4">
          <MarketFields values={values} faults={faults} onChange={change} />
          {!isOwn && findsSignalsOnCandles(values.type) && (
            <RuleFields values={values} faults={faults} onChange={change} onOpen={actions.open} />
          )}
          <GateFields gates={values.gates} faults={faults} onChange={(gates) => change({ gates })} />
        </div>
        <div className="grid gap-4">
          <MoneyFields values={values} faults={faults} asset={asset} {...money} onChange={change} />
          <LimitFields
            limits={values.limits}
            currency={money.account.currency}
            faults={faults}
            onChange={(limits) => change({ limits })}
          />
          <TextField
            label={words.description}
            error={faults['description']}
            autoComplete="off"
            maxLength={DESCRIPTION_MAX_LENGTH}
            value={values.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </div>
      </div>
      {failure && <FieldError>{failure}</FieldError>}
      <footer className="flex flex-wrap items-center justify-end gap-2 max-md:grid max-md:grid-cols-2">
        {target.kind === 'new' && (
          <p className="mr-auto text-12 text-fg-3 max-md:col-span-2">{words.createdInactive}</p>
        )}
        <Button onClick={onDone}>{uiMessages.cancel}</Button>
        <Button type="submit" variant="primary" loading={isSaving}>
          {words.submit[target.kind === 'edit' ? 'edit' : 'create']}
        </Button>
      </footer>
    </form>
  );
}

/** Returns the account of the edited or new strategy, and the range of stakes that the account accepts. */
function useMoney(target: FormTarget, asset: Asset | undefined) {
  const owner = useOwner(target);
  const account = useAutomationMoney(owner);
  return { owner, account, stakes: useStakeRange(account, asset) };
}

/**
 * Returns the edited strategy as the server last sent it. Returns null for a new strategy. The account of a strategy
 * can change while the form is open.
 */
function useOwner(target: FormTarget): StrategyView | null {
  const edited = target.kind === 'edit' ? target.strategy : null;
  const { data } = useQuery({ ...strategiesQuery, select: (list) => list.find(({ id }) => id === edited?.id) });
  return edited && (data ?? edited);
}

/**
 * Returns the range of stakes that the strategy's account accepts. The app knows the limits of an asset for the chosen
 * account only.
 */
function useStakeRange({ account: own, currency }: AutomationMoney, asset: Asset | undefined): StakeRange {
  const { data: chosen } = useChosenAccount();
  const isChosen = chosen !== undefined && accountKey(chosen) === accountKey(own);
  const applies = asset !== undefined && isChosen && asset.stake_currency === currency;
  return { currency, limits: applies ? { min: asset.min_trade_amount, max: asset.max_trade_amount } : null };
}

type FieldsProps = {
  readonly values: FormValues;
  readonly faults: FormErrors;
  readonly onChange: (part: Partial<FormValues>) => void;
};
type NameAndTypeProps = FieldsProps & { readonly isNew: boolean; readonly onType: (type: FormValues['type']) => void };

const NameAndType = ({ values, faults, isNew, onChange, onType }: NameAndTypeProps) => (
  <div className="grid grid-cols-2 items-start gap-x-5 gap-y-3 max-md:grid-cols-1">
    <TextField
      label={words.name}
      error={faults['name']}
      autoFocus={isNew}
      autoComplete="off"
      maxLength={NAME_MAX_LENGTH}
      placeholder={words.namePlaceholder}
      value={values.name}
      onChange={(event) => onChange({ name: event.target.value })}
    />
    <div className="grid gap-1.5">
      <span className="text-13 font-medium text-fg-2">{words.type}</span>
      <Segmented
        label={words.type}
        value={values.type}
        options={TYPE_OPTIONS}
        onChange={onType}
        inRows
        className="grid-cols-4 max-md:grid-cols-3 [&_button]:h-[30px] touch:[&_button]:h-11 max-md:[&_button]:px-1"
      />
    </div>
  </div>
);

const MarketFields = ({ values, faults, onChange }: FieldsProps) => (
  <div className="grid grid-cols-2 gap-3">
    <Field label={words.asset} error={faults['asset']}>
      {(control) => (
        <AssetSelect control={control} symbol={values.asset} onChange={(symbol) => onChange({ asset: symbol })} />
      )}
    </Field>
    <Field label={words.timeframe} error={faults['timeframe']}>
      {(control) => (
        <Select
          {...control}
          value={values.timeframe}
          onChange={({ target: { value } }) => {
            const timeframe = TIMEFRAMES.find((each) => each === value);
            if (timeframe) onChange({ timeframe });
          }}
        >
          {TIMEFRAMES.map((each) => (
            <option key={each} value={each}>
              {TIMEFRAME_NAMES_ES[each]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </div>
);
