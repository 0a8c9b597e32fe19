import type { ReactNode } from 'react';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { SECTIONS, type SectionId } from './sections.ts';

type SectionProps = {
  readonly id: SectionId;
  /** Actions for the whole section, at the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** Renders one card of the settings. The URL hash links to it. */
export function Section({ id, aside, children }: SectionProps) {
  const title = SECTIONS.find((section) => section.id === id)?.title ?? id;
  return (
    <Card
      id={id}
      aria-label={title}
      className="scroll-mt-[calc(var(--header)+16px)] max-lg:scroll-mt-[calc(var(--header)+64px)]"
    >
      <CardHeader title={title}>{aside}</CardHeader>
      {children}
    </Card>
  );
}
