import { useSyncExternalStore } from 'react';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { useServices } from '#shared/lib/services.ts';

const ProofDialog = lazyComponent(async () => (await import('./proof-dialog.tsx')).ProofDialog);

/**
 * Opens the proof dialog when a request requires a re-authentication proof. The code of the dialog loads on first use.
 */
export function ProofLauncher() {
  const { proofs } = useServices();
  const isAsking = useSyncExternalStore(proofs.subscribe, proofs.isAsking);
  return isAsking && <ProofDialog />;
}
