import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PriceFile } from '@vigia/contract';
import { useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { BrokerHistory } from '../history/broker-history.tsx';
import { FileChartDialog } from './chart/file-chart-dialog.tsx';
import { ConfirmFile } from './confirm-file.tsx';
import { DropArea } from './drop-area.tsx';
import { fileMessages as words } from './messages.es.ts';
import { filesQuery, removeFile, type Upload, uploadFile } from './queries.ts';
import { ReadingProgress } from './reading-progress.tsx';
import { SavedFiles } from './saved-files.tsx';

export type FileFieldProps = {
  /** The asset of the rules that are tested. The field suggests it as the symbol. */
  readonly asset: string;
  readonly file: PriceFile | null;
  /** Error text if the backtest requires a price file and none is selected. */
  readonly fault: string | undefined;
  readonly onChoose: (file: PriceFile | null) => void;
};

/** Poll interval of the list in milliseconds during an upload. The list contains the progress. */
const PROGRESS_EVERY_MS = 500;
const SYMBOL = /^[A-Z0-9._-]{2,20}$/;

/**
 * Renders the field for a price file. The user selects a saved file. Or they drop a new one, check it and confirm its
 * time zone.
 */
export function FileField({ asset, file, fault, onChoose }: FileFieldProps) {
  const [symbol, setSymbol] = useState(asset);
  const [charted, setCharted] = useState<PriceFile | null>(null);
  const work = useFileWork(onChoose);
  const files = useQuery({ ...filesQuery, refetchInterval: work.isUploading ? PROGRESS_EVERY_MS : false });
  const waiting = files.data?.find(({ status }) => status === 'waiting');
  const receiving = files.data?.find(({ status }) => status === 'receiving');
  const isSymbol = SYMBOL.test(symbol);
  const problem = work.problem ?? (files.isError && !files.data ? words.loadFailed : fault);
  return (
    <div className="grid min-w-0 gap-3">
      <SavedFiles
        files={files.data ?? []}
        chosen={file}
        onChoose={onChoose}
        onRemove={work.remove}
        onChart={setCharted}
      />
      {waiting ? (
        <ConfirmFile
          key={waiting.id}
          file={waiting}
          onKept={work.kept}
          onDiscard={() => work.remove(waiting.id)}
          onMonthFirst={work.hasFile ? () => work.rereadMonthFirst(waiting.id) : null}
        />
      ) : (
        <>
          <TextField
            label={words.symbol}
            hint={words.symbolHint}
            error={isSymbol ? undefined : words.symbolFault}
            autoComplete="off"
            value={symbol}
            onChange={(event) => setSymbol(event.target.value.toUpperCase())}
          />
          <DropArea
            loading={work.isUploading}
            onFile={(chosen) => isSymbol && work.upload({ file: chosen, symbol, dates: null })}
          />
        </>
      )}
      {work.isUploading && <ReadingProgress file={receiving ?? null} />}
      {problem && <FieldError>{problem}</FieldError>}
      <BrokerHistory
        asset={asset}
        files={files.data ?? []}
        chosen={file}
        onChoose={onChoose}
        onChart={setCharted}
        onKept={work.refresh}
      />
      <FileChartDialog file={charted} onClose={() => setCharted(null)} />
    </div>
  );
}

/** Returns the actions that upload and delete files. Each change refetches the list. */
function useFileWork(onChoose: (file: PriceFile | null) => void) {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: filesQuery.queryKey, exact: true });
  const upload = useMutation({
    mutationFn: (wanted: Upload, { client }) => uploadFile(apiOf(client), wanted),
    onSuccess: (read) => {
      if (read.status === 'kept') onChoose(read);
    },
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string, { client }) => removeFile(apiOf(client), id),
    onSuccess: () => onChoose(null),
    onSettled: refresh,
  });
  const failure = upload.error ?? remove.error;
  return {
    isUploading: upload.isPending,
    problem: failure ? problemOf(failure) : null,
    /** Whether this page still has the file that was uploaded last. */
    hasFile: upload.variables !== undefined,
    refresh,
    upload: (wanted: Upload) => {
      onChoose(null);
      upload.mutate(wanted);
    },
    remove: (id: string) => remove.mutate(id),
    rereadMonthFirst: (id: string) => {
      const last = upload.variables;
      if (last) remove.mutate(id, { onSuccess: () => upload.mutate({ ...last, dates: 'month_first' }) });
    },
    kept: (file: PriceFile) => {
      onChoose(file);
      refresh();
    },
  };
}
