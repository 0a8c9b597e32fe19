import { AppearanceSettings } from '#features/settings/appearance-settings.tsx';
import { useUi } from '#shared/lib/ui-store.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { appMessages } from '../messages.es.ts';

/** The modal of the settings for the appearance of the app. */
export function AppearanceDialog() {
  const isOpen = useUi((ui) => ui.modal === 'settings');
  const close = useUi((ui) => ui.closeModal);
  return (
    <Dialog open={isOpen} onOpenChange={close} title={appMessages.settingsModal}>
      {/* The rows have their own margins, made for a card. */}
      <div className="-mx-4 -mb-3">
        <AppearanceSettings />
      </div>
    </Dialog>
  );
}
