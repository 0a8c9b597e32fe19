import { DECISIVE_EVIDENCE, type EvidenceVerdict } from '@vigia/core/statistics';
import { countFormat, percentFormat, reportLine } from '../replay/report-words.es.ts';

const evidence = new Intl.NumberFormat('es-419', { maximumSignificantDigits: 3 });
const signed = new Intl.NumberFormat('es-419', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

const VERDICTS: Readonly<Record<EvidenceVerdict, string>> = {
  above: 'por encima del equilibrio',
  below: 'por debajo del equilibrio',
  open: 'todavía no se puede decir',
};

/** The judged trades of one card, in the form that the text needs. */
export type CardFigures = {
  readonly card: string | null;
  readonly trades: number;
  readonly open: number;
  readonly won: number;
  readonly decided: number;
  /** Number of decided trades that are bets: those that do not overlap an earlier bet. */
  readonly weighed: number;
  readonly meanReturn: number | null;
  readonly sequence: { readonly low: number; readonly high: number };
  readonly evidence: { readonly above: number; readonly below: number };
  readonly verdict: EvidenceVerdict;
};

/** The evidence after one settlement: number of settled trades so far, and the verdict that a look at it gives. */
export type LookFigures = Pick<CardFigures, 'card' | 'evidence' | 'verdict'> & { readonly settled: number };

export const VERDICT_MESSAGES = {
  help: `Juzga operaciones de cualquier sitio con la misma prueba que usa la app: vale mirarla después de cada operación.

Uso: vigia verdict --trades ARCHIVO [opciones]

  --trades ARCHIVO     operaciones en CSV con cabecera: entry_time,expiry_time,payout,outcome y, si hay, stake,card;
                       también .gz
  --every              una línea por operación terminada, con lo que se sabía entonces
  --json               un solo objeto JSON

Las horas van en ISO 8601 con zona o en segundos Unix; «payout» como fracción (0.85); «outcome» es won, lost, tied, void u
open. Las filas con otro «card» se juzgan aparte, y se corrigen por todas las que ves juntas. De las operaciones
que se solapan cuenta la primera: las demás comparten su recorrido y no prueban nada más. El monto no cambia el veredicto.

Ejemplo: vigia verdict --trades mis-operaciones.csv
`,
  noTrades: 'Falta la opción «--trades» con el archivo de operaciones; «vigia verdict --help» explica el comando.',
  empty: (file: string): string => `«${file}» no trae ninguna operación.`,
  noColumn: (file: string, name: string): string => `En la cabecera de «${file}» falta la columna «${name}».`,
  badCells: (file: string, row: number, cells: number, wanted: number): string =>
    `«${file}», línea ${row}: tiene ${cells} columnas y la cabecera ${wanted}.`,
  badTime: (file: string, row: number, text: string): string =>
    `«${file}», línea ${row}: «${text}» no es una hora. Vale 2026-11-28T10:00:00Z o segundos Unix.`,
  badOrder: (file: string, row: number): string => `«${file}», línea ${row}: la operación termina antes de empezar.`,
  badPayout: (file: string, row: number, text: string): string =>
    `«${file}», línea ${row}: el pago «${text}» no vale. Es una fracción, como 0.85.`,
  badOutcome: (file: string, row: number, text: string): string =>
    `«${file}», línea ${row}: «${text}» no es un resultado. Valen won, lost, tied, void y open.`,
  badStake: (file: string, row: number, text: string): string =>
    `«${file}», línea ${row}: el monto «${text}» debe ser mayor que cero.`,
} as const;

/** Returns one line for the evidence after one settlement. */
export const lookText = ({ card, settled, evidence: e, verdict }: LookFigures): string =>
  `${card === null ? '' : `«${card}» `}${settled}: ${evidence.format(e.above)} $ / ${evidence.format(e.below)} $, ${VERDICTS[verdict]}`;

/** Returns the readable judgement of one card. `cards` is the number of cards that are judged together. */
export function cardText(figures: CardFigures, cards: number): string {
  const { card, trades, open, won, decided, weighed, meanReturn, sequence, evidence: held, verdict } = figures;
  const rate =
    decided === 0
      ? 'ninguna decidida'
      : `${percentFormat.format(won / decided)} (${countFormat.format(won)} de ${countFormat.format(decided)})`;
  return [
    ...(card === null ? [] : [`«${card}»`]),
    reportLine(
      'Operaciones',
      `${countFormat.format(trades)}${open === 0 ? '' : `, ${countFormat.format(open)} sin terminar`}`,
    ),
    reportLine('Acierto', rate),
    ...(weighed < decided
      ? [reportLine('Pruebas', `${countFormat.format(weighed)}: de las que se solapan solo cuenta la primera`)]
      : []),
    reportLine('Por unidad', meanReturn === null ? '—' : `${signed.format(meanReturn)} de media por unidad apostada`),
    reportLine(
      'Media real',
      `entre ${signed.format(sequence.low)} y ${signed.format(sequence.high)} (95 %, mires cuando mires)`,
    ),
    reportLine('A favor', `quien apostara 1 $ a que hay ventaja tendría ${evidence.format(held.above)} $`),
    reportLine(
      'En contra',
      `quien apostara 1 $ a que no se llega al equilibrio tendría ${evidence.format(held.below)} $`,
    ),
    reportLine('Veredicto', `${VERDICTS[verdict]}${verdict === 'open' ? `; decide con ${decidesAt(cards)}` : ''}`),
    '',
  ].join('\n');
}

const decidesAt = (cards: number): string =>
  cards === 1
    ? `${DECISIVE_EVIDENCE} $`
    : `${countFormat.format(cards * DECISIVE_EVIDENCE)} $ la primera de las ${cards} que ves juntas, y con menos las siguientes`;

/** Returns the judgement for programs. */
export const cardJson = ({ meanReturn, sequence, verdict, ...figures }: CardFigures) => ({
  ...figures,
  mean_return: meanReturn,
  sequence,
  verdict,
});
