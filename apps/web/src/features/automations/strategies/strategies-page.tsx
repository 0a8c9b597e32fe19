import type { StrategyView } from '@vigia/contract';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { accountText, PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { useDecimals } from '#shared/lib/assets.ts';
import { formatMoney } from '#shared/lib/format.ts';
import { useOtherPricesWarning } from '#shared/lib/other-prices.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { Note } from '#shared/ui/note.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { automationAccount } from '../money/practice-account.ts';
import { PageHeader } from '../page-header.tsx';
import { WhyNotDialog } from '../signals/why-not-dialog.tsx';
import type { StrategyActions } from './cards/actions.ts';
import { CardsSkeleton } from './cards/cards-skeleton.tsx';
import { CARD_GRID_CLASS } from './cards/grid.ts';
import { StrategyCard } from './cards/strategy-card.tsx';
import { TradesNeededNote } from './cards/trades-needed-note.tsx';
import { ExternalSignalsDialog } from './door/external-signals-dialog.tsx';
import { openStrategyForm } from './form/form-target.ts';
import { toInput } from './form/form-values.ts';
import { useStrategies } from './live-strategies.ts';
import { strategiesMessages as words } from './messages.es.ts';
import { tradeStakeOf } from './model/describe.ts';
import { countByStatus, filterByStatus, STATUS_FILTERS, type StatusFilter } from './model/status-filter.ts';
import { strategySignalMessages as signalWords } from './signals/messages.es.ts';
import { SignalsDialog } from './signals/signals-dialog.tsx';
import { rejectionsQuery } from './strategy-calls.ts';
import { useStrategyActions } from './use-strategy-actions.ts';

type StrategiesPageProps = {
  /** The tab bar, which the PCR screens show too. */
  readonly tabs: ReactNode;
  readonly onTest: (strategy: StrategyView) => void;
  /** Returns the progress text of a running backtest of a strategy. Returns null while none is running. */
  readonly testingOf: (strategyId: string) => string | null;
  readonly onLibrary: () => void;
  /** The library of strategies, which is shown while the user has no strategy. */
  readonly library: ReactNode;
};

/** The page of the user's strategies, each with its win rate, interval and break-even. */
export function StrategiesPage({ tabs, onTest, testingOf, onLibrary, library }: StrategiesPageProps) {
  usePageTitle(words.title);
  const query = useStrategies();
  const [filter, setFilter] = useState<StatusFilter>('all');
  const strategies = query.data;
  return (
    <>
      <PageHeader words={words} onLibrary={onLibrary} onNew={() => openStrategyForm()} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {tabs}
        {strategies && strategies.length > 0 && (
          <FilterChips strategies={strategies} filter={filter} onChange={setFilter} />
        )}
      </div>
      {query.isError && strategies && (
        <Note icon={CloudOff} tone="error">
          <b>{words.failed}</b>
          <span>{`${problemOf(query.error)} ${words.stale}`}</span>
        </Note>
      )}
      {strategies && strategies.length > 0 && (
        <Cards
          strategies={strategies}
          filter={filter}
          onShowAll={() => setFilter('all')}
          onTest={onTest}
          testingOf={testingOf}
        />
      )}
      {strategies?.length === 0 && (
        <>
          <Card>
            <EmptyState text={words.empty} action={<Button onClick={() => openStrategyForm()}>{words.new}</Button>} />
          </Card>
          {library}
        </>
      )}
      {!strategies && query.isError && (
        <Card>
          <ErrorState title={words.failed} text={problemOf(query.error)} onRetry={() => void query.refetch()} />
        </Card>
      )}
      {!strategies && !query.isError && <CardsSkeleton />}
    </>
  );
}

type FilterChipsProps = {
  readonly strategies: readonly StrategyView[];
  readonly filter: StatusFilter;
  readonly onChange: (filter: StatusFilter) => void;
};

function FilterChips({ strategies, filter, onChange }: FilterChipsProps) {
  const counts = countByStatus(strategies);
  return (
    <fieldset aria-label={words.filter} className="flex min-w-0 flex-wrap gap-2">
      {STATUS_FILTERS.map((each) => (
        <Chip key={each} selected={each === filter} className="touch:h-(--h-touch)" onClick={() => onChange(each)}>
          {words.filters[each](counts[each])}
        </Chip>
      ))}
    </fieldset>
  );
}

type CardsProps = Pick<StrategiesPageProps, 'onTest' | 'testingOf'> & {
  readonly strategies: readonly StrategyView[];
  readonly filter: StatusFilter;
  readonly onShowAll: () => void;
};

function Cards({ strategies, filter, onShowAll, onTest, testingOf }: CardsProps) {
  const [removing, setRemoving] = useState<StrategyView | null>(null);
  const [starting, setStarting] = useState<StrategyView | null>(null);
  const [signalsOf, setSignalsOf] = useState<StrategyView | null>(null);
  const [doorOf, setDoorOf] = useState<StrategyView | null>(null);
  const [refusedOf, setRefusedOf] = useState<StrategyView | null>(null);
  const { status, remove } = useStrategyActions();
  const decimalsOf = useDecimals();
  const actions: StrategyActions = {
    onTest,
    onDoor: setDoorOf,
    onSignals: setSignalsOf,
    onWhyNot: setRefusedOf,
    onEdit: (strategy) => openStrategyForm({ kind: 'edit', strategy }),
    onDuplicate: (strategy) =>
      openStrategyForm({
        kind: 'new',
        from: { ...toInput(strategy), name: words.copyName(strategy.name), status: 'inactive', auto_trade: false },
      }),
    onStatus: (strategy, wanted) => {
      // Automatic trading starts only if the user explicitly chooses it.
      if (wanted === 'active' && strategy.auto_trade) setStarting(strategy);
      else status.mutate({ strategy, status: wanted });
    },
    onRemove: setRemoving,
  };
  const shown = filterByStatus(strategies, filter);
  return (
    <>
      {shown.length === 0 ? (
        <Card>
          <EmptyState text={words.noneOfStatus} action={<Button onClick={onShowAll}>{words.showAll}</Button>} />
        </Card>
      ) : (
        <ul className={CARD_GRID_CLASS} aria-label={words.list}>
          {shown.map((strategy) => (
            <StrategyCard
              key={strategy.id}
              strategy={strategy}
              actions={actions}
              testing={testingOf(strategy.id)}
              changing={status.isPending && status.variables.strategy.id === strategy.id}
            />
          ))}
        </ul>
      )}
      <TradesNeededNote strategies={strategies} />
      <ExternalSignalsDialog strategy={doorOf} onClose={() => setDoorOf(null)} />
      <SignalsDialog strategy={signalsOf} onClose={() => setSignalsOf(null)} />
      <WhyNotDialog
        text={signalWords.whyNot.text(refusedOf?.name ?? '')}
        list={
          refusedOf && {
            query: rejectionsQuery(refusedOf.id),
            decimals: decimalsOf(refusedOf.asset),
            none: signalWords.whyNot.none,
          }
        }
        onClose={() => setRefusedOf(null)}
      />
      <RemoveQuestion strategy={removing} onClose={() => setRemoving(null)} onConfirm={remove} />
      <StartQuestion
        strategy={starting}
        onClose={() => setStarting(null)}
        onConfirm={(strategy) => status.mutateAsync({ strategy, status: 'active' })}
      />
    </>
  );
}

type QuestionProps = {
  readonly strategy: StrategyView | null;
  readonly onClose: () => void;
  readonly onConfirm: (strategy: StrategyView) => Promise<unknown>;
};

const RemoveQuestion = ({ strategy, onClose, onConfirm }: QuestionProps) => (
  <ConfirmDialog
    open={strategy !== null}
    onClose={onClose}
    title={words.removeAsk.title(strategy?.name ?? '')}
    text={words.removeAsk.text}
    submit={words.removeAsk.submit}
    onConfirm={async () => strategy && onConfirm(strategy)}
  />
);

function StartQuestion({ strategy, onClose, onConfirm }: QuestionProps) {
  const other = useOtherPricesWarning(strategy?.price_source);
  const stake = formatMoney(strategy ? tradeStakeOf(strategy) : 0, strategy?.currency ?? PAPER_CURRENCY);
  return (
    <ConfirmDialog
      open={strategy !== null}
      onClose={onClose}
      title={words.aloneAsk.title(strategy?.name ?? '')}
      text={
        words.aloneAsk.text(stake, accountText(strategy ? automationAccount(strategy) : PAPER_ACCOUNT)) +
        (other ? words.aloneAsk.otherPrices(other.own) : '')
      }
      submit={words.aloneAsk.submit}
      tone="primary"
      onConfirm={async () => strategy && onConfirm(strategy)}
    />
  );
}
