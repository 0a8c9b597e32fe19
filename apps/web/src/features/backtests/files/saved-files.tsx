import type { PriceFile } from '@vigia/contract';
import { Trash2 } from 'lucide-react';
import { formatCount } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/select.tsx';
import { fileChartMessages } from './chart/messages.es.ts';
import { stepInWords } from './finding-words.ts';
import { fileMessages as words } from './messages.es.ts';

type SavedFilesProps = {
  readonly files: readonly PriceFile[];
  readonly chosen: PriceFile | null;
  readonly onChoose: (file: PriceFile | null) => void;
  readonly onRemove: (id: string) => void;
  readonly onChart: (file: PriceFile) => void;
};

/** Lists the saved price files of the user. The user can select a file for the backtest, or delete it. */
export function SavedFiles({ files, chosen, onChoose, onRemove, onChart }: SavedFilesProps) {
  const kept = files.filter(({ status }) => status === 'kept');
  if (kept.length === 0) return null;
  const step = chosen === null ? '' : stepInWords(chosen.step_seconds ?? 0);
  const hint = chosen && words.kept(formatCount(chosen.candles), step, words.zoneName(chosen.time_zone ?? 'UTC'));
  return (
    <div className="grid min-w-0 justify-items-start gap-2 *:first:w-full">
      <Field label={words.saved} hint={hint}>
        {(control) => (
          <div className="flex min-w-0 gap-2">
            <Select
              {...control}
              value={chosen?.id ?? ''}
              onChange={(event) => onChoose(kept.find(({ id }) => id === event.target.value) ?? null)}
            >
              <option value="">{words.none}</option>
              {kept.map(({ id, symbol, name }) => (
                <option key={id} value={id}>
                  {words.savedName(symbol, name)}
                </option>
              ))}
            </Select>
            {chosen && (
              <Button size="icon" aria-label={words.remove} onClick={() => onRemove(chosen.id)}>
                <Trash2 size={16} aria-hidden />
              </Button>
            )}
          </div>
        )}
      </Field>
      {chosen && (
        <Button size="sm" onClick={() => onChart(chosen)}>
          {fileChartMessages.open}
        </Button>
      )}
    </div>
  );
}
