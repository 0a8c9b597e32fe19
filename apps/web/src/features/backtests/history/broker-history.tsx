import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BrokersResponse, HistoryFetch, PriceFile } from '@vigia/contract';
import { useEffect, useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field, FieldError, TextField } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/select.tsx';
import { FetchCard } from './fetch-card.tsx';
import { historyMessages as words } from './messages.es.ts';
import {
  cancelFetch,
  fetchesQuery,
  historyBrokersQuery,
  historyPollMs,
  startFetch,
  type WantedHistory,
} from './queries.ts';

type BrokerHistoryProps = {
  /** The asset of the rules that are tested. The form suggests it. */
  readonly asset: string;
  readonly files: readonly PriceFile[];
  readonly chosen: PriceFile | null;
  readonly onChoose: (file: PriceFile) => void;
  readonly onChart: (file: PriceFile) => void;
  /** Called after a history was saved or changed. The caller must refetch the list of price files. */
  readonly onKept: () => void;
};

/**
 * Downloads 12 months of price history of an asset from a connected broker. Shows every download with its progress and
 * its gaps.
 */
export function BrokerHistory({ asset, files, chosen, onChoose, onChart, onKept }: BrokerHistoryProps) {
  const brokers = useQuery(historyBrokersQuery);
  const fetches = useQuery({ ...fetchesQuery, refetchInterval: ({ state }) => historyPollMs(state.data) });
  const work = useFetchWork();
  const list = fetches.data ?? [];
  useWhenSettled(list, onKept);
  const connected = connectedOf(brokers.data);
  const problem = work.problem ?? (fetches.isError ? words.loadFailed : null);
  return (
    <section aria-label={words.title} className="grid min-w-0 gap-3 border-t border-line pt-3">
      <p className="text-13 font-medium text-fg-2">{words.title}</p>
      {connected.length > 0 && (
        <StartForm asset={asset} brokers={connected} loading={work.isBusy} onStart={work.start} />
      )}
      {brokers.data && connected.length === 0 && <p className="text-12 text-fg-3">{words.noBroker}</p>}
      {problem && <FieldError>{problem}</FieldError>}
      {list.length > 0 && (
        <ul aria-label={words.list} className="grid min-w-0 gap-2">
          {list.map((fetch) => (
            <FetchCard
              key={fetch.id}
              fetch={fetch}
              file={files.find(({ id }) => id === fetch.id) ?? null}
              isChosen={chosen?.id === fetch.id}
              onChoose={onChoose}
              onChart={onChart}
              onCancel={() => work.cancel(fetch.id)}
              onGoOn={() => work.start(fetch)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type Connected = { readonly id: string; readonly name: string };

const connectedOf = (answer: BrokersResponse | undefined): readonly Connected[] =>
  (answer?.brokers ?? [])
    .filter(({ status }) => status.connection_status === 'connected')
    .map(({ id, display_name: name }) => ({ id, name }));

const SYMBOL = /^[A-Z0-9._-]{2,20}$/;

type StartFormProps = {
  readonly asset: string;
  readonly brokers: readonly Connected[];
  readonly loading: boolean;
  readonly onStart: (wanted: WantedHistory) => void;
};

function StartForm({ asset, brokers, loading, onStart }: StartFormProps) {
  const [broker, setBroker] = useState(brokers[0]?.id ?? '');
  const [symbol, setSymbol] = useState(asset);
  const isSymbol = SYMBOL.test(symbol);
  return (
    <div className="grid min-w-0 gap-2">
      <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
        <Field label={words.broker}>
          {(control) => (
            <Select {...control} value={broker} onChange={(event) => setBroker(event.target.value)}>
              {brokers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField
          label={words.symbol}
          error={isSymbol ? undefined : words.symbolFault}
          autoComplete="off"
          value={symbol}
          onChange={(event) => setSymbol(event.target.value.toUpperCase())}
        />
      </div>
      <p className="text-12 text-fg-3">{words.intro}</p>
      <Button disabled={!isSymbol} loading={loading} onClick={() => onStart({ broker, symbol })}>
        {words.start}
      </Button>
    </div>
  );
}

/** Returns the actions that start and cancel downloads. Each change refetches the list. */
function useFetchWork() {
  const queries = useQueryClient();
  const onSettled = () => void queries.invalidateQueries({ queryKey: fetchesQuery.queryKey, exact: true });
  const start = useMutation({
    mutationFn: ({ broker, symbol }: WantedHistory, { client }) => startFetch(apiOf(client), { broker, symbol }),
    onSettled,
  });
  const cancel = useMutation({ mutationFn: (id: string, { client }) => cancelFetch(apiOf(client), id), onSettled });
  const failure = start.error ?? cancel.error;
  return {
    isBusy: start.isPending,
    problem: failure ? problemOf(failure) : null,
    start: (wanted: WantedHistory) => start.mutate(wanted),
    cancel: (id: string) => cancel.mutate(id),
  };
}

/** Calls `onKept` after a download has ended and its candles are saved. */
function useWhenSettled(fetches: readonly HistoryFetch[], onKept: () => void): void {
  const settled = fetches
    .filter(({ status, gaps }) => status !== 'running' && gaps !== null)
    .map(({ id, updated_at }) => `${id} ${updated_at}`)
    .join();
  useEffect(() => {
    if (settled !== '') onKept();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onKept` is new at each render; only an end matters
  }, [settled]);
}
