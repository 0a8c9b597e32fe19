import { Download } from 'lucide-react';
import { problemOf } from '#shared/lib/problem.ts';
import { useDownload } from '#shared/lib/use-download.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { toast } from '#shared/ui/toast.ts';
import { SettingRow } from '../setting-row.tsx';
import { useAccountChanged } from '../use-account-changed.ts';
import { yourDataMessages } from './messages.es.ts';

const words = yourDataMessages.export;

const EXPORT_PATH = '/api/v1/account/export';

export function ExportRow() {
  const changed = useAccountChanged();
  const { load, isLoading, error, progress } = useDownload({
    path: EXPORT_PATH,
    fileName: () => words.file(new Date().toISOString().slice(0, 10)),
    onSaved: () => {
      void changed();
      toast.success(words.done);
    },
  });
  return (
    <>
      <SettingRow inline title={words.title} hint={isLoading ? <span role="status">{progress}</span> : words.hint}>
        <Button loading={isLoading} onClick={load}>
          {!isLoading && <Download size={16} aria-hidden />}
          {words.submit}
        </Button>
      </SettingRow>
      {error && (
        <div className="px-4 pb-3">
          <FieldError>{problemOf(error)}</FieldError>
        </div>
      )}
    </>
  );
}
