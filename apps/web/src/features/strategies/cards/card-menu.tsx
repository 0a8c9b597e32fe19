import type { StrategyView } from '@vigia/contract';
import { Ellipsis } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { strategiesMessages as words } from '../messages.es.ts';
import type { StrategyActions } from './actions.ts';

type CardMenuProps = { readonly strategy: StrategyView; readonly actions: StrategyActions };

/** Rare actions: copy, deactivate, delete. */
export const CardMenu = ({ strategy, actions }: CardMenuProps) => (
  <Menu
    trigger={
      <Button variant="ghost" size="icon" aria-label={words.more(strategy.name)}>
        <Ellipsis size={16} aria-hidden />
      </Button>
    }
  >
    <MenuItem onSelect={() => actions.onDuplicate(strategy)}>{words.duplicate}</MenuItem>
    {strategy.status !== 'inactive' && (
      <MenuItem onSelect={() => actions.onStatus(strategy, 'inactive')}>{words.deactivate}</MenuItem>
    )}
    <MenuItem danger onSelect={() => actions.onRemove(strategy)}>
      {words.remove}
    </MenuItem>
  </Menu>
);
