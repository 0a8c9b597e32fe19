import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { LibraryItem } from '@vigia/contract';
import { useState } from 'react';
import { PcrDebugPage } from '#features/automations/pcr/debug/pcr-debug-page.tsx';
import type { EditedSetup, FirstBacktestView } from '#features/automations/pcr/editor/editor.ts';
import { draftFromLibrary, type SetupDraft } from '#features/automations/pcr/model/draft.ts';
import { PcrPage, type PcrPageContent } from '#features/automations/pcr/pcr-page.tsx';
import { LibraryDialog } from '#features/backtests/library/library-dialog.tsx';
import { LibraryList } from '#features/backtests/library/library-list.tsx';
import { LookSummary } from '#features/backtests/look/look-summary.tsx';
import { BacktestDialog } from '#features/backtests/panel/backtest-dialog.tsx';
import { assetsQuery } from '#shared/lib/assets.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { backtestTargetOfSetup, lookTargetOf } from './backtest-target.ts';
import { NEW_SETUP } from './setup-search.ts';

/** The rules in the open dialog of backtests. */
type Opened = { readonly tested: EditedSetup; readonly begins: FirstBacktestView };

/**
 * Renders the PCR setups, with links to backtests and to the strategy library. The search parameters select a setup.
 */
export function PcrScreen() {
  const { setup } = useSearch({ from: '/main/strategies/pcr' });
  const navigate = useNavigate();
  const assets = useQuery(assetsQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [browsing, setBrowsing] = useState(false);
  const [seed, setSeed] = useState<SetupDraft | null>(null);
  const go = (place: PcrPageContent) => {
    setSeed(null);
    void navigate({ to: PATHS.pcr, search: searchOf(place) });
  };
  const start = ({ body, name, asset }: LibraryItem) => {
    setBrowsing(false);
    go({ kind: 'new' });
    setSeed(draftFromLibrary(body, name, asset));
  };
  return (
    <>
      <PcrPage
        place={placeOf(setup)}
        onGo={go}
        assets={assets}
        onTest={(tested, begins) => setOpened({ tested, begins })}
        renderLook={(tested, onReport) => <LookSummary target={tested && lookTargetOf(tested)} onReport={onReport} />}
        library={<LibraryList kind="pcr" onUse={start} />}
        onLibrary={() => setBrowsing(true)}
        seed={seed}
      />
      <BacktestDialog target={opened && targetOf(opened)} begins={opened?.begins} onClose={() => setOpened(null)} />
      <LibraryDialog open={browsing} kind="pcr" onClose={() => setBrowsing(false)} onUse={start} />
    </>
  );
}

const targetOf = ({ tested, begins }: Opened) => (begins === 'look' ? lookTargetOf : backtestTargetOfSetup)(tested);

/** Renders the state of the signal engine. The search parameters select a setup. */
export function PcrDebugScreen() {
  const { setup } = useSearch({ from: '/main/strategies/pcr/debug' });
  const navigate = useNavigate();
  return (
    <PcrDebugPage
      setupId={setup ?? null}
      onChoose={(id) => void navigate({ to: PATHS.pcrDebug, search: { setup: id }, replace: true })}
      onToPcr={() => void navigate({ to: PATHS.pcr })}
    />
  );
}

function placeOf(setup: string | undefined): PcrPageContent {
  if (setup === undefined) return { kind: 'list' };
  return setup === NEW_SETUP ? { kind: 'new' } : { kind: 'setup', id: setup };
}

function searchOf(place: PcrPageContent): { setup?: string } {
  switch (place.kind) {
    case 'list':
      return {};
    case 'new':
      return { setup: NEW_SETUP };
    case 'setup':
      return { setup: place.id };
  }
}
