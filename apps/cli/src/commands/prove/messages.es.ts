import type { LookAheadFigures, StartFigures, WorldsFigures } from '@vigia/core/backtest';
import { MIN_DECIDED_TRADES } from '@vigia/core/statistics';
import type { Verdict } from '@vigia/core/vocabulary';
import { countFormat, payoutText, percentFormat, reportLine, VERDICTS } from '../replay/report-words.es.ts';

const CENTS = 100;
const SHOWN_FAULTS = 10;
const amount = new Intl.NumberFormat('es-419', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});
const date = new Intl.DateTimeFormat('es-419', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const moment = (ms: number): string => `${date.format(ms)} UTC`;
const money = (minor: number): string => amount.format(minor / CENTS);

type Setting = { readonly title: string; readonly payoutRatio: number; readonly payoutIsAssumed: boolean };

export const PROVE_MESSAGES = {
  help: `Pone a prueba tu método en mercados sin ventaja: copias de tus propias velas en las que cada vela sube o baja a cara o
cruz, con el mismo tamaño y a la misma hora. Lo que ahí parezca ventaja es suerte.

Uso: vigia prove --candles ARCHIVO [opciones]

  --candles ARCHIVO    velas en CSV: time,open,high,low,close (hora Unix en segundos o ISO 8601); también .gz
  --strategy, --params, --setup, --timeframe, --payout, --stake, --sweep, --walk-forward
                       qué se prueba, igual que en «vigia backtest»; un barrido se prueba entero en cada mercado,
                       juzgado hacia adelante en 4 partes si no dices cuántas
  --worlds N           cuántos mercados sin ventaja; sin ella, 500
  --seed N             semilla del sorteo; la misma da los mismos mercados; sin ella, 1
  --json               un solo objeto JSON

En lugar de los mercados:
  --lookahead          comprueba que ninguna señal depende de velas posteriores: corta los datos en hasta 200 sitios
  --starts             comprueba que las señales no dependen de dónde empiezan los datos: empieza en hasta 20 sitios
  --warm-up N          con --starts: velas tras las que todo debe coincidir; sin ella, 500

Con una comprobación que falla, el código de salida es 1 (con --json, mira «passed»).

Ejemplos: vigia prove --candles EURUSD_M1_2018.csv.gz --strategy rsi --payout 0.85
          vigia prove --candles EURUSD_M1_2018.csv.gz --strategy rsi --sweep rsi_period=5..20/5 --worlds 200
          vigia prove --candles EURUSD_M1_2018.csv.gz --setup mi-setup.json --lookahead
`,
  noCandles: 'Falta la opción «--candles» con el archivo de velas; «vigia prove --help» explica el comando.',
  badWhole: (name: string, text: string, min: number, max: number): string =>
    `«${text}» no vale en «--${name}»: un número entero de ${min} a ${max}.`,
  oneCheck: 'Elige una de las dos comprobaciones: --lookahead o --starts.',
  noWorldsHere:
    'Las opciones «--worlds» y «--seed» son de los mercados sin ventaja: no van con --lookahead ni --starts.',
  noSweepHere: 'Un barrido no va con --lookahead ni --starts: comprueba las reglas una a una.',
  warmUpAlone: 'La opción «--warm-up» va con --starts.',
  progress: (done: number, all: number): string =>
    `Mercados: ${countFormat.format(done)} de ${countFormat.format(all)}`,
  checking: (fraction: number): string => `Comprobando: ${percentFormat.format(fraction)}`,
} as const;

const verdictText = (verdict: Verdict | null): string =>
  verdict === null ? 'ninguna operación decidida' : VERDICTS[verdict];

const times = (number: number): string => `${countFormat.format(number)} ${number === 1 ? 'vez' : 'veces'}`;

/** Returns a readable report of null worlds. `method` names the method. */
export function worldsText(figures: WorldsFigures, method: string, setting: Setting): string {
  const { worlds, above, shortSamples, aboveInterval, real, atLeastAsGood, pValue, profitsMinor } = figures;
  const middle = profitsMinor[Math.floor(profitsMinor.length / 2)] ?? NaN;
  return [
    setting.title,
    reportLine('Pago', payoutText(setting.payoutRatio, setting.payoutIsAssumed)),
    reportLine('Método', method),
    `En ${countFormat.format(worlds)} mercados sin ventaja tu método dijo «por encima» ${times(above)}: el ${percentFormat.format(above / worlds)} (exacto al 95%: ${percentFormat.format(aboveInterval.low)} – ${percentFormat.format(aboveInterval.high)}).`,
    ...(shortSamples === 0
      ? []
      : [
          `En ${countFormat.format(shortSamples)} de ellos hubo menos de ${MIN_DECIDED_TRADES} operaciones decididas: ahí no podía decirlo.`,
        ]),
    reportLine('Tu mercado', `${money(real.profitMinor)}, ${verdictText(real.verdict)}`),
    reportLine('Sin ventaja', `${money(middle)} en la mitad de los mercados o menos`),
    reportLine(
      'Puesto',
      `${countFormat.format(atLeastAsGood)} de ${countFormat.format(worlds)} dieron lo mismo o más: sin ventaja saldría así de bien el ${percentFormat.format(pValue)} de las veces`,
    ),
    'Ganar a estos mercados no basta para ganar dinero: para eso hay que superar el equilibrio.',
    '',
  ].join('\n');
}

/** Returns the result of null worlds as one JSON object with the field names of the API. */
export const worldsJson = (figures: WorldsFigures, seed: number): string =>
  `${JSON.stringify({
    worlds: figures.worlds,
    seed,
    above: figures.above,
    short_samples: figures.shortSamples,
    above_share: figures.above / figures.worlds,
    above_interval: figures.aboveInterval,
    real: { verdict: figures.real.verdict, profit: figures.real.profitMinor / CENTS },
    at_least_as_good: figures.atLeastAsGood,
    p_value: figures.pValue,
    profits: figures.profitsMinor.map((minor) => minor / CENTS),
  })}\n`;

const sideText = (side: 1 | -1 | null): string => (side === null ? 'nada' : side === 1 ? 'CALL' : 'PUT');

/** Returns a readable report of the look-ahead check. */
export function lookAheadText({ signals, cuts, faults }: LookAheadFigures): string {
  const where = `${countFormat.format(signals)} señales, ${countFormat.format(cuts)} cortes de los datos`;
  if (faults.length === 0) return `Ninguna señal depende de velas posteriores: ${where}.\n`;
  return [
    `Las señales dependen de velas posteriores: cambian en ${countFormat.format(faults.length)} cortes (${where}).`,
    ...faults
      .slice(0, SHOWN_FAULTS)
      .map(
        ({ entryMs, cutMs, expected, found }) =>
          `  señal del ${moment(entryMs)}: con todos los datos ${sideText(expected)}; con los datos hasta el ${moment(cutMs)}, ${sideText(found)}`,
      ),
  ].join('\n');
}

/** Returns the result of the look-ahead check as one JSON object. */
export const lookAheadJson = ({ signals, cuts, faults }: LookAheadFigures): string =>
  `${JSON.stringify({
    check: 'lookahead',
    passed: faults.length === 0,
    signals,
    cuts,
    faults: faults.map(({ entryMs, cutMs, expected, found }) => ({
      entry_time: new Date(entryMs).toISOString(),
      cut: new Date(cutMs).toISOString(),
      with_all_data: expected === null ? null : sideText(expected),
      with_cut_data: found === null ? null : sideText(found),
    })),
  })}\n`;

/** Returns a readable report of the start check. */
export function startsText(starts: readonly StartFigures[], warmUp: number): string {
  const latest = Math.max(0, ...starts.map(({ settledAfter }) => settledAfter));
  const late = starts.filter(({ settledAfter }) => settledAfter > warmUp);
  if (late.length === 0)
    return `Las señales no dependen de dónde empiezan los datos: desde ${starts.length} comienzos coinciden todas tras ${countFormat.format(latest)} velas como mucho.\n`;
  return [
    `Las señales dependen de dónde empiezan los datos: en ${late.length} de ${starts.length} comienzos aún difieren tras ${countFormat.format(warmUp)} velas.`,
    ...late
      .slice(0, SHOWN_FAULTS)
      .map(
        ({ fromMs, settledAfter }) =>
          `  desde el ${moment(fromMs)}: la última diferencia, tras ${countFormat.format(settledAfter)} velas`,
      ),
  ].join('\n');
}

/** Returns the result of the start check as one JSON object. */
export const startsJson = (starts: readonly StartFigures[], warmUp: number): string =>
  `${JSON.stringify({
    check: 'starts',
    passed: starts.every(({ settledAfter }) => settledAfter <= warmUp),
    warm_up: warmUp,
    starts: starts.map(({ fromMs, signals, settledAfter }) => ({
      from: new Date(fromMs).toISOString(),
      signals,
      settled_after: settledAfter,
    })),
  })}\n`;

/** Returns the name of a method. */
export const methodText = (sweep: { readonly variants: readonly unknown[]; readonly parts: number } | null): string =>
  sweep === null
    ? 'las reglas tal cual'
    : `el barrido entero, ${countFormat.format(sweep.variants.length)} variantes, juzgado hacia adelante en ${sweep.parts} partes`;
