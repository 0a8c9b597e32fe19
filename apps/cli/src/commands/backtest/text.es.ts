import type { BacktestFigures, SweepFigures } from '@vigia/core/backtest';
import type { GroupFigures } from '@vigia/core/statistics';
import { chance, count, line, payoutText, percent, span, VERDICTS } from '../replay/report-words.es.ts';

const CENTS = 100;
const SHOWN_VARIANTS = 10;
const amount = new Intl.NumberFormat('es-419', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

const money = (minor: number): string => amount.format(minor / CENTS);

/**
 * Returns a text with the win rate, the number of decided trades, the confidence interval, the break-even rate and the
 * verdict.
 */
function record({ card }: GroupFigures): string {
  if (card.kind !== 'measured') return 'ninguna operación decidida';
  const { rate, decided, interval, breakEven, verdict } = card;
  const bounds = `${percent.format(interval.low)} – ${percent.format(interval.high)}`;
  return `${percent.format(rate)} de ${count.format(decided)} decididas (95%: ${bounds}; equilibrio ${percent.format(breakEven)}): ${VERDICTS[verdict]}`;
}

type Setting = { readonly title: string; readonly payoutRatio: number; readonly payoutIsAssumed: boolean };

const payoutLine = ({ payoutRatio, payoutIsAssumed }: Setting): string =>
  line('Pago', payoutText(payoutRatio, payoutIsAssumed));

/** Returns a readable report of a backtest. */
export function reportText(figures: BacktestFigures, setting: Setting): string {
  const { voided, openAtEnd, luck, expectancyMinor } = figures;
  const { won, lost, tied } = figures.counts;
  return [
    setting.title,
    line('Periodo', span(figures.fromMs, figures.toMs)),
    line('Velas', count.format(figures.candles)),
    payoutLine(setting),
    line(
      'Operaciones',
      `${count.format(figures.signals)} (${won} ganadas, ${lost} perdidas, ${tied} empates, ${voided} nulas, ${openAtEnd} sin terminar)`,
    ),
    line('Acierto', record(figures)),
    line(
      'Resultado',
      `${money(figures.profitMinor)}${expectancyMinor === null ? '' : `, ${money(expectancyMinor)} por operación`}`,
    ),
    line(
      'Riesgo',
      `caída máxima de ${money(-figures.maxDrawdownMinor)}, ${figures.longestLosingStreak} pérdidas seguidas como mucho`,
    ),
    line('Azar', chance(luck === null ? null : luck.pValue, 'operaciones')),
    ...(figures.overlapping
      ? [line('Ojo', 'hay operaciones que se pisan: no son independientes y el intervalo se queda corto')]
      : []),
    '',
  ].join('\n');
}

const valuesText = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/**
 * Returns a readable report of a sweep. In the report, only the walk-forward results are measured on candles that did
 * not serve to choose the rules.
 */
export function sweepText(figures: SweepFigures, leftOut: number, setting: Setting): string {
  const best = figures.best.slice(0, SHOWN_VARIANTS).map((variant) => {
    const corrected =
      variant.correctedPValue === null ? '' : `; azar corregido ${percent.format(variant.correctedPValue)}`;
    return `  ${valuesText(variant.values)}: ${money(variant.profitMinor)}, ${record(variant)}${corrected}`;
  });
  const steps = figures.walkForward.map(
    ({ fromMs, toMs, values, judgedOn }) => `  ${span(fromMs, toMs)} con ${valuesText(values)}: ${record(judgedOn)}`,
  );
  return [
    setting.title,
    payoutLine(setting),
    line(
      'Variantes',
      `${count.format(figures.variants)} probadas, ${count.format(leftOut)} contradictorias sin probar`,
    ),
    'Las mejores sobre todos los datos (elegidas después de verlos: no son un pronóstico):',
    ...best,
    ...(figures.walkForward.length === 0
      ? []
      : [
          'Hacia adelante: cada parte, con la mejor de las anteriores:',
          ...steps,
          line('Juzgado', record(figures.judged)),
          line('Azar', chance(figures.judgedPValue, 'operaciones')),
        ]),
    '',
  ].join('\n');
}
