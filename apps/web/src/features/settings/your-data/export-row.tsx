import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { useAuth } from '#shared/auth/auth-context.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { saveFile } from '../save-file.ts';
import { SettingRow } from '../setting-row.tsx';
import { useAccountChanged } from '../use-account-changed.ts';
import { downloadExport } from './download-export.ts';
import { yourDataMessages } from './messages.es.ts';

const words = yourDataMessages.export;

const size = new Intl.NumberFormat('es-419', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
const BYTES_PER_KB = 1_000;

export function ExportRow() {
  const { backend } = useAuth();
  const [receivedBytes, setReceivedBytes] = useState(0);
  const changed = useAccountChanged();
  const load = useMutation({
    mutationFn: async () => {
      setReceivedBytes(0);
      const session = await (await backend()).currentSession();
      if (!session) throw new Error(words.noSession);
      const file = await downloadExport({
        fetch: (input, init) => fetch(input, init),
        accessToken: session.access_token,
        onProgress: setReceivedBytes,
      });
      saveFile(file, words.file(new Date().toISOString().slice(0, 10)));
    },
    onSuccess: () => {
      void changed();
      toast.success(words.done);
    },
  });
  const progress = receivedBytes === 0 ? words.starting : words.received(size.format(receivedBytes / BYTES_PER_KB));
  return (
    <>
      <SettingRow inline title={words.title} hint={load.isPending ? <span role="status">{progress}</span> : words.hint}>
        <Button loading={load.isPending} onClick={() => load.mutate()}>
          {!load.isPending && <Download size={16} aria-hidden />}
          {words.submit}
        </Button>
      </SettingRow>
      {load.isError && (
        <div className="px-4 pb-3">
          <FieldError>{problemOf(load.error)}</FieldError>
        </div>
      )}
    </>
  );
}
