import type { StrategyView } from '@vigia/contract';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { cn } from '#shared/lib/cn.ts';
import { Button } from '#shared/ui/button.tsx';
import { strategiesMessages as words } from '../messages.es.ts';
import type { StrategyActions } from './actions.ts';

type CardMenuProps = { readonly strategy: StrategyView; readonly actions: StrategyActions };

/** What is done seldom: copy, take out of use, delete. */
export function CardMenu({ strategy, actions }: CardMenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label={words.more(strategy.name)}>
          <Ellipsis size={16} aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-(--z-dialog) grid min-w-44 rounded-card border border-line-strong bg-overlay p-1 shadow-overlay data-[state=open]:animate-appear"
        >
          <Item onSelect={() => actions.onDuplicate(strategy)}>{words.duplicate}</Item>
          {strategy.status !== 'inactive' && (
            <Item onSelect={() => actions.onStatus(strategy, 'inactive')}>{words.deactivate}</Item>
          )}
          <Item danger onSelect={() => actions.onRemove(strategy)}>
            {words.remove}
          </Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type ItemProps = { readonly onSelect: () => void; readonly danger?: boolean; readonly children: string };

const Item = ({ onSelect, danger = false, children }: ItemProps) => (
  <DropdownMenu.Item
    onSelect={onSelect}
    className={cn(
      'flex h-9 cursor-pointer items-center rounded-chip px-2.5 text-13 outline-0 data-[highlighted]:bg-hover max-md:h-(--h-touch)',
      danger && 'text-error',
    )}
  >
    {children}
  </DropdownMenu.Item>
);
