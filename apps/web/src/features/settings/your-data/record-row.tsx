import { useDownload } from '#shared/lib/use-download.ts';
import { toast } from '#shared/ui/toast.ts';
import { DownloadRow } from './download-row.tsx';
import { yourDataMessages } from './messages.es.ts';

const words = yourDataMessages.record;

/** Downloads the signed record of the user, for a program or for a spreadsheet. */
export function RecordRow({ format }: { readonly format: 'json' | 'csv' }) {
  const { title, hint } = words[format];
  const download = useDownload({
    path: '/api/v1/log/record',
    query: { format },
    fileName: () => words.file(new Date().toISOString().slice(0, 10), format),
    onSaved: () => toast.success(words.done),
  });
  return <DownloadRow title={title} hint={hint} submit={words.submit} download={download} />;
}
