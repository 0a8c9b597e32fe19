import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { lengthFields, minutesLong } from '@vigia/core/trades';
import type { AccountRef, PriceSource } from '@vigia/core/vocabulary';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuthContext } from '#shared/auth/auth-context.ts';
import { PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { assetsQuery, payoutQuery } from '#shared/lib/assets.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { mountPanel } from '#shared/test/mount-panel.tsx';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { testQueries, testServices } from '#shared/test/test-services.ts';
import { DurationField } from './duration-field.tsx';
import { OrderBar } from './order-bar.tsx';
import { OtherPricesNote, PayoutProblem } from './ticket-parts.tsx';
import { useTicketStore } from './ticket-store.ts';
import { TradeButtons } from './trade-buttons.tsx';

type Ordered = readonly [direction: string, agreed: number | null | undefined];

let ordered: Ordered[];
const start = useTicketStore.getState();

// The order bar loads these two on demand. A load that goes on after the last test would fail in the next file.
beforeAll(async () => {
  await Promise.all([import('../strip/trade-strip.tsx'), import('./ticket-sheet.tsx')]);
});
beforeEach(() => {
  ordered = [];
});
afterEach(() => {
  cleanup();
  useTicketStore.setState(start, true);
});

function buttons(ratio: number) {
  const ticket = {
    odds: { stake: 10, profit: 10 * ratio, receive: 10 + 10 * ratio, breakEven: 1 / (1 + ratio) },
    payout: { ratio, failure: null, asking: false },
    block: null,
    currency: 'USD' as const,
    entry: { kind: 'fault', message: '' } as const,
    length: minutesLong(5),
    durationFault: false,
    order: (...order: Ordered) => void ordered.push(order),
  };
  return (
    <QueryClientProvider client={testQueries()}>
      <TradeButtons ticket={ticket} />
    </QueryClientProvider>
  );
}

const call = () => screen.getByRole('button', { name: /^CALL/ });

describe('the payout that the user accepts with an order', () => {
  it('is the payout shown at pointer down, even if another payout arrives before pointer up', () => {
    const { rerender } = render(buttons(0.87));
    fireEvent.pointerDown(call());
    rerender(buttons(0.7));
    fireEvent.click(call());
    expect(ordered).toEqual([['CALL', 0.87]]);
  });

  it('is the payout shown at key down', () => {
    const { rerender } = render(buttons(0.87));
    fireEvent.keyDown(call(), { key: ' ' });
    rerender(buttons(0.7));
    fireEvent.click(call());
    expect(ordered).toEqual([['CALL', 0.87]]);
  });

  it('is dropped after the click, and after a press that is cancelled', () => {
    const { rerender } = render(buttons(0.87));
    fireEvent.pointerDown(call());
    fireEvent.click(call());
    fireEvent.click(call());
    fireEvent.pointerDown(call());
    fireEvent.pointerCancel(call());
    rerender(buttons(0.7));
    fireEvent.click(call());
    expect(ordered).toEqual([
      ['CALL', 0.87],
      ['CALL', null],
      ['CALL', null],
    ]);
  });
});

const IQ_DEMO = { broker: 'iqoption', kind: 'demo' } as const;

describe('the warning about the prices of another source', () => {
  const noteIn = (account: AccountRef, shown: PriceSource) => {
    const services = testServices();
    services.priceFeed.set({ source: shown, state: 'live' });
    const queries = testQueries(services);
    queries.setQueryData(['trading', 'mode'], choiceOf(account));
    render(
      <QueryClientProvider client={queries}>
        <OtherPricesNote />
      </QueryClientProvider>,
    );
    return screen.queryByText(/El gráfico no muestra precios de IQ Option/);
  };

  it('is visible if a broker account is chosen and the prices on the screen are not those of the broker', () => {
    expect(noteIn(IQ_DEMO, 'simulated')).not.toBeNull();
  });

  it('is hidden if the prices on the screen are those of the broker', () => {
    expect(noteIn(IQ_DEMO, 'iqoption')).toBeNull();
  });

  it('is visible in the bottom bar while the bar is collapsed', () => {
    const services = testServices();
    services.priceFeed.set({ source: 'simulated', state: 'live' });
    drawNothing();
    const queries = testQueries(services, { staleTime: Number.POSITIVE_INFINITY });
    queries.setQueryData(['trading', 'mode'], choiceOf(IQ_DEMO));
    queries.setQueryData(assetsQuery.queryKey, []);
    queries.setQueryData(payoutQuery('EURUSD', minutesLong(5)).queryKey, {
      symbol: 'EURUSD',
      ...lengthFields(minutesLong(5)),
      payout: 0.87,
    });
    render(
      <AuthContext value={SIGNED_OUT}>
        <QueryClientProvider client={queries}>
          <OrderBar symbol="EURUSD" stats={undefined} />
        </QueryClientProvider>
      </AuthContext>,
    );
    expect(screen.getByText(/El gráfico no muestra precios de IQ Option/)).toBeDefined();
  });

  it('is hidden on the paper account', () => {
    expect(noteIn(PAPER_ACCOUNT, 'deriv')).toBeNull();
  });
});

describe('an unknown payout', () => {
  it('is explained on the order form, with a link to the connections if the broker is the cause', async () => {
    const refusal = { kind: 'refused', status: 409, code: 'broker_not_connected', details: [] } as const;
    mountPanel(
      <PayoutProblem
        failure={new ApiFailure(refusal, 'Ahora no hay conexión con IQ Option: conéctate o espera a que vuelva.')}
      />,
    );
    expect((await screen.findByRole('status')).textContent).toContain('Ahora no hay conexión con IQ Option');
    expect(screen.getByRole('link', { name: 'Ir a Conexiones' }).getAttribute('href')).toBe('/connections');
  });

  it('is explained without a link if the server did not respond', async () => {
    mountPanel(<PayoutProblem failure={new ApiFailure({ kind: 'unreachable' }, 'No hay conexión.')} />);
    expect((await screen.findByRole('status')).textContent).toContain('No hay conexión.');
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the duration of an order', () => {
  const other = () => screen.getByLabelText('Otra duración, en minutos');
  const typeOther = (text: string) => fireEvent.change(other(), { target: { value: text } });
  const chosen = () => screen.queryByRole('button', { pressed: true })?.textContent ?? null;

  const mountField = () =>
    render(
      <QueryClientProvider client={testQueries()}>
        <DurationField asset={undefined} />
      </QueryClientProvider>,
    );

  it('can be chosen from six values, or typed', () => {
    mountField();
    fireEvent.click(screen.getByRole('button', { name: '15 min' }));
    expect(useTicketStore.getState().length).toEqual(minutesLong(15));
    typeOther('90');
    expect(useTicketStore.getState().length).toEqual(minutesLong(90));
    expect(chosen()).toBeNull();
  });

  it.each(['0', '1441', '1.5', 'dos'])(
    'is invalid after the input %s, until the user chooses a valid duration',
    (text) => {
      mountField();
      typeOther(text);
      fireEvent.blur(other());
      expect(useTicketStore.getState()).toMatchObject({ length: minutesLong(5), durationFault: true });
      expect(screen.getByText('De 1 a 1440 minutos, sin decimales.')).toBeDefined();
      expect(other()).toMatchObject({ value: text });
      fireEvent.click(screen.getByRole('button', { name: '3 min' }));
      expect(useTicketStore.getState()).toMatchObject({ length: minutesLong(3), durationFault: false });
      expect(other()).toMatchObject({ value: '' });
    },
  );

  it('does not change when the field is emptied', () => {
    mountField();
    typeOther('9');
    typeOther('');
    expect(useTicketStore.getState()).toMatchObject({ length: minutesLong(9), durationFault: false });
  });
});
