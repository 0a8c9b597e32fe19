import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Section } from '../section.tsx';
import { SettingRow } from '../setting-row.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { ExportRow } from './export-row.tsx';
import { LogHeadMailRow } from './log-head-mail-row.tsx';
import { LogHeadRow } from './log-head-row.tsx';
import { yourDataMessages } from './messages.es.ts';
import { RecordRow } from './record-row.tsx';

const words = yourDataMessages.delete;

/** Renders the panel of data export, the head of the evidence log and account deletion. */
export function YourDataPanel({ anonymous }: { readonly anonymous: boolean }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Section id="datos">
      <div>
        <ExportRow />
        <RecordRow format="json" />
        <RecordRow format="csv" />
        <LogHeadRow />
        {!anonymous && <LogHeadMailRow />}
        <SettingRow
          inline
          title={anonymous ? words.anonymousTitle : words.title}
          hint={anonymous ? words.anonymousHint : words.hint}
        >
          <Button variant="danger-outline" onClick={() => setDeleting(true)}>
            <Trash2 size={16} aria-hidden />
            {words.open}
          </Button>
        </SettingRow>
      </div>
      <DeleteAccountDialog open={deleting} onOpenChange={setDeleting} anonymous={anonymous} />
    </Section>
  );
}
