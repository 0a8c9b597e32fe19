import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Asset, StrategyView } from '@vigia/contract';
import { STRATEGY_TYPES, TIMEFRAMES } from '@vigia/core/vocabulary';
import { Info } from 'lucide-react';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { type AutomationMoney, useAutomationMoney } from '#shared/automation/automation-accounts.ts';
import { practiceAccount } from '#shared/automation/practice-account.ts';
import { accountKey } from '#shared/lib/account-name.ts';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { useAsset } from '#shared/lib/assets.ts';
import { automationQuery } from '#shared/lib/automation.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { useOtherPrices } from '#shared/lib/other-prices.ts';
import { problemOf, WordedFailure } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { AssetSelect } from '#shared/ui/asset-select.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Field, FieldError, TextField } from '#shared/ui/field.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Note } from '#shared/ui/note.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Select } from '#shared/ui/select.tsx';
import { toast } from '#shared/ui/toast.ts';
import { strategiesMessages } from '../messages.es.ts';
import { createStrategy, replaceStrategy, strategiesQuery } from '../queries.ts';
import type { FormTarget } from './form-target.ts';
import {
  type Faults,
  type FormValues,
  readForm,
  readRules,
  type StakeRange,
  toInput,
  toValues,
  withType,
} from './form-values.ts';
import { formMessages as words } from './messages.es.ts';
import { MoneyFields } from './money-fields.tsx';
import { PreviewChart } from './preview-chart.tsx';
import { RuleFields } from './rule-fields.tsx';

type StrategyFormProps = { readonly target: FormTarget; readonly onDone: () => void };

const NO_FAULTS: Faults = {};
const TYPE_OPTIONS = STRATEGY_TYPES.map((value) => ({ value, label: strategiesMessages.types[value] }));
const NAME_MAX_LENGTH = 80;
const DESCRIPTION_MAX_LENGTH = 500;

const valuesOf = (target: FormTarget): FormValues =>
  toValues(target.kind === 'edit' ? toInput(target.strategy) : target.from);

/** The form of a strategy: a preview of its signals above the numbers that determine them. */
export function StrategyForm({ target, onDone }: StrategyFormProps) {
  const [values, setValues] = useState(() => valuesOf(target));
  const [faults, setFaults] = useState(NO_FAULTS);
  const form = useRef<HTMLFormElement>(null);
  const { save, isSaving, failure } = useSaving(target, onDone, setFaults);
  const asset = useAsset(values.asset);
  const money = useMoney(target, asset);
  const other = useOtherPrices(target.kind === 'edit' ? target.strategy.price_source : undefined);
  const rules = useMemo(() => readRules(values), [values]);
  const change = (part: Partial<FormValues>) => setValues((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reading = readForm(values, money.stakes);
    setFaults(reading.kind === 'faults' ? reading.faults : NO_FAULTS);
    if (reading.kind === 'ready') return void save(reading.body);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form ref={form} className="grid gap-4" onSubmit={submit} noValidate>
      <NameAndType
        values={values}
        faults={faults}
        isNew={target.kind === 'new'}
        onChange={change}
        onType={(type) => {
          setFaults(NO_FAULTS);
          setValues(withType(values, type));
        }}
      />
      {other && (
        <Note icon={Info} tone="warn">
          {words.otherPrices(other.own, other.seen)}
        </Note>
      )}
      <PreviewChart symbol={values.asset} timeframe={values.timeframe} rules={rules} />
      <p className="-mt-1 text-12 text-fg-2">{words.explained[values.type]}</p>
      <div className="grid grid-cols-2 items-start gap-x-5 gap-y-4 max-md:grid-cols-1">
        <div className="grid gap-4">
          <MarketFields values={values} faults={faults} onChange={change} />
          <RuleFields values={values} faults={faults} onChange={change} />
        </div>
        <div className="grid gap-4">
          <MoneyFields values={values} faults={faults} asset={asset} {...money} onChange={change} />
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

/** Returns the account of the edited strategy, or of a new one, and the stakes that the account accepts. */
function useMoney(target: FormTarget, asset: Asset | undefined) {
  const owner = useOwner(target);
  const account = useAutomationMoney(owner);
  return { owner, account, stakes: useStakeRange(account, asset) };
}

/**
 * Returns the edited strategy as the server last sent it, because its account can change while the form is open; null
 * for a new one.
 */
function useOwner(target: FormTarget): StrategyView | null {
  const edited = target.kind === 'edit' ? target.strategy : null;
  const { data } = useQuery({ ...strategiesQuery, select: (list) => list.find(({ id }) => id === edited?.id) });
  return edited && (data ?? edited);
}

/**
 * Returns the stakes that the strategy's account accepts. The limits of an asset are known for the chosen account only.
 */
function useStakeRange({ broker, currency }: AutomationMoney, asset: Asset | undefined): StakeRange {
  const { data: chosen } = useChosenAccount();
  const own = practiceAccount(broker);
  const isChosen = chosen !== undefined && accountKey(chosen) === accountKey(own);
  const applies = asset !== undefined && isChosen && asset.stake_currency === currency;
  return { currency, limits: applies ? { min: asset.min_trade_amount, max: asset.max_trade_amount } : null };
}

type FieldsProps = {
  readonly values: FormValues;
  readonly faults: Faults;
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
        className="[&_button]:h-[30px] max-md:[&_button]:h-10 max-md:[&_button]:px-1"
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
              {strategiesMessages.timeframes[each]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </div>
);

/** Returns a function that submits the form. Errors of the server that name fields are shown below those fields. */
function useSaving(target: FormTarget, onDone: () => void, onFaults: (faults: Faults) => void) {
  const queries = useQueryClient();
  const { run, isRunning, failure } = useAction(async (body: Parameters<typeof createStrategy>[1]) => {
    try {
      const saved =
        target.kind === 'edit'
          ? await replaceStrategy(apiOf(queries), target.strategy.id, body)
          : await createStrategy(apiOf(queries), body);
      queries.setQueryData(strategiesQuery.queryKey, (list) => list && withSaved(list, saved));
      void queries.invalidateQueries({ queryKey: strategiesQuery.queryKey });
      void queries.invalidateQueries({ queryKey: automationQuery.queryKey });
      toast.success(target.kind === 'edit' ? words.saved(saved.name) : words.created(saved.name));
      onDone();
    } catch (caught) {
      const faults = faultsOf(caught);
      onFaults(faults);
      throw Object.keys(faults).length > 0 ? new WordedFailure(words.unread) : caught;
    }
  });
  return { save: run, isSaving: isRunning, failure: failure === null ? null : problemOf(failure) };
}

const withSaved = (list: readonly StrategyView[], saved: StrategyView): StrategyView[] =>
  list.some(({ id }) => id === saved.id) ? list.map((each) => (each.id === saved.id ? saved : each)) : [saved, ...list];

function faultsOf(failure: unknown): Faults {
  if (!(failure instanceof ApiFailure) || failure.reason.kind !== 'refused') return NO_FAULTS;
  return Object.fromEntries(failure.reason.details.map(({ path, message }) => [path, message]));
}
