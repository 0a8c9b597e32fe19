import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { minutesLong } from '@vigia/core/trades';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChartCard } from '#features/charts/chart-card.tsx';
import { LivePrice } from '#features/charts/live-price.tsx';
import { DashboardTiles } from '#features/dashboard/tiles.tsx';
import { HistoryPanel } from '#features/trading/history/history-panel.tsx';
import { statsQuery } from '#features/trading/queries.ts';
import { ActiveTrades } from '#features/trading/trades/active-trades.tsx';
import { OverdueNote } from '#features/trading/trades/overdue-note.tsx';
import { tradeOf } from '#features/trading/trades/testing.ts';
import { AuthContext } from '#shared/auth/auth-context.ts';
import { assetsQuery } from '#shared/lib/assets.ts';
import { libMessages } from '#shared/lib/messages.es.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { testQueries, testServices } from '#shared/test/test-services.ts';

const SENTENCE = 'La base de datos no responde. Tus datos están a salvo; intenta de nuevo en unos segundos.';
const NOTHING = { shown: null, sequences: [], signals: [], trades: [], history: [] };

function Chart() {
  const assets = useQuery(assetsQuery);
  const input = { assets, sources: NOTHING, payout: null, length: minutesLong(5), onLength: () => {} };
  return <ChartCard {...input} isSending={false} onFullScreen={() => {}} />;
}

function Stats() {
  return <DashboardTiles stats={useQuery(statsQuery)} />;
}

/** Each request for data on the dashboard, with the component that must show the error if this request fails. */
const LOADS = [
  ['the assets', Chart],
  ['the market data', () => <LivePrice symbol="EURUSD" asset={undefined} />],
  ['the active trades', () => <ActiveTrades label="Activas" />],
  ['the history', () => <HistoryPanel label="Historial" />],
  ['the figures', Stats],
  [
    'the health of the settlement',
    () => <OverdueNote trades={[tradeOf({ expiry_time: '2020-01-01T00:00:00.000Z' })]} />,
  ],
] as const;

beforeEach(() => drawNothing());
afterEach(cleanup);

function mountWith(Part: () => React.ReactNode, answer: () => Promise<Response>) {
  const queries = testQueries(testServices(answer));
  render(
    <AuthContext value={SIGNED_OUT}>
      <QueryClientProvider client={queries}>
        <Part />
      </QueryClientProvider>
    </AuthContext>,
  );
}

const refuse = async () =>
  new Response(
    JSON.stringify({ error: { code: 'database_unavailable', message: SENTENCE }, detail: 'Failed to fetch' }),
    { status: 503 },
  );

describe.each(LOADS)('the component that loads %s, if its request fails,', (_what, Part) => {
  it('shows the error message of the server', async () => {
    mountWith(Part, refuse);
    expect((await screen.findAllByText(new RegExp(SENTENCE)))[0]).toBeDefined();
    expect(screen.queryByText(/Failed/)).toBeNull();
  });

  it('shows a message of the web app when no response arrives', async () => {
    mountWith(Part, () => Promise.reject(new TypeError('Failed to fetch')));
    expect((await screen.findAllByText(new RegExp(libMessages.unreachable)))[0]).toBeDefined();
  });

  it('shows a Spanish message if a proxy responds instead of the server', async () => {
    mountWith(Part, async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    expect((await screen.findAllByText(/El servicio no está disponible en este momento/))[0]).toBeDefined();
  });
});
