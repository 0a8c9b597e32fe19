import type { BacktestFigures, SweepFigures } from '@vigia/core/backtest';
import type { GroupFigures, TryVerdict } from '@vigia/core/statistics';
import {
  countFormat,
  luckText,
  payoutText,
  percentFormat,
  reportLine,
  timeSpanText,
  VERDICTS,
} from '../replay/report-words.es.ts';

const CENTS = 100;
const SHOWN_VARIANTS = 10;
const amount = new Intl.NumberFormat('es-419', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

const money = (minor: number): string => amount.format(minor / CENTS);

/** Returns a text with the win rate, the number of decided trades, the confidence interval and the break-even rate. */
function rateText({ card }: GroupFigures): string {
  if (card.kind !== 'measured') return 'ninguna operación decidida';
  const { rate, decided, interval, breakEven } = card;
  const bounds = `${percentFormat.format(interval.low)} – ${percentFormat.format(interval.high)}`;
  return `${percentFormat.format(rate)} de ${countFormat.format(decided)} decididas (95%: ${bounds}; equilibrio ${percentFormat.format(breakEven)})`;
}

/** Returns the win rate with its verdict. */
const record = (group: GroupFigures): string =>
  group.card.kind === 'measured' ? `${rateText(group)}: ${VERDICTS[group.card.verdict]}` : rateText(group);

type Setting = { readonly title: string; readonly payoutRatio: number; readonly payoutIsAssumed: boolean };

const payoutLine = ({ payoutRatio, payoutIsAssumed }: Setting): string =>
  reportLine('Pago', payoutText(payoutRatio, payoutIsAssumed));

/** Returns a readable report of a backtest. */
export function reportText(figures: BacktestFigures, setting: Setting): string {
  const { voided, openAtEnd, luck, expectancyMinor } = figures;
  const { won, lost, tied } = figures.counts;
  return [
    setting.title,
    reportLine('Periodo', timeSpanText(figures.fromMs, figures.toMs)),
    reportLine('Velas', countFormat.format(figures.candles)),
    payoutLine(setting),
    reportLine(
      'Operaciones',
      `${countFormat.format(figures.signals)} (${won} ganadas, ${lost} perdidas, ${tied} empates, ${voided} nulas, ${openAtEnd} sin terminar)`,
    ),
    reportLine('Acierto', record(figures)),
    reportLine(
      'Resultado',
      `${money(figures.profitMinor)}${expectancyMinor === null ? '' : `, ${money(expectancyMinor)} por operación`}`,
    ),
    reportLine(
      'Riesgo',
      `caída máxima de ${money(-figures.maxDrawdownMinor)}, ${figures.longestLosingStreak} pérdidas seguidas como mucho`,
    ),
    reportLine('Suerte', luckText(luck === null ? null : luck.pValue, 'operaciones')),
    ...overlapLines(figures),
    reportLine('Ojo', ONE_TRY),
    '',
  ].join('\n');
}

/** Notice that a command knows nothing of earlier tries. */
const ONE_TRY =
  'el veredicto vale para una sola prueba en estos datos; este comando no recuerda las anteriores (la aplicación sí)';

/** Returns a line about trades that overlap; none without overlap. */
function overlapLines({ independentTrades: independent, counts: { won, lost } }: BacktestFigures): string[] {
  if (independent === null) return [];
  const text =
    independent < won + lost
      ? `hay operaciones que se pisan: dicen lo mismo que ${countFormat.format(independent)} independientes; el intervalo ya lo cuenta`
      : 'hay operaciones que se pisan, pero sus resultados no van juntos';
  return [reportLine('Solapes', text)];
}

const VERDICT_OF_SWEEP = {
  above: 'alguna variante queda por encima del equilibrio, contando todas',
  none: 'ninguna variante queda por encima del equilibrio, contando todas',
  short: 'ninguna variante tiene bastantes operaciones',
} as const;

/** Returns the verdict of a sweep, with the variant that it is about. */
function sweepVerdict({ strongest }: SweepFigures, { isAbove, pValue }: TryVerdict): string {
  if (strongest === null || pValue === null) return VERDICT_OF_SWEEP.short;
  const verdict = isAbove ? VERDICT_OF_SWEEP.above : VERDICT_OF_SWEEP.none;
  return `${verdict}; la que más pesa es ${valuesText(strongest.values)}, y por suerte la mejor quedaría así el ${percentFormat.format(pValue)} de las veces`;
}

const valuesText = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/**
 * Returns a readable report of a sweep. In the report, only the walk-forward results are measured on candles that did
 * not serve to choose the rules. Single variants and parts have no verdict.
 */
export function sweepText(figures: SweepFigures, verdict: TryVerdict, leftOut: number, setting: Setting): string {
  const best = figures.best
    .slice(0, SHOWN_VARIANTS)
    .map((variant) => `  ${valuesText(variant.values)}: ${money(variant.profitMinor)}, ${rateText(variant)}`);
  const steps = figures.walkForward.map(
    ({ fromMs, toMs, values, judgedOn }) =>
      `  ${timeSpanText(fromMs, toMs)} con ${valuesText(values)}: ${rateText(judgedOn)}`,
  );
  return [
    setting.title,
    payoutLine(setting),
    reportLine(
      'Variantes',
      `${countFormat.format(figures.variants)} probadas, ${countFormat.format(leftOut)} contradictorias sin probar`,
    ),
    reportLine('Veredicto', sweepVerdict(figures, verdict)),
    reportLine('Ojo', ONE_TRY),
    'Las mejores sobre todos los datos (elegidas después de verlos: no son un pronóstico):',
    ...best,
    ...(figures.walkForward.length === 0
      ? []
      : [
          'Hacia adelante: cada parte, con la mejor de las anteriores:',
          ...steps,
          reportLine('Juzgado', rateText(figures.judged)),
        ]),
    '',
  ].join('\n');
}
