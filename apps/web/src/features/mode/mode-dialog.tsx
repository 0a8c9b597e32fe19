import { TRADING_MODES, type TradingMode } from '@vigia/core/vocabulary';
import { useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { useCurrentMode } from '#shared/lib/current-mode.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { ModePill } from '#shared/ui/mode-pill.tsx';
import { MODE_WORDS, modeMessages as words } from './messages.es.ts';
import { ModeForm } from './mode-form.tsx';

/**
 * Lets the user choose where orders go. Shows the description and the conditions of each mode, and the server's
 * refusal.
 */
export function ModeDialog() {
  const isOpen = useUi((ui) => ui.modal === 'mode');
  const close = useUi((ui) => ui.closeModal);
  return (
    <Dialog open={isOpen} onOpenChange={close} title={words.title} description={words.text}>
      <ModeChoice onDone={close} />
    </Dialog>
  );
}

function ModeChoice({ onDone }: { readonly onDone: () => void }) {
  const { data: current } = useCurrentMode();
  const [chosen, setChosen] = useState<TradingMode | null>(null);
  const mode = chosen ?? current?.mode ?? 'mock';
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-2" aria-label={words.choices}>
        {TRADING_MODES.map((each) => (
          <Choice
            key={each}
            mode={each}
            isChosen={each === mode}
            isCurrent={each === current?.mode}
            onChoose={() => setChosen(each)}
          />
        ))}
      </fieldset>
      {mode !== current?.mode && <ModeForm key={mode} mode={mode} onDone={onDone} />}
    </div>
  );
}

type ChoiceProps = {
  readonly mode: TradingMode;
  readonly isChosen: boolean;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
};

const Choice = ({ mode, isChosen, isCurrent, onChoose }: ChoiceProps) => (
  <label
    className={cn(
      'grid cursor-pointer gap-1.5 rounded-control border p-3 transition has-focus-visible:ring-3 has-focus-visible:ring-accent/28',
      isChosen ? 'border-accent bg-accent-tint' : 'border-line bg-raised hover:bg-hover',
    )}
  >
    <input type="radio" name="mode" value={mode} checked={isChosen} onChange={onChoose} className="sr-only" />
    <span className="flex items-center justify-between gap-2">
      <ModePill mode={mode} />
      {isCurrent && <Badge>{words.now}</Badge>}
    </span>
    <span className="text-13 text-fg-2">{MODE_WORDS[mode].what}</span>
  </label>
);
