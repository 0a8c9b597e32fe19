import { useDownload } from '#shared/lib/use-download.ts';
import { toast } from '#shared/ui/toast.ts';
import { useAccountChanged } from '../use-account-changed.ts';
import { DownloadRow } from './download-row.tsx';
import { yourDataMessages } from './messages.es.ts';

const words = yourDataMessages.export;

const EXPORT_PATH = '/api/v1/account/export';

export function ExportRow() {
  const changed = useAccountChanged();
  const download = useDownload({
    path: EXPORT_PATH,
    fileName: () => words.file(new Date().toISOString().slice(0, 10)),
    onSaved: () => {
      void changed();
      toast.success(words.done);
    },
  });
  const hint = download.isLoading ? <span role="status">{download.progress}</span> : words.hint;
  return <DownloadRow title={words.title} hint={hint} submit={words.submit} download={download} />;
}
