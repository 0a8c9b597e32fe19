import type { BrokerView } from '@vigia/contract';
import { TriangleAlert } from 'lucide-react';
import { Note } from '#shared/ui/note.tsx';

/**
 * Lists the steps by which the user finds the requested credentials. The list is collapsed, because a user reads it
 * only once.
 */
export function Steps({ steps }: { readonly steps: BrokerView['words']['steps'] }) {
  if (!steps) return null;
  return (
    <>
      <details className="rounded-control border border-line bg-raised px-3 py-2.5 text-13 open:pb-3">
        <summary className="cursor-pointer font-medium text-accent touch:py-3">{steps.opener}</summary>
        <ol className="mt-2.5 grid list-decimal gap-2 pl-5 text-fg-2">
          {steps.list.map((step) => (
            <li key={step} className="wrap-anywhere">
              {step}
            </li>
          ))}
        </ol>
      </details>
      {steps.warning !== null && (
        <Note icon={TriangleAlert} tone="warn">
          {steps.warning}
        </Note>
      )}
    </>
  );
}
