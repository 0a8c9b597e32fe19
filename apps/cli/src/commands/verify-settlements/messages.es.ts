import type { VerifiedSettlements } from '@vigia/server';

type Counts = VerifiedSettlements['counts'][number];
type Differing = VerifiedSettlements['differing'][number];

const nameOf = ({ broker, account, currency }: Counts): string =>
  broker === 'mock' ? `cuenta simulada (${currency})` : `${broker} ${account} (${currency})`;

const CHANGES = {
  yes: 'con los ticks guardados el resultado sería otro',
  no: 'el resultado no cambia',
  unsure: 'con los ticks guardados el resultado podría ser otro',
} as const;

const gapText = (name: string, gap: number | null): readonly string[] =>
  gap === null || gap === 0 ? [] : [`${name} a ${gap > 0 ? '+' : ''}${Number(gap.toPrecision(4))}`];

export const VERIFY_SETTLEMENTS_MESSAGES = {
  help: `Compara cada operación terminada con los ticks que Vigía guardó de la misma fuente: el precio de entrada, el de
cierre y el resultado. Hace las comprobaciones que falten y cuenta todas, por cuenta. Funciona con el servidor en marcha
o parado. Termina con código 1 si con los ticks guardados algún resultado sería otro.

Uso: vigia verify-settlements
`,
  noOptions: '«vigia verify-settlements» no lleva opciones: lee la configuración del entorno y del archivo .env.',
  none: 'No hay ninguna operación terminada que comparar.',
  made: (made: number): string => `Comprobadas ahora: ${made}.`,
  counts: (one: Counts): string =>
    `${nameOf(one)}: ${one.match} coinciden, ${one.differs} difieren, ${one.no_data} sin datos; cambiaría el resultado: ${one.result_changes}.`,
  found: 'hay operaciones cuyo resultado sería otro con los ticks guardados:',
  differs: (one: Differing): string =>
    [
      `✗ ${one.trade_id}: ${one.broker} ${one.symbol}, expiró ${one.expiry_time.toISOString()}`,
      ...gapText('entrada', one.entry_gap),
      ...gapText('cierre', one.settle_gap),
      ...(one.result_changes === null ? [] : [CHANGES[one.result_changes]]),
    ].join('; '),
} as const;
