import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BacktestJob } from '@vigia/contract';
import { useState } from 'react';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { GridForm } from '../grid/grid-form.tsx';
import { backtestMessages as words } from '../messages.es.ts';
import { backtestsOfRules, isUnfinished } from '../model/backtests-of-rules.ts';
import { gridRequest } from '../model/grid-choice.ts';
import { type RequestField, readRequest, requestFor, type TestRequest } from '../model/test-request.ts';
import { jobQuery, jobsQuery, startGrid, startSweep, startTest } from '../queries.ts';
import { SweepForm } from '../sweep/sweep-form.tsx';
import type { BacktestTarget } from '../target.ts';
import { BacktestWithLink } from './backtest-with-link.tsx';
import { EarlierTests } from './earlier-tests.tsx';
import { RequestFields } from './request-fields.tsx';

const MODES = ['single', 'sweep', 'grid'] as const;
type Mode = (typeof MODES)[number];

type Faults = Readonly<Partial<Record<RequestField, string>>>;

/**
 * Renders the panel that tests rules on price history: data, progress and report. The backtest continues on the server
 * if the page is reloaded.
 */
export function BacktestPanel({ target }: { readonly target: BacktestTarget }) {
  const jobs = useQuery(jobsQuery);
  const ours = jobs.data ? backtestsOfRules(jobs.data, target) : [];
  const [shownId, setShownId] = useState<string | null>(null);
  const [mode, setMode] = useState<Mode>('single');
  const [values, setValues] = useState(() => requestFor(target));
  const [faults, setFaults] = useState<Faults>({});
  const starting = useStarting(setShownId);
  const shown = shownId ?? ours.find((job) => isUnfinished(job))?.id ?? ours[0]?.id ?? null;
  const ask = (start: (request: TestRequest, api: ApiClient) => Promise<BacktestJob>) => {
    const reading = readRequest(values, target.asset);
    setFaults(reading.kind === 'faults' ? reading.faults : {});
    if (reading.kind === 'ready') void starting.start((api) => start(reading.request, api));
  };
  return (
    <>
      <section className="grid gap-4 rounded-control border border-line bg-raised p-4 max-md:p-3">
        <Segmented
          label={words.modes.label}
          value={mode}
          options={MODES.map((value) => ({ value, label: words.modes[value] }))}
          onChange={setMode}
          className="justify-self-start max-md:w-full max-md:justify-self-stretch"
        />
        <RequestFields
          asset={target.asset}
          values={values}
          faults={faults}
          onChange={(part) => setValues((before) => ({ ...before, ...part }))}
        />
        {mode === 'grid' && (
          <GridForm
            target={target}
            source={values.source}
            loading={starting.isPending}
            onRun={(assets, sides) =>
              ask((request, api) => startGrid(api, gridRequest(target, request, assets, sides)))
            }
          />
        )}
        {mode === 'single' && (
          <Button
            variant="primary"
            className="justify-self-end max-md:justify-self-stretch"
            loading={starting.isPending}
            onClick={() => ask((request, api) => startTest(api, target, request))}
          >
            {words.run}
          </Button>
        )}
        {mode === 'sweep' && (
          <SweepForm
            numbers={target.sweepable}
            loading={starting.isPending}
            onRun={(ranges, folds) =>
              ask((request, api) =>
                startSweep(api, { subject: target.subject, ...request, ranges: [...ranges], folds }),
              )
            }
          />
        )}
        {starting.failure && (
          <p role="alert" className="text-13 text-error">
            <b>{words.refused}</b>
            {`. ${starting.failure}`}
          </p>
        )}
      </section>
      {shown !== null && <BacktestWithLink id={shown} sweepable={target.sweepable} onShow={setShownId} />}
      <EarlierTests jobs={ours} failed={jobs.isError && !jobs.data} shownId={shown} onShow={setShownId} />
    </>
  );
}

/** Submits the request and shows the new backtest at once. */
function useStarting(onStarted: (id: string) => void) {
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async (call: (api: ApiClient) => Promise<BacktestJob>) => {
    setPending(true);
    setFailure(null);
    try {
      const job = await call(apiOf(queries));
      queries.setQueryData(jobQuery(job.id).queryKey, job);
      void queries.invalidateQueries({ queryKey: jobsQuery.queryKey, exact: true });
      onStarted(job.id);
    } catch (caught) {
      setFailure(problemOf(caught));
    } finally {
      setPending(false);
    }
  };
  return { start, isPending, failure };
}
