import type { PcrSignal, StrategySignal } from '@vigia/client';
import { conditionInWords } from '@vigia/contract';
import {
  DIRECTION_NAMES,
  formatInstant,
  formatMoney,
  formatPercent,
  lengthText,
  linesOrFallback,
  OUTCOME_NAMES,
} from '../words.es.ts';
import type { KnownSignal } from './known-signal.ts';

const CRITERIA: Readonly<Record<PcrSignal['criteria'][number]['criterion'], string>> = {
  length: 'longitud de la secuencia',
  strength: 'velas fuertes',
  displacement: 'desplazamiento',
  efficiency: 'eficiencia',
  break: 'vela de ruptura',
};

const nameOf = (known: KnownSignal): string =>
  known.kind === 'pcr' ? `setup «${known.signal.setup_name}»` : `estrategia «${known.signal.strategy_name}»`;

function decisionText({ decision }: KnownSignal['signal']): string {
  if (decision === null) return 'Sin orden automática.';
  if (decision.decision === 'traded') return `Se operó sola con ${formatMoney(decision.stake, decision.currency)}.`;
  return `No se operó: ${decision.message}`;
}

function signalLine(known: KnownSignal): string {
  const { asset, timeframe, direction, entry_time: time, status, id } = known.signal;
  return `${formatInstant(time)} ${asset} ${timeframe} ${DIRECTION_NAMES[direction]}, ${nameOf(known)}: ${OUTCOME_NAMES[status]} (${id})`;
}

const heldText = (held: boolean): string => (held ? 'se cumple' : 'no se cumple');

function pcrReasons({ criteria, filter_results: filters, zone, sequence, entry_point: point, ...signal }: PcrSignal) {
  const even = signal.break_even === null ? 'equilibrio desconocido' : `equilibrio ${formatPercent(signal.break_even)}`;
  return [
    `Secuencia ${sequence.color === 'green' ? 'verde' : 'roja'} de ${sequence.length} velas, hasta ${formatInstant(sequence.end_time)}.`,
    ...criteria.map(
      ({ criterion, held, value, limit }) =>
        `- ${CRITERIA[criterion]}: ${value} (límite ${JSON.stringify(limit)}), ${heldText(held)}`,
    ),
    `El precio tocó «${point}» de la zona ${zone.kind}: fina ${zone.zona_fina.low} – ${zone.zona_fina.high}, ancha ${zone.zona_ancha.low} – ${zone.zona_ancha.high}.`,
    ...filters.map(
      ({ filter, passed, value, limit }) =>
        `- filtro ${filter}: ${JSON.stringify(value)} (límite ${JSON.stringify(limit)}), ${heldText(passed)}`,
    ),
    `Confianza ${formatPercent(signal.confidence)}, que es una puntuación y no una probabilidad de ganar; ${even}.`,
  ];
}

const strategyReasons = ({ criteria, payout }: StrategySignal): string[] => [
  ...(criteria.length === 0
    ? ['Sin condiciones: la señal llegó de fuera, o es de antes de que se guardaran.']
    : criteria.map(
        ({ condition, is_met: isMet, values }) =>
          `- ${conditionInWords(condition)}: ${heldText(isMet)} (valores ${values.map((value) => value ?? 'sin valor').join('; ')})`,
      )),
  payout === 0
    ? 'En ese momento nadie ofrecía una opción así.'
    : `Pago ${formatPercent(payout)}; equilibrio ${formatPercent(1 / (1 + payout))}.`,
];

export const SIGNAL_WORDS = {
  listTitle: 'Señales',
  listDescription:
    'Lista las últimas señales publicadas de setups PCR y estrategias, la más nueva primero. Son hechos sellados, no recomendaciones. Solo lee.',
  kind: 'Solo señales de setups PCR o de estrategias; sin él, todas',
  explainTitle: 'Por qué una señal',
  explainDescription:
    'Explica una señal: las condiciones con los valores medidos, qué se decidió, cómo terminó y su sello. Solo lee.',
  unknown: 'Esa señal no está entre las cien últimas de tus setups ni de tus estrategias.',
  list: (signals: readonly KnownSignal[]): string =>
    linesOrFallback(signals.map(signalLine), 'Todavía no hay señales.'),
  explain: (known: KnownSignal): string => {
    const { expiry, expiry_seconds: seconds, expiry_ticks: ticks, entry_price: price, seq, hash } = known.signal;
    return [
      signalLine(known),
      `Entrada a ${price}, duración ${lengthText(expiry, seconds, ticks)}, expira ${formatInstant(known.signal.expiration_time)}.`,
      ...(known.kind === 'pcr' ? pcrReasons(known.signal) : strategyReasons(known.signal)),
      decisionText(known.signal),
      `Sello ${seq}: ${hash}. Se selló al cerrar su vela y no cambia.`,
    ].join('\n');
  },
} as const;
