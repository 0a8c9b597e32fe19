import { useState } from 'react';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import type { GraduationPanelProps } from './graduation/graduation-panel.tsx';
import { automationMessages as words } from './messages.es.ts';

const GraduationPanel = lazyComponent(async () => (await import('./graduation/graduation-panel.tsx')).GraduationPanel);

/** Opens the list of what a setup or strategy misses for real money. The list loads when it is opened. */
export function GraduationDetailsButton(props: GraduationPanelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-2">
      <p className="text-12">
        <TextButton
          aria-expanded={isOpen}
          aria-label={words.graduationOf(props.name)}
          onClick={() => setOpen((before) => !before)}
        >
          {words.graduation}
        </TextButton>
      </p>
      {isOpen && <GraduationPanel {...props} />}
    </div>
  );
}
