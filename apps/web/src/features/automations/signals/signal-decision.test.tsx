import { cleanup, render, screen } from '@testing-library/react';
import type { SignalDecisionView } from '@vigia/contract';
import { afterEach, expect, it } from 'vitest';
import { SignalDecision } from './signal-decision.tsx';

afterEach(cleanup);

const AT = '2026-11-20T12:15:01.000Z';

/** Returns the sentence that the screen shows about a decision. */
function sentenceOf(decision: SignalDecisionView | null): string {
  render(<SignalDecision decision={decision} />);
  return screen.getByRole('region', { name: 'Qué se decidió' }).querySelector('p')?.textContent ?? '';
}

const refusal = { at: AT, code: 'late_order', message: 'El motivo.' } as const;
const traded = { decision: 'traded', at: AT, stake: 10, currency: 'USD' } as const;

it.each<readonly [string, SignalDecisionView | null, string]>([
  ['a trade with its stake', { ...traded, ladder: null }, 'Se operó sola con $10.00. La operación está en Historial.'],
  [
    'a trade of a martingale with its step',
    { ...traded, ladder: { step: 2, steps: 3 } },
    'Se operó sola con $10.00, paso 2 de 3 de su martingala. La operación está en Historial.',
  ],
  ['a refused order with its reason', { ...refusal, decision: 'refused' }, 'No se operó. El motivo.'],
  ['a late order with its reason', { ...refusal, decision: 'late' }, 'Llegó tarde y no se operó. El motivo.'],
  ['a signal without an order', null, 'Solo señala: no hay ninguna orden automática decidida con ella.'],
])('the decision about the order of a signal is described in words: %s', (_, decision, sentence) => {
  expect(sentenceOf(decision)).toBe(sentence);
});
