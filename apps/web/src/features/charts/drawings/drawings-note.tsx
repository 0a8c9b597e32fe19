import { CloudOff } from 'lucide-react';
import { problemOf } from '#shared/lib/problem.ts';
import { Button } from '#shared/ui/button.tsx';
import { chartMessages } from '../messages.es.ts';
import type { Drawings } from './use-drawings.ts';

const words = chartMessages.drawings;

/** Shows that changes are not saved on the server yet, or that earlier drawings could not be loaded. */
export function DrawingsNote({ drawings }: { readonly drawings: Drawings }) {
  const { unsaved, readFailure, retry, discard } = drawings;
  const isUnsaved = unsaved.count > 0 && unsaved.failure !== null;
  return (
    <div role="status" className="pointer-events-none absolute inset-x-2 bottom-9 flex justify-center">
      {isUnsaved && (
        <div className="pointer-events-auto flex max-w-[560px] items-start gap-2.5 rounded-control border border-line-strong bg-overlay px-3 py-1.5 text-13 text-fg-1 shadow-overlay">
          <CloudOff size={15} className="mt-1.5 shrink-0 text-warn" aria-hidden />
          <span className="min-w-0 py-0.5">
            {words.unsaved(unsaved.count)} {problemOf(unsaved.failure)}
          </span>
          <span className="flex shrink-0 gap-1 max-md:flex-col">
            <Button size="sm" loading={unsaved.isSending} onClick={retry}>
              {words.retry}
            </Button>
            <Button size="sm" variant="ghost" onClick={discard}>
              {words.discard}
            </Button>
          </span>
        </div>
      )}
      {!isUnsaved && readFailure !== null && (
        <p className="rounded-control border border-line-strong bg-overlay px-3 py-1.5 text-13 text-fg-2">
          {words.notRead} {problemOf(readFailure)}
        </p>
      )}
    </div>
  );
}
