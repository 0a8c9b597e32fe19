import { useBlocker } from '@tanstack/react-router';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { editorMessages } from './messages.es.ts';

const words = editorMessages.leave;

/** Asks for confirmation before unsaved changes are lost by a link, a browser button or a closed tab. */
export function UnsavedChangesGuard({ isDirty }: { readonly isDirty: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true });
  const stay = () => blocker.reset?.();
  return (
    <Dialog open={blocker.status === 'blocked'} onOpenChange={stay} title={words.title} description={words.text}>
      <div className="flex justify-end gap-2 max-md:grid">
        <Button onClick={stay}>{words.stay}</Button>
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          {words.go}
        </Button>
      </div>
    </Dialog>
  );
}
