import { expect, it } from 'vitest';
import { luckInWords, shareInWords } from './odds-words.ts';

it.each([
  [0.68, 'más de la mitad'],
  [0.5, '1 de cada 2'],
  [0.05, '1 de cada 20'],
  [0.00001, 'menos de 1 de cada 10,000'],
])('shareInWords formats a probability of %s as «%s»', (chance, share) => {
  expect(shareInWords(chance)).toBe(share);
});

const LUCK = { verdict: 'indistinguishable', tries: 1, level: 0.05, spent: 0.025, allowed: 0.025 } as const;

it('luckInWords explains the p-value of a single backtest in words', () => {
  expect(luckInWords({ ...LUCK, p_value: 0.04, corrected_p_value: 0.04 }, false)).toEqual([
    'Por pura suerte, 1 de cada 25 reglas sin ninguna ventaja habría acabado igual o mejor.',
  ]);
});

it('luckInWords includes the earlier tests on the data in its explanation', () => {
  const sentences = luckInWords({ ...LUCK, tries: 12, p_value: 0.04, corrected_p_value: 0.33 }, true);
  expect(sentences).toEqual([
    'Si ninguna tuviera ventaja, que la mejor quedara así le pasaría a 1 de cada 25 barridos o rejillas como este.',
    'Es tu prueba número 12 en estos datos. Contándolas todas, algo tan bueno le saldría por suerte a 1 de cada 3 personas sin ventaja que probaran lo mismo.',
  ]);
});

it('luckInWords uses the plural if more than half of all random rules reach the same result', () => {
  expect(luckInWords({ ...LUCK, p_value: 0.7, corrected_p_value: 0.7 }, false)[0]).toBe(
    'Por pura suerte, más de la mitad de las reglas sin ninguna ventaja habría acabado igual o mejor.',
  );
});

it('luckInWords returns no text for a test with too few trades', () => {
  expect(luckInWords({ ...LUCK, p_value: null, corrected_p_value: null }, false)).toEqual([]);
});
