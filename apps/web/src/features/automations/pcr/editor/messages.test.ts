import { expect, it } from 'vitest';
import { editorMessages } from './messages.es.ts';

const { counts, spoken } = editorMessages.preview;

it('the counts of the preview have singular and plural words', () => {
  expect(counts(1, 1, 1, 1)).toBe('1 secuencia · 1 válida · 1 zona · 1 señal');
  expect(counts(19, 2, 0, 4)).toBe('19 secuencias · 2 válidas · 0 zonas · 4 señales');
  expect(spoken(1, 1, 1, 1)).toBe('1 secuencia, 1 válida, 1 zona viva, 1 señal');
  expect(spoken(19, 2, 0, 4)).toBe('19 secuencias, 2 válidas, 0 zonas vivas, 4 señales');
});

it('the life of a zone has singular and plural words', () => {
  expect(editorMessages.steps.zone.summary(1, 1)).toBe('Vive 1 vela · 1 señal como mucho');
  expect(editorMessages.steps.zone.summary(30, 2)).toBe('Vive 30 velas · 2 señales como mucho');
});
