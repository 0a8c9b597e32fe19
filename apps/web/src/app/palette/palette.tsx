import { Command, defaultFilter, useCommandState } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { cn } from '#shared/lib/cn.ts';
import { scrimClass } from '#shared/ui/dialog.tsx';
import { Keys } from '#shared/ui/keys.tsx';
import { appMessages } from '../messages.es.ts';
import { type PaletteCommand, usePaletteGroups } from './commands.ts';

const words = appMessages.palette;

type PaletteProps = { readonly onClose: () => void; readonly onDone: (said: string) => void };

/** Renders the command palette: a search over every screen and action. */
export const Palette = ({ onClose, onDone }: PaletteProps) => (
  <Dialog.Root open onOpenChange={onClose}>
    <Dialog.Portal>
      <Dialog.Overlay className={scrimClass} />
      <Dialog.Content
        aria-describedby={undefined}
        className="fixed top-[12dvh] left-1/2 z-(--z-dialog) w-[600px] max-w-[calc(100vw-24px)] -translate-x-1/2 overflow-hidden rounded-card border border-line-strong bg-overlay shadow-overlay data-[state=open]:animate-appear max-md:top-3"
      >
        <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
        <Finder onClose={onClose} onDone={onDone} />
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
);

function Finder({ onClose, onDone }: PaletteProps) {
  const groups = usePaletteGroups();
  const choose = ({ run, said }: PaletteCommand) => {
    // The palette closes before the command runs, so that the command moves the focus from the page and not from the
    // palette.
    onClose();
    run();
    onDone(said);
  };
  return (
    <Command label={words.title} filter={withoutAccents} loop>
      <div className="flex h-13 items-center gap-3 border-b border-line px-4">
        <Search size={18} className="shrink-0 text-fg-3" aria-hidden />
        <Command.Input
          placeholder={words.placeholder}
          className="h-full w-full min-w-0 bg-transparent text-16 outline-0"
        />
        <Keys className="max-md:hidden">{words.escape}</Keys>
      </div>
      <Found />
      <Command.List
        label={words.list}
        className="max-h-[min(420px,56dvh)] scroll-py-2 overflow-y-auto overscroll-contain p-1.5"
      >
        <Command.Empty className="px-3 py-8 text-center text-13 text-fg-2">{words.none}</Command.Empty>
        {groups.map(({ heading, commands }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-fg-3"
          >
            {commands.map((command) => (
              <Row key={command.label} command={command} onChoose={choose} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

type RowProps = { readonly command: PaletteCommand; readonly onChoose: (command: PaletteCommand) => void };

function Row({ command, onChoose }: RowProps) {
  const { label, keywords, icon: Icon, hint, isDanger = false } = command;
  return (
    <Command.Item
      value={label}
      {...(keywords && { keywords: [...keywords] })}
      onSelect={() => onChoose(command)}
      className={cn(
        'flex h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 text-14 data-[selected=true]:bg-hover touch:h-(--h-touch)',
        isDanger && 'text-error',
      )}
    >
      <Icon size={16} className={cn('shrink-0', !isDanger && 'text-fg-3')} aria-hidden />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint && <span className="text-13 text-fg-2">{hint}</span>}
    </Command.Item>
  );
}

/** Announces the number of results while the user types. */
function Found() {
  const count = useCommandState((state) => state.filtered.count);
  return (
    <p role="status" className="sr-only">
      {count === 0 ? words.none : words.found(count)}
    </p>
  );
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{Diacritic}/gu, '');

/** Compares texts without accents, so that 'configuracion' also finds 'Configuración'. */
const withoutAccents = (value: string, search: string, keywords?: string[]): number =>
  defaultFilter(plain(value), plain(search), keywords?.map(plain));
