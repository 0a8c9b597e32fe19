import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deviceZone, displayZone, setDisplayZone } from '#shared/lib/display-zone.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { AccountPreferencesSync } from './account-preferences-sync.tsx';

const STORED = { default_symbol: 'BTCUSD', default_timeframe: '1h', refresh_interval_s: 30, mails_log_head: false };

let drawn: number;
beforeEach(() => {
  drawn = 0;
  setDisplayZone('America/Bogota');
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  setDisplayZone(deviceZone());
});

function Screen() {
  const [count] = useState(() => (drawn += 1));
  return <p>{`drawn ${count}`}</p>;
}

async function open(zone: string) {
  const api = new FakeApi().on('GET /api/v1/account/preferences', ok({ ...STORED, time_zone: zone }));
  mountPanel(
    <AccountPreferencesSync>
      <Screen />
    </AccountPreferencesSync>,
    { api },
  );
  await waitFor(() => expect(useUi.getState()).toMatchObject({ symbol: 'BTCUSD', refreshIntervalS: 30 }));
}

it('AccountPreferencesSync remounts the screen if the time zone of the user differs from the time zone of the screen', async () => {
  await open('Asia/Tokyo');
  expect(await screen.findByText('drawn 2')).toBeDefined();
  expect(displayZone()).toBe('Asia/Tokyo');
});

it('AccountPreferencesSync does not remount the screen for an equal time zone or for a change that the user makes on this screen', async () => {
  await open('America/Bogota');
  setDisplayZone('Asia/Tokyo');
  expect(await screen.findByText('drawn 1')).toBeDefined();
});
