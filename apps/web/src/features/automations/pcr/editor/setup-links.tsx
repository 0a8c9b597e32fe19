import type { PcrSetupView } from '@vigia/contract';
import { ArrowLeft, Plus } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import { Chip } from '#shared/ui/chip.tsx';
import { editorMessages as words } from './messages.es.ts';

type SetupChipsProps = {
  readonly setups: readonly PcrSetupView[];
  /** Id of the open setup. Null for a new setup. */
  readonly chosen: string | null;
  readonly onOpen: (id: string) => void;
  readonly onNew: () => void;
  readonly onBack: () => void;
};

/** Links to the other setups and shows whether each is active. On a phone the row of links scrolls. */
export const SetupLinks = ({ setups, chosen, onOpen, onNew, onBack }: SetupChipsProps) => (
  <nav
    aria-label={words.chips}
    className="fade-end flex min-w-0 flex-1 gap-2 overflow-x-auto max-md:flex-none py-0.5 [scrollbar-width:none] max-md:-mx-3 max-md:w-[calc(100%+24px)] max-md:pl-3"
  >
    <Chip onClick={onBack} className="h-8 shrink-0 touch:h-(--h-touch)">
      <ArrowLeft size={14} aria-hidden />
      {words.back}
    </Chip>
    {setups.map(({ id, name, is_active: isActive }) => (
      <span key={id} ref={id === chosen ? intoView : null} className="shrink-0">
        <Chip selected={id === chosen} onClick={() => onOpen(id)} className="h-8 touch:h-(--h-touch)">
          <i
            aria-hidden
            className={cn('block size-2 rounded-pill', isActive ? 'bg-ok' : 'border border-line-control')}
          />
          {name}
        </Chip>
      </span>
    ))}
    <span ref={chosen === null ? intoView : null} className="shrink-0">
      <Chip selected={chosen === null} onClick={onNew} className="h-8 touch:h-(--h-touch)">
        <Plus size={14} aria-hidden />
        {words.new}
      </Chip>
    </span>
  </nav>
);

function intoView(chip: HTMLElement | null): void {
  chip?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
