import { useChosenAccount } from '#shared/lib/chosen-account.ts';

/** Draws an amber frame around the window while orders use real money. Clicks pass through the frame. */
export function RealMoneyFrame() {
  const { data: account } = useChosenAccount();
  if (account?.kind !== 'real') return null;
  return (
    <div
      data-testid="real-money-frame"
      className="pointer-events-none fixed inset-0 z-(--z-tooltip) border-2 border-mode-real-fill"
      aria-hidden
    />
  );
}
