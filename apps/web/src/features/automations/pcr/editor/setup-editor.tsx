import { useQuery } from '@tanstack/react-query';
import type { Asset, PcrSetupView } from '@vigia/contract';
import type { Currency } from '@vigia/core/vocabulary';
import { Copy, History, Info } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { payoutQuery } from '#shared/lib/assets.ts';
import { useOtherPrices } from '#shared/lib/other-prices.ts';
import { useIsMarketOpen } from '#shared/lib/price-feed.ts';
import { problemOf, WordedFailure } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { useSettledValue } from '#shared/lib/use-settled-value.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { StrategyTabs } from '#shared/ui/strategy-tabs.tsx';
import { toast } from '#shared/ui/toast.ts';
import { useAutomationMoney } from '../../money/automation-accounts.ts';
import { draftOf, lengthOfDraft, type SetupDraft } from '../model/draft.ts';
import { createSetup, replaceSetup } from '../queries.ts';
import { ActiveSwitch } from '../setups/active-switch.tsx';
import { CloneDialog } from '../setups/clone-dialog.tsx';
import { useSetupsChanged } from '../setups/use-setup-actions.ts';
import { FoundCard } from './found-card.tsx';
import { LastSequenceCard } from './last-sequence-card.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { editorMessages as words } from './messages.es.ts';
import { PreviewCard } from './preview-card.tsx';
import { Steps } from './steps.tsx';
import { useDraft } from './use-draft.ts';
import { usePreview } from './use-preview.ts';

/**
 * Rules to backtest: the edited setup, with the currency of its account. `id` is null unless the setup equals the saved
 * one.
 */
export type TestedSetup = { readonly id: string | null; readonly setup: SetupDraft; readonly currency: Currency };

type SetupEditorProps = {
  /** The saved setup to edit. Null for a new setup. */
  readonly setup: PcrSetupView | null;
  /** The initial values of a new setup. */
  readonly start: SetupDraft;
  readonly assets: readonly Asset[] | undefined;
  readonly chips: ReactNode;
  readonly onOpen: (id: string) => void;
  readonly onTest: (tested: TestedSetup) => void;
};

/** Shows the five steps of settings next to a chart with what these settings find. */
export function SetupEditor({ setup, start, assets, chips, onOpen, onTest }: SetupEditorProps) {
  const [fresh] = useState(start);
  const saved = useMemo(() => (setup ? draftOf(setup) : fresh), [setup, fresh]);
  const account = useAutomationMoney(setup?.is_demo === false ? setup : null);
  const form = useDraft(saved);
  const { draft, change } = form;
  const asset = assets?.find((each) => each.symbol === draft.asset);
  const settled = useSettledValue(draft);
  const isMarketOpen = useIsMarketOpen();
  const { data: quoted } = useQuery({ ...payoutQuery(settled.asset, lengthOfDraft(settled)), enabled: isMarketOpen });
  const payout = quoted?.payout ?? asset?.payout ?? null;
  const state = usePreview(draft, payout);
  const preview = state.kind === 'ready' ? state.preview : null;
  const decimals = asset?.decimals ?? 5;
  return (
    <>
      <EditorHeader setup={setup} form={form} currency={account.currency} onOpen={onOpen} onTest={onTest} />
      <div className="flex items-center gap-3 max-md:flex-wrap">
        <StrategyTabs />
        {chips}
        <span className="ml-auto flex shrink-0 items-center gap-3 max-md:ml-0">
          <Badge tone={draft.auto_trade ? 'accent' : 'plain'}>
            {draft.auto_trade ? words.tradesAlone : words.onlySignals}
          </Badge>
          {setup && !setup.is_demo && (
            <span className="flex items-center gap-2 text-13 text-fg-2 touch:min-h-(--h-touch)">
              <span aria-hidden>{words.active}</span>
              <ActiveSwitch setup={setup} label={words.active} />
            </span>
          )}
        </span>
      </div>
      <div className="grid grid-cols-[346px_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-[300px_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)] max-md:gap-3">
        <div className="max-md:order-2">
          <Steps
            draft={draft}
            change={change}
            errors={form.errors}
            open={form.open}
            onToggle={form.toggle}
            payout={payout}
            owner={setup && !setup.is_demo ? setup : null}
            account={account}
          />
        </div>
        {/* The chart stays in view while the steps scroll, because the steps may be longer than the screen. */}
        <div className="grid min-w-0 gap-4 max-md:contents md:sticky md:top-[calc(var(--header)+12px)]">
          <div className="min-w-0 max-md:order-1">
            <PreviewCard
              draft={draft}
              assets={assets}
              payout={payout}
              state={state}
              onAsset={(symbol) => change({ asset: symbol })}
              onTimeframe={(timeframe) => change({ timeframe })}
            />
          </div>
          <div className="grid grid-cols-2 items-start gap-4 max-lg:grid-cols-1 max-md:order-3 max-md:gap-3">
            <FoundCard decimals={decimals} preview={preview} />
            <LastSequenceCard
              preview={preview}
              timeframe={state.kind === 'ready' ? state.rules.timeframe : draft.timeframe}
              required={draft.patterns.requiredCriteria}
              decimals={decimals}
            />
          </div>
        </div>
      </div>
      <LeaveGuard isDirty={form.isDirty} />
    </>
  );
}

type EditorHeaderProps = Pick<SetupEditorProps, 'setup' | 'onOpen' | 'onTest'> & {
  readonly form: ReturnType<typeof useDraft>;
  readonly currency: Currency;
};

function EditorHeader({ setup, form, currency, onOpen, onTest }: EditorHeaderProps) {
  const { draft, dirty } = form;
  const { save, saving, problem } = useSave(setup, form, onOpen);
  const [cloning, setCloning] = useState(false);
  return (
    <header className="grid gap-2 pt-1">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="truncate">{setup ? draft.name || setup.name : words.newTitle}</h1>
          <p className="text-13 text-fg-2">{words.subtitle(draft.asset, words.timeframes[draft.timeframe])}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:w-full max-md:grid-cols-2">
          {setup && !setup.is_demo && (
            <Button variant="ghost" onClick={() => setCloning(true)}>
              <Copy size={16} aria-hidden />
              {words.clone}
            </Button>
          )}
          <Button onClick={() => onTest({ id: dirty ? null : (setup?.id ?? null), setup: draft, currency })}>
            <History size={16} aria-hidden />
            {words.test}
          </Button>
          <Button
            variant="primary"
            className="touch:h-(--h-touch) max-md:only:col-span-2 max-md:[&:nth-child(3)]:col-span-2"
            loading={saving}
            disabled={setup !== null && !setup.is_demo && !dirty}
            onClick={save}
          >
            {!setup ? words.create : setup.is_demo ? words.keepAsMine : words.save}
          </Button>
        </div>
      </div>
      {setup?.is_demo && <p className="text-12 text-fg-3">{words.house}</p>}
      {setup && <OtherPricesNote setup={setup} />}
      {problem && <FieldError>{problem}</FieldError>}
      <CloneDialog setup={cloning ? setup : null} onClose={() => setCloning(false)} onCloned={onOpen} />
    </header>
  );
}

/**
 * Warns that the price source on the chart differs from the price source of the setup. If the setup's rules are saved
 * with a change, the setup moves to the source on the chart.
 */
function OtherPricesNote({ setup }: { readonly setup: PcrSetupView }) {
  const other = useOtherPrices(setup.price_source);
  if (other === null) return null;
  const say = setup.is_demo ? words.otherPrices.house : words.otherPrices.mine;
  return (
    <Note icon={Info} tone="warn">
      {say(other.own, other.seen)}
    </Note>
  );
}

/** Returns a function that submits the whole setup. Errors of the server appear at their fields and above the steps. */
function useSave(setup: PcrSetupView | null, form: ReturnType<typeof useDraft>, onOpen: (id: string) => void) {
  const changed = useSetupsChanged();
  const { api } = useServices();
  const isNew = setup === null || setup.is_demo;
  const send = async () => {
    if (!isNew) {
      await replaceSetup(api, setup.id, { ...form.draft, is_active: setup.is_active });
      await changed();
      form.settle();
      toast.success(words.saved);
      return;
    }
    const name = setup && form.draft.name === setup.name ? words.copyOf(setup.name) : form.draft.name;
    const made = await createSetup(api, { ...form.draft, name, is_active: false });
    await changed();
    form.settle();
    toast.success(words.created);
    onOpen(made.id);
  };
  const { run, isRunning, failure } = useAction(async () => {
    try {
      await send();
    } catch (caught) {
      const faults = form.refuse(caught);
      const title = isNew ? words.createFailed : words.saveFailed;
      throw new WordedFailure(`${title}. ${faults > 0 ? words.fieldErrors(faults) : problemOf(caught)}`);
    }
  });
  return { save: () => void run(), saving: isRunning, problem: failure === null ? null : problemOf(failure) };
}
