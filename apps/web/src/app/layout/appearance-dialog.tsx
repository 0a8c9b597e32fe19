import { AppearanceSettings } from '#features/settings/appearance-settings.tsx';
import { useUi } from '#shared/lib/ui-store.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { appMessages } from '../messages.es.ts';

/** Renders the modal with the appearance settings of the app. */
export function AppearanceDialog() {
  const isOpen = useUi((ui) => ui.modal === 'settings');
  const close = useUi((ui) => ui.closeModal);
  return (
    <Dialog open={isOpen} onOpenChange={close} title={appMessages.settingsModal}>
      {/* The negative margins cancel the margins of the rows, because the rows are designed for a card. */}
      <div className="-mx-4 -mb-3">
        <AppearanceSettings />
      </div>
    </Dialog>
  );
}
