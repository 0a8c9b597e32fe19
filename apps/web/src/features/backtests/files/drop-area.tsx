import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { Button } from '#shared/ui/button.tsx';
import { fileMessages as words } from './messages.es.ts';

type DropAreaProps = { readonly loading: boolean; readonly onFile: (file: File) => void };

/** Renders a drop area for a file, with a button for keyboard and touch. */
export function DropArea({ loading, onFile }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => {
    setOver(false);
    if (file && !loading) onFile(file);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging has the button beside it
    <fieldset
      aria-label={words.label}
      className={cn(
        'grid justify-items-center gap-2 rounded-control border border-dashed p-4 text-center transition',
        isOver ? 'border-accent bg-hover' : 'border-line-strong bg-inset',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        aria-label={words.label}
        accept=".csv,.txt,.tsv,.gz,text/csv,text/plain,application/gzip"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The input is reset, so that the user can choose the same file again after a correction.
          event.target.value = '';
        }}
      />
      <p className="text-13 text-fg-2 max-md:hidden">{words.drop}</p>
      <Button loading={loading} onClick={() => input.current?.click()}>
        {!loading && <FileUp size={16} aria-hidden />}
        {words.choose}
      </Button>
      <p className="text-12 text-fg-3">{words.formats}</p>
    </fieldset>
  );
}
