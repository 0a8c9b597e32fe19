import type { TradeEventView } from '@vigia/contract';
import { describe, expect, it } from 'vitest';
import { formatTickTime } from '#shared/lib/format.ts';
import { tradeOf, wonTrade } from '../trades/testing.ts';
import { describeTradeEvent } from './event-words.ts';
import { resultExplanation, returnedAmountOf } from './result-explanation.ts';

const DECIMALS = 5;
const event = (kind: string, detail: TradeEventView['detail'] = {}): TradeEventView => ({
  seq: 1,
  at: '2026-11-21T14:05:00.120Z',
  kind,
  currency: 'USD',
  detail,
});
const textsOf = (kind: string, detail?: TradeEventView['detail']) =>
  describeTradeEvent(event(kind, detail), wonTrade(), DECIMALS);

describe('the text of a trade event', () => {
  it('exists in Spanish for every kind of trade event', () => {
    const kinds = [
      'intent',
      'send',
      'accept',
      'refuse',
      'lose_track',
      'give_up',
      'open',
      'price_entry',
      'ask_sale',
      'drop_sale',
      'expire',
      'settle',
      'void',
      'sell',
      'cancel',
      'correct',
    ];
    const titles = kinds.map((kind) => textsOf(kind).title);
    expect(new Set(titles).size).toBe(kinds.length);
    for (const title of titles) expect(title).not.toContain('Otro suceso');
  });

  it('names the tick that decided the trade', () => {
    const time = '2026-11-21T14:04:59.875Z';
    expect(textsOf('settle', { outcome: 'won', profit: 8.5, settle_tick: { time, price: 1.0853 } })).toEqual({
      title: 'Liquidada: ganada',
      text: `Por el tick de 1.08530, de las ${formatTickTime(time)}. Resultado +$8.50.`,
    });
    expect(formatTickTime(time)).toMatch(/:59[.,]875$/);
  });

  it('explains a lost response, and an order that was not sent', () => {
    expect(textsOf('lose_track', { cause: 'timeout' }).text).toBe('El bróker no respondió a tiempo.');
    expect(textsOf('cancel', { reason: 'late' }).text).toBe(
      'Habría llegado demasiado tarde y no se envió. No se cobró nada.',
    );
  });

  it('names the requested price of a sale that did not take place, and the reason', () => {
    expect(textsOf('ask_sale', { min_price: 11.4 }).text).toBe('Por $11.40 o más. Se anota antes de enviarla.');
    expect(textsOf('drop_sale', { refusal: 'price_moved' }).text).toBe('El bróker ya no pagaba ese precio.');
    expect(textsOf('drop_sale', { refusal: 'unknown' }).text).toBe('El bróker no la compró.');
  });

  it('warns that the option contract may belong to an equal order that the user placed at the broker by hand', () => {
    expect(textsOf('accept', { contract_id: 'C-7' }).text).toMatch(/Contrato C-7\.$/);
    expect(textsOf('accept', { contract_id: 'C-7', has_double: true }).text).toContain(
      'podría ser una orden tuya hecha en el bróker',
    );
  });

  it('contains the time of a price only if the broker reports it, and the word tick only for the time of a tick', () => {
    const time = '2026-11-21T14:04:59.875Z';
    const ofBroker = (broker: string, kind: string, detail: object) =>
      describeTradeEvent(
        { seq: 1, at: time, kind, currency: 'USD', detail: { ...detail } },
        tradeOf({ broker }),
        DECIMALS,
      );
    const settled = (broker: string, tick: string | null) =>
      ofBroker(broker, 'settle', { settle_tick: { time: tick, price: 1.0853 } }).text;
    expect(settled('deriv', time)).toContain('Por el tick de 1.08530, de las ');
    expect(settled('olymptrade', time)).toContain('Por el precio 1.08530, de las ');
    expect(settled('deriv', null)).toBe('Por el precio 1.08530.');
    expect(ofBroker('deriv', 'price_entry', { entry_price: 1.1, entry_tick: time }).text).toContain(
      'Precio de entrada 1.10000, de las ',
    );
    const accepted = describeTradeEvent(
      { seq: 1, at: time, kind: 'accept', currency: 'USD', detail: {} },
      tradeOf({ payout: null }),
      DECIMALS,
    );
    expect(accepted.text).toBe('El bróker no dijo el pago.');
  });

  it('contains the reason of a correction, and not the tick that decided the original result', () => {
    const settle_tick = { time: '2026-11-21T14:04:59.875Z', price: 1.0853 };
    expect(textsOf('correct', { outcome: 'lost', profit: -10, settle_tick, reason: 'Precio equivocado' })).toEqual({
      title: 'Resultado corregido: perdida',
      text: 'Resultado −$10.00. Motivo: Precio equivocado',
    });
  });

  it('omits missing or malformed values, and shows the code of an unknown event kind', () => {
    expect(textsOf('settle', { outcome: 7, settle_tick: 'x' })).toEqual({ title: 'Liquidada', text: '' });
    expect(textsOf('something_new').title).toBe('Otro suceso (something_new)');
  });
});

describe('the explanation of a result', () => {
  const settledAt = (price: number | null, given = {}) => {
    const trade = wonTrade(given);
    return { ...trade, settlement: trade.settlement && { ...trade.settlement, price } };
  };

  it('contains the distance between both prices and the direction that won', () => {
    expect(resultExplanation(settledAt(1.0853), DECIMALS)).toBe(
      'Cerró 0.00030 por encima de la entrada. CALL gana por encima.',
    );
    expect(resultExplanation(settledAt(1.0849, { option_type: 'PUT' }), DECIMALS)).toBe(
      'Cerró 0.00010 por debajo de la entrada. PUT gana por debajo.',
    );
    expect(resultExplanation(settledAt(1.085, { status: 'expired', profit: 0 }), DECIMALS)).toContain(
      'justo al precio de entrada',
    );
  });

  it('states that an unchanged price loses if the broker has that rule', () => {
    const lost = settledAt(1.085, { status: 'lost', profit: -10, broker: 'deriv' });
    expect(resultExplanation(lost, DECIMALS)).toBe('Cerró justo al precio de entrada: en Deriv eso pierde.');
  });

  it('describes the stored reason of a cancellation', () => {
    const cancelled = wonTrade({ status: 'cancelled', profit: 0 });
    const settlement = cancelled.settlement && { ...cancelled.settlement, price: null, reason: 'no_market' };
    expect(resultExplanation({ ...cancelled, settlement }, DECIMALS)).toContain('No hubo ningún precio en los 60 s');
    expect(resultExplanation(cancelled, DECIMALS)).toBe('Se anuló y el monto volvió a tu saldo.');
  });

  it('states that it is unknown whether the broker accepted an order, if the order has no known result', () => {
    const given = wonTrade({ status: 'cancelled', execution: 'unknown', profit: 0 });
    const settlement = given.settlement && { ...given.settlement, price: null, reason: 'undecided' };
    expect(resultExplanation({ ...given, settlement }, DECIMALS)).toContain('Nunca se supo si el bróker la aceptó');
  });

  it('is null after the result is corrected', () => {
    const settled = settledAt(1.0853, { status: 'lost', profit: -10 });
    const corrected_at = '2026-11-21T15:00:00.000Z';
    const corrected = { ...settled, settlement: settled.settlement && { ...settled.settlement, corrected_at } };
    expect(resultExplanation(corrected, DECIMALS)).toBeNull();
  });

  it('is null while the trade is open, unless the response of the broker was lost', () => {
    expect(resultExplanation(tradeOf(), DECIMALS)).toBeNull();
    expect(resultExplanation(tradeOf({ execution: 'unknown' }), DECIMALS)).toContain('no la repitas');
  });
});

describe('the amount that a trade returns to the balance', () => {
  it('is stake and profit after a win, the stake after a tie, or zero after a loss, to the cent', () => {
    expect(returnedAmountOf(wonTrade({ amount: 0.1, profit: 0.2 }))).toBe(0.3);
    expect(returnedAmountOf(wonTrade({ status: 'lost', profit: -10 }))).toBe(0);
    expect(returnedAmountOf(wonTrade({ status: 'expired', profit: 0 }))).toBe(10);
    expect(returnedAmountOf(wonTrade({ status: 'cancelled', profit: 0 }))).toBe(10);
    expect(returnedAmountOf(tradeOf())).toBe(18.5);
    expect(returnedAmountOf(tradeOf({ payout: null }))).toBeNull();
  });
});
