import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Asset, PcrSetupView } from '@vigia/contract';
import { type ReactNode, useEffect } from 'react';
import { useDecimals } from '#shared/lib/assets.ts';
import { useServices } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { StrategyTabs } from '#shared/ui/strategy-tabs.tsx';
import { PageHeader } from '../page-header.tsx';
import { SignalsTab } from '../signals/signals-tab.tsx';
import { editorMessages } from './editor/messages.es.ts';
import { SetupEditor, type SetupEditorProps } from './editor/setup-editor.tsx';
import { SetupLinks } from './editor/setup-links.tsx';
import { useLivePcr } from './live-pcr.ts';
import { pcrMessages as words } from './messages.es.ts';
import { areRulesKnown, newDraft, type SetupDraft } from './model/draft.ts';
import { setupsQuery } from './queries.ts';
import { metricsQuery } from './setup-calls.ts';
import { PcrMetrics } from './setups/metrics.tsx';
import { SetupList } from './setups/setup-list.tsx';
import { useRefetchSetups } from './setups/use-setup-actions.ts';
import { BrokenRunList } from './signals/sequence-monitor.tsx';

/** The content of the page: the list of setups, one setup, or a new setup. */
export type PcrPageContent =
  | { readonly kind: 'list' }
  | { readonly kind: 'new' }
  | { readonly kind: 'setup'; readonly id: string };

type PcrPageProps = {
  readonly place: PcrPageContent;
  readonly onGo: (place: PcrPageContent) => void;
  readonly assets: UseQueryResult<Asset[]>;
  /** Opens the dialog 'Probar en histórico' (backtests), which belongs to another feature. */
  readonly onTest: SetupEditorProps['onTest'];
  readonly renderLook: SetupEditorProps['renderLook'];
  /** The library of setups, which is shown while the user has no setup. */
  readonly library: ReactNode;
  readonly onLibrary: () => void;
  /** The initial values of a new setup. Null for the defaults. */
  readonly seed: SetupDraft | null;
};

/** Shows the list of setups with their signals, or the editor of one setup. */
export function PcrPage({ place, onGo, assets, onTest, renderLook, library, onLibrary, seed }: PcrPageProps) {
  usePageTitle(words.title);
  const symbol = useUi((ui) => ui.symbol);
  const setups = useQuery(setupsQuery);
  useFreshFigures();
  const open = (id: string) => onGo({ kind: 'setup', id });
  if (place.kind === 'list') return <Overview setups={setups} onGo={onGo} library={library} onLibrary={onLibrary} />;
  const setup = place.kind === 'setup' ? setups.data?.find(({ id }) => id === place.id) : null;
  const chips = (
    <SetupLinks
      setups={setups.data ?? []}
      chosen={place.kind === 'setup' ? place.id : null}
      onOpen={open}
      onNew={() => onGo({ kind: 'new' })}
      onBack={() => onGo({ kind: 'list' })}
    />
  );
  if (setup === undefined || (setup !== null && !areRulesKnown(setup))) {
    const text = setup ? words.card.unreadable : words.notFound;
    return <Absent setups={setups} chips={chips} text={text} onBack={() => onGo({ kind: 'list' })} />;
  }
  return (
    <SetupEditor
      key={setup?.id ?? seed?.name ?? 'new'}
      setup={setup}
      start={seed ?? newDraft(editorMessages.newName, symbol)}
      assets={assets.data}
      chips={chips}
      onOpen={open}
      onTest={onTest}
      renderLook={renderLook}
    />
  );
}

type OverviewProps = Pick<PcrPageProps, 'onGo' | 'library' | 'onLibrary'> & {
  readonly setups: UseQueryResult<PcrSetupView[]>;
};

function Overview({ setups, onGo, library, onLibrary }: OverviewProps) {
  const symbol = useUi((ui) => ui.symbol);
  const metrics = useQuery(metricsQuery);
  const decimalsOf = useDecimals();
  const { signals } = useLivePcr(symbol);
  const startNew = () => onGo({ kind: 'new' });
  return (
    <>
      <PageHeader words={words} onLibrary={onLibrary} onNew={startNew} />
      <div>
        <StrategyTabs />
      </div>
      <PcrMetrics metrics={metrics} />
      <SetupList
        setups={setups}
        decimalsOf={decimalsOf}
        onEdit={(id) => onGo({ kind: 'setup', id })}
        onNew={startNew}
      />
      {setups.data && !setups.data.some(({ is_demo: isHouse }) => !isHouse) && library}
      <div className="grid grid-cols-2 items-start gap-4 max-lg:grid-cols-1 max-md:gap-3">
        <Card>
          <CardHeader title={words.signals} />
          <SignalsTab
            setups={signals}
            strategies={null}
            emptyText={words.none}
            emptyAction={<Button onClick={startNew}>{words.new}</Button>}
          />
        </Card>
        <BrokenRunList />
      </div>
    </>
  );
}

type AbsentProps = {
  readonly setups: UseQueryResult<PcrSetupView[]>;
  readonly chips: ReactNode;
  readonly text: string;
  readonly onBack: () => void;
};

/**
 * Shows that the requested setup cannot be opened: the list is still loading, the setup was deleted, or it has an
 * unknown rule.
 */
const Absent = ({ setups, chips, text, onBack }: AbsentProps) => (
  <>
    <h1 className="pt-1">{words.title}</h1>
    <div className="flex flex-wrap items-center gap-3">
      <StrategyTabs />
      {chips}
    </div>
    {setups.isPending ? (
      <Skeleton className="h-[480px]" />
    ) : setups.data ? (
      <Card>
        <EmptyState text={text} action={<Button onClick={onBack}>{words.setups}</Button>} />
      </Card>
    ) : (
      <SetupList setups={setups} decimalsOf={() => 0} onEdit={onBack} onNew={onBack} />
    )}
  </>
);

/** Refetches counts and rates after a signal was published or decided, because every signal changes them. */
function useFreshFigures(): void {
  const changed = useRefetchSetups();
  const { stream } = useServices();
  const isLive = useStreamStatus().state === 'live';
  useEffect(() => stream.on('signal', () => void changed()), [stream, changed]);
  useEffect(() => {
    if (isLive) void changed();
  }, [changed, isLive]);
}
