import { useCurrentMode } from '#shared/lib/current-mode.ts';

/** An amber frame around the window while orders cost real money; it ignores clicks. */
export function RealMoneyFrame() {
  const { data: current } = useCurrentMode();
  if (current?.mode !== 'iqoption_real') return null;
  return (
    <div
      data-testid="real-money-frame"
      className="pointer-events-none fixed inset-0 z-(--z-tooltip) border-2 border-mode-real-fill"
      aria-hidden
    />
  );
}
