import { useMutation } from '@tanstack/react-query';
import type { BacktestJob } from '@vigia/contract';
import { FileDown } from 'lucide-react';
import { loadPatiently } from '#shared/lib/lazy-component.tsx';
import { problemOf } from '#shared/lib/problem.ts';
import { saveFile } from '#shared/lib/save-file.ts';
import { Button } from '#shared/ui/button.tsx';
import { toast } from '#shared/ui/toast.ts';
import { reportFileMessages as words } from './messages.es.ts';

/** Saves the report of a finished test as an HTML file. The code that writes the file is loaded on demand. */
export function SaveReport({ job }: { readonly job: BacktestJob }) {
  const save = useMutation({
    mutationFn: async () => {
      const { reportFileOf } = await loadPatiently(() => import('./report-file.ts'));
      saveFile(new Blob([reportFileOf(job)], { type: 'text/html' }), words.file(job.id));
    },
    onSuccess: () => toast.success(words.saved),
    onError: (failure) => toast.error(words.failed, { description: problemOf(failure) }),
  });
  return (
    <Button size="sm" loading={save.isPending} onClick={() => save.mutate()}>
      <FileDown size={15} aria-hidden />
      {words.save}
    </Button>
  );
}
