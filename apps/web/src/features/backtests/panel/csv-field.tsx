import { useMutation } from '@tanstack/react-query';
import type { BacktestUpload } from '@vigia/contract';
import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { formatCount, formatMoment } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { backtestMessages } from '../messages.es.ts';
import { uploadCandles } from '../queries.ts';

const words = backtestMessages.data;

type CsvFieldProps = {
  readonly upload: BacktestUpload | null;
  /** Reason why the test needs a file. */
  readonly fault: string | undefined;
  readonly onRead: (upload: BacktestUpload | null) => void;
};

/**
 * The field for a CSV file of candles. The server parses the file on upload and reports its contents or the faulty
 * line.
 */
export function CsvField({ upload, fault, onRead }: CsvFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (file: File, { client }) => uploadCandles(apiOf(client), file),
    onSuccess: onRead,
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    onRead(null);
    mutate(file);
  };
  const problem = error ? problemOf(error) : fault;
  return (
    <div className="grid gap-1.5">
      <input
        ref={input}
        type="file"
        aria-label={words.file}
        accept=".csv,.gz,text/csv,application/gzip"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // The input is reset, so that the same file can be chosen again after a correction.
          event.target.value = '';
        }}
      />
      <div className="flex min-w-0 items-center gap-3">
        <Button loading={isPending} onClick={() => input.current?.click()}>
          {!isPending && <FileUp size={16} aria-hidden />}
          {isPending ? words.reading : upload ? words.otherFile : words.chooseFile}
        </Button>
        {variables && <span className="min-w-0 truncate text-12 text-fg-2">{variables.name}</span>}
      </div>
      {upload && (
        <p role="status" className="text-12 text-fg-2">
          {words.read(
            formatCount(upload.candles),
            stepInWords(upload.step_seconds),
            formatMoment(upload.from),
            formatMoment(upload.to),
          )}
        </p>
      )}
      {problem ? <FieldError>{problem}</FieldError> : <p className="text-12 text-fg-3">{words.fileHint}</p>}
    </div>
  );
}

const stepInWords = (seconds: number): string =>
  seconds % 60 === 0 ? words.minutes(seconds / 60) : words.seconds(seconds);
