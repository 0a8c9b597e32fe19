import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import type { useDownload } from '#shared/lib/use-download.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { SettingRow } from '../setting-row.tsx';

type DownloadRowProps = {
  readonly title: string;
  readonly hint: ReactNode;
  readonly submit: string;
  readonly download: Pick<ReturnType<typeof useDownload>, 'load' | 'isLoading' | 'error'>;
};

/** Renders a row with a button that downloads a file, and the reason if the download failed. */
export const DownloadRow = ({ title, hint, submit, download: { load, isLoading, error } }: DownloadRowProps) => (
  <>
    <SettingRow inline title={title} hint={hint}>
      <Button loading={isLoading} onClick={load}>
        {!isLoading && <Download size={16} aria-hidden />}
        {submit}
      </Button>
    </SettingRow>
    {error && (
      <div className="px-4 pb-3">
        <FieldError>{problemOf(error)}</FieldError>
      </div>
    )}
  </>
);
