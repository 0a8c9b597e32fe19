import { useQuery } from '@tanstack/react-query';
import type { PcrSetupView } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { ServerOff } from 'lucide-react';
import { useDecimals } from '#shared/lib/assets.ts';
import { cn } from '#shared/lib/cn.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useLocalNow } from '#shared/lib/use-now.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { Select } from '#shared/ui/select.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { StrategyTabs } from '#shared/ui/strategy-tabs.tsx';
import { RejectionList } from '../../signals/rejection-list.tsx';
import { pcrMessages } from '../messages.es.ts';
import { setupsQuery } from '../queries.ts';
import { rejectionsQuery } from '../setup-calls.ts';
import { setupRejectionList } from '../setups/rejections-of.tsx';
import { EventsCard } from './events-card.tsx';
import { HealthCard } from './health-card.tsx';
import { debugMessages as words } from './messages.es.ts';
import { OpenRunCard } from './run-card.tsx';
import { SequencesCard, ZonesCard } from './sequences-card.tsx';
import { useDebug } from './use-debug.ts';

type PcrDebugPageProps = {
  /** Id of the setup to show. Null shows the first setup. */
  readonly setupId: string | null;
  readonly onChoose: (setupId: string) => void;
  readonly onToPcr: () => void;
};

/** The page that shows the engine's internal state for one setup. */
export function PcrDebugPage({ setupId, onChoose, onToPcr }: PcrDebugPageProps) {
  usePageTitle(words.title);
  const setups = useQuery(setupsQuery);
  const chosen = setups.data?.find(({ id }) => id === setupId) ?? setups.data?.find(isOn) ?? setups.data?.[0];
  return (
    <>
      <header className="pt-1">
        <h1>{words.title}</h1>
        <p className="text-13 text-fg-2">{words.subtitle}</p>
      </header>
      <div className="flex flex-wrap items-end gap-3">
        <StrategyTabs />
        {chosen && (
          <div className="ml-auto w-72 max-md:ml-0 max-md:w-full">
            <Field label={words.setup}>
              {(control) => (
                <Select
                  {...control}
                  value={chosen.id}
                  onChange={(event) => onChoose(event.target.value)}
                  className="touch:h-(--h-touch)"
                >
                  {setups.data?.map(({ id, name, asset, timeframe }) => (
                    <option key={id} value={id}>
                      {`${name} · ${asset} ${timeframe}`}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
        )}
      </div>
      {chosen ? (
        <Inside key={chosen.id} setup={chosen} />
      ) : setups.isPending ? (
        <InsideSkeleton />
      ) : (
        <Card>
          {setups.data ? (
            <EmptyState text={words.noSetups} action={<Button onClick={onToPcr}>{words.toPcr}</Button>} />
          ) : (
            <ErrorState
              title={pcrMessages.setupsFailed}
              text={problemOf(setups.error)}
              onRetry={() => void setups.refetch()}
            />
          )}
        </Card>
      )}
    </>
  );
}

const isOn = ({ is_active: isActive }: PcrSetupView): boolean => isActive;

function Inside({ setup }: { readonly setup: PcrSetupView }) {
  const { reading, pending, error, retry, goneSinceMs } = useDebug(setup.id);
  const decimals = useDecimals()(setup.asset);
  // A dialog reads this list from the query cache, and this page keeps it up to date.
  useQuery({ ...rejectionsQuery(setup.id), refetchInterval: LIMITS.sequencePollingMs });
  if (!reading) {
    if (pending) return <InsideSkeleton />;
    return (
      <Card>
        <ErrorState title={words.failed} text={problemOf(error)} onRetry={retry} />
      </Card>
    );
  }
  const { state, events } = reading;
  return (
    <>
      {goneSinceMs !== null && <Gone sinceMs={goneSinceMs} />}
      <div
        className={cn(
          'grid grid-cols-2 items-start gap-4 max-lg:grid-cols-1 max-md:gap-3',
          goneSinceMs !== null && 'opacity-60',
        )}
      >
        <div className="grid min-w-0 gap-4 max-md:gap-3">
          <HealthCard state={state} decimals={decimals} isGone={goneSinceMs !== null} />
          <OpenRunCard run={state.run} decimals={decimals} />
          <ZonesCard state={state} decimals={decimals} />
          <Card>
            <CardHeader title={words.rejected.title} />
            <section
              aria-label={words.rejected.title}
              tabIndex={0}
              className="max-h-96 overflow-y-auto px-4 focus-visible:-outline-offset-2 max-md:px-3"
            >
              <RejectionList {...setupRejectionList(setup, decimals)} />
            </section>
          </Card>
        </div>
        <div className="grid min-w-0 gap-4 max-md:gap-3">
          <EventsCard events={events} decimals={decimals} />
          <SequencesCard sequences={state.sequences} decimals={decimals} />
        </div>
      </div>
    </>
  );
}

function Gone({ sinceMs }: { readonly sinceMs: number }) {
  const seconds = Math.max(0, Math.round((useLocalNow() - sinceMs) / 1_000));
  return (
    <Note icon={ServerOff} tone="error">
      <p role="alert">{words.gone(seconds)}</p>
    </Note>
  );
}

const InsideSkeleton = () => (
  <div role="status" aria-label={words.title} className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
    <Skeleton className="h-72 rounded-card" />
    <Skeleton className="h-72 rounded-card" />
    <Skeleton className="h-48 rounded-card" />
    <Skeleton className="h-48 rounded-card" />
  </div>
);
