import { RealityCheck } from '#features/automation/reality-check.tsx';
import { ModeDialog } from '#features/mode/mode-dialog.tsx';
import { AppearanceSettings } from '#features/settings/appearance-settings.tsx';
import { ResetBalanceDialog } from '#features/settings/paper-account/reset-balance-dialog.tsx';
import { StrategyFormDialog } from '#features/strategies/form/strategy-form-dialog.tsx';
import { TradeFormDialog } from '#features/trading/ticket/trade-form-dialog.tsx';
import { useUi } from '#shared/lib/ui-store.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { appMessages } from '../messages.es.ts';
import { LeaveDemoDialog } from './leave-demo-dialog.tsx';

/** The modals of the frame; the others live with their features. */
export function Modals() {
  const modal = useUi((ui) => ui.modal);
  const close = useUi((ui) => ui.closeModal);
  return (
    <>
      <Dialog open={modal === 'settings'} onOpenChange={close} title={appMessages.settingsModal}>
        {/* The rows bring their own margins, made for a card. */}
        <div className="-mx-4 -mb-3">
          <AppearanceSettings />
        </div>
      </Dialog>
      <TradeFormDialog />
      <StrategyFormDialog />
      <LeaveDemoDialog />
      <ModeDialog />
      <ResetBalanceDialog />
      <RealityCheck />
    </>
  );
}
