import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog, Sheet } from '#shared/ui/dialog.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { journalMessages } from './messages.es.ts';

const words = journalMessages.calendar;

const Calendar = lazyComponent(
  async () => (await import('./calendar.tsx')).Calendar,
  <div role="status" aria-label={words.loading}>
    <Skeleton className="h-[420px]" />
  </div>,
);

/** Renders the button that opens the calendar of results. */
export function CalendarButton() {
  const [open, setOpen] = useState(false);
  const mobile = useIsMobile();
  const overlay = { open, onOpenChange: setOpen, title: words.title, description: words.text };
  const content = open && <Calendar onChosen={() => setOpen(false)} />;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CalendarDays size={16} aria-hidden />
        {words.open}
      </Button>
      {mobile ? (
        <Sheet {...overlay}>{content}</Sheet>
      ) : (
        <Dialog {...overlay} wide>
          {content}
        </Dialog>
      )}
    </>
  );
}
