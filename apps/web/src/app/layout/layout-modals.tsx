import { RealityCheck } from '#features/automations/stopping/reality-check.tsx';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { type ModalName, useUi } from '#shared/lib/ui-store.ts';

/** The code of these modals loads on first use, because together they are a large part of the bundle. */
const MODALS: Partial<Record<ModalName, ReturnType<typeof lazyComponent>>> = {
  settings: lazyComponent(async () => (await import('./appearance-dialog.tsx')).AppearanceDialog),
  tradeForm: lazyComponent(
    async () => (await import('#features/trading/ticket/trade-form-dialog.tsx')).TradeFormDialog,
  ),
  strategyForm: lazyComponent(
    async () => (await import('#features/automations/strategies/form/strategy-form-dialog.tsx')).StrategyFormDialog,
  ),
  leaveDemo: lazyComponent(async () => (await import('./leave-demo-dialog.tsx')).LeaveDemoDialog),
  account: lazyComponent(async () => (await import('#features/connections/choice/account-dialog.tsx')).AccountDialog),
  signalOrder: lazyComponent(
    async () => (await import('#features/trading/signal/signal-order-dialog.tsx')).SignalOrderDialog,
  ),
  resetBalance: lazyComponent(
    async () => (await import('#features/settings/paper-account/reset-balance-dialog.tsx')).ResetBalanceDialog,
  ),
};

/** Renders the modals of the main layout. Features render the other modals. */
export function LayoutModals() {
  const modal = useUi((ui) => ui.modal);
  const Modal = modal === null ? undefined : MODALS[modal];
  return (
    <>
      {Modal && <Modal />}
      <RealityCheck />
    </>
  );
}
