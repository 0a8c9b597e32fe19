import type { PriceFile } from '@vigia/contract';
import { fileMessages as words } from './messages.es.ts';

/**
 * Shows how far the server has parsed a file.
 * @param file null if the server has not started yet
 */
export function ReadingProgress({ file }: { readonly file: PriceFile | null }) {
  const percent = file?.total_bytes ? Math.floor((100 * file.received_bytes) / file.total_bytes) : 0;
  return (
    <div className="grid gap-1" role="status">
      {file && <p className="truncate text-12 text-fg-2">{words.reading(file.name)}</p>}
      <div
        role="progressbar"
        aria-label={words.progress}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full bg-accent transition-all" style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
