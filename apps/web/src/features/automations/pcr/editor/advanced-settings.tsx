import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { editorMessages } from './messages.es.ts';

type AdvancedProps = {
  /** Whether the server refused a value inside. The part is then open. */
  readonly isFaulty: boolean;
  readonly children: ReactNode;
};

/** Folds the settings of a step that few users change. */
export function AdvancedSettings({ isFaulty, children }: AdvancedProps) {
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || isFaulty;
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <>
      <div>
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)} className="-ml-2.5">
          {editorMessages.advanced}
          <Chevron size={14} aria-hidden />
        </Button>
      </div>
      {isOpen && children}
    </>
  );
}
