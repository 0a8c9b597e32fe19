import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { nameBrokers, setBrokerRules } from '#shared/lib/broker-name.ts';
import { useDisplayZone } from '#shared/lib/display-zone.ts';
import { useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { useOrderKeys } from '#shared/lib/order-keys.ts';
import { useSignalAgeLimit } from '#shared/lib/signal-age.ts';
import { useTabStatus } from '#shared/lib/tab-status.ts';
import { useTheme } from '#shared/lib/theme.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { registerToaster } from '#shared/ui/toast.ts';

/**
 * Stores of the choices that the user makes on this device. They exist as long as the page, and several test files may
 * share one page.
 */
const DEVICE_STORES = [
  useDisplayZone,
  useNoticeSettings,
  useOrderKeys,
  useSignalAgeLimit,
  useTabStatus,
  useTheme,
  useUi,
] as const;

/** Resets a store to its initial state. */
function reset<State>(store: { getInitialState(): State; setState(state: State, replace: true): void }): void {
  store.setState(store.getInitialState(), true);
}

// The default timeout is one second. On a busy machine, the first render alone takes that long.
configure({ asyncUtilTimeout: 15_000 });

/** The broker names that the server would send. `afterEach` sets them again. */
const BROKER_NAMES = { iqoption: 'IQ Option', olymptrade: 'Olymp Trade' };
nameBrokers(BROKER_NAMES);
const BROKER_RULES = {
  deriv: { on_equal_prices: 'lost', price_times: 'tick' },
  olymptrade: { on_equal_prices: 'tie', price_times: 'contract' },
} as const;
setBrokerRules(BROKER_RULES);

const ignore = () => '';

afterEach(() => {
  cleanup();
  // When a toaster is registered and unregistered, the queued toasts are dropped.
  registerToaster({ success: ignore, error: ignore, warning: ignore, message: ignore, result: ignore })();
  nameBrokers(BROKER_NAMES);
  setBrokerRules(BROKER_RULES);
  localStorage.clear();
  sessionStorage.clear();
  for (const store of DEVICE_STORES) reset(store as Parameters<typeof reset>[0]);
});

afterAll(async () => {
  // A part of the screen may still load when a file ends. A load that fails with the environment of its file would fail
  // in the next files of this worker too, because they share the modules.
  await vi.dynamicImportSettled();
  // A test file that resets the modules, like a new page, gets stores with another initial state.
  if ((await import('#shared/lib/ui-store.ts')).useUi !== useUi) vi.resetModules();
});
