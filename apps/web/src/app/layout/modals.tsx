import { RealityCheck } from '#features/automations/stopping/reality-check.tsx';
import { onDemand } from '#shared/lib/on-demand.tsx';
import { type ModalName, useUi } from '#shared/lib/ui-store.ts';

/** The code of these modals loads on first use, because together they are a large part of the bundle. */
const MODALS: Partial<Record<ModalName, ReturnType<typeof onDemand>>> = {
  settings: onDemand(async () => (await import('./appearance-dialog.tsx')).AppearanceDialog),
  tradeForm: onDemand(async () => (await import('#features/trading/ticket/trade-form-dialog.tsx')).TradeFormDialog),
  strategyForm: onDemand(
    async () => (await import('#features/automations/strategies/form/strategy-form-dialog.tsx')).StrategyFormDialog,
  ),
  leaveDemo: onDemand(async () => (await import('./leave-demo-dialog.tsx')).LeaveDemoDialog),
  account: onDemand(async () => (await import('#features/connections/choice/account-dialog.tsx')).AccountDialog),
  signalOrder: onDemand(
    async () => (await import('#features/trading/signal/signal-order-dialog.tsx')).SignalOrderDialog,
  ),
  resetBalance: onDemand(
    async () => (await import('#features/settings/paper-account/reset-balance-dialog.tsx')).ResetBalanceDialog,
  ),
};

/** Renders the modals of the main layout. Features render the other modals. */
export function Modals() {
  const modal = useUi((ui) => ui.modal);
  const Modal = modal === null ? undefined : MODALS[modal];
  return (
    <>
      {Modal && <Modal />}
      <RealityCheck />
    </>
  );
}
