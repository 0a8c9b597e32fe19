import { useQuery } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { LoadedQuery } from '../loaded-query.tsx';
import { SettingRow } from '../setting-row.tsx';
import { securityMessages } from './messages.es.ts';
import { codesLeftQuery } from './queries.ts';

const words = securityMessages.codes;

const FEW = 3;

/**
 * Shows the number of unused recovery codes and a button for new codes. `onMake` creates the new codes and shows them.
 */
export function RecoveryCodesRow({ onMake }: { readonly onMake: () => Promise<void> }) {
  const left = useQuery(codesLeftQuery);
  const [asking, setAsking] = useState(false);
  return (
    <LoadedQuery query={left} rows={1}>
      {(count) => (
        <>
          <SettingRow
            icon={<LifeBuoy size={18} className="shrink-0 text-fg-3" aria-hidden />}
            title={
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {words.title}
                {count <= FEW && <Badge tone="warn">{words.low}</Badge>}
              </span>
            }
            hint={count === 0 ? words.none : words.hint(count)}
          >
            <Button size="sm" className="max-md:ml-7.5 max-md:justify-self-start" onClick={() => setAsking(true)}>
              {count === 0 ? words.make : words.regenerate}
            </Button>
          </SettingRow>
          <ConfirmDialog
            open={asking}
            onClose={() => setAsking(false)}
            title={words.confirm.title}
            text={words.confirm.text}
            submit={count === 0 ? words.make : words.confirm.submit}
            onConfirm={onMake}
          />
        </>
      )}
    </LoadedQuery>
  );
}
