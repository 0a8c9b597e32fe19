import type { VerifiedOwner } from '@vigia/server';

type Fault = NonNullable<VerifiedOwner['fault']>['fault'];
type Derivation = VerifiedOwner['derivations'][number];
type Reason = Extract<Derivation, { kind: 'not_possible' }>['reason'];

const FAULTS: Readonly<Record<Fault, string>> = {
  missing: 'falta una señal',
  chain: 'la señal no sigue a la anterior',
  body: 'la señal no dice lo que se selló',
  columns: 'la fila de la señal no coincide con lo que se selló',
};

const REASONS: Readonly<Record<Reason, string>> = {
  ticks: 'entra por toque, y para eso harían falta los ticks, que no se guardan para siempre',
  payout: 'filtra por el pago, y los pagos de entonces no se guardan',
  rules: 'sus reglas ya no se pueden leer',
  minutes: 'sus velas de 1 minuto ya no están',
};

const nameOf = ({ automation, id }: VerifiedOwner): string => `${automation === 'pcr' ? 'setup' : 'estrategia'} ${id}`;

export const VERIFY_SIGNALS_MESSAGES = {
  help: `Comprueba que cada señal está tal como se selló, y que sale otra vez, igual, de las velas guardadas y las reglas
de su versión. Funciona con el servidor en marcha o parado. Termina con código 1 si algo no encaja.

Uso: vigia verify-signals [--setup ID]

  --setup ID  solo ese setup o esa estrategia
`,
  badId: (id: string): string => `«${id}» no es el identificador de un setup.`,
  none: 'No hay ninguna señal sellada que comprobar.',
  intact: (owners: number, signals: number): string =>
    `${signals} ${signals === 1 ? 'señal' : 'señales'} de ${owners} ${owners === 1 ? 'cadena' : 'cadenas'}: los sellos están íntegros.`,
  derived: (signals: number): string => `Salen otra vez de las velas guardadas: ${signals}.`,
  notDerived: (owner: VerifiedOwner, version: number, reason: Reason): string =>
    `No se puede repetir ${nameOf(owner)}, versión ${version}: ${REASONS[reason]}.`,
  found: 'hay señales que no encajan:',
  fault: (owner: VerifiedOwner, { seq, fault }: NonNullable<VerifiedOwner['fault']>): string =>
    `✗ ${nameOf(owner)}: en la señal ${seq}, ${FAULTS[fault]}`,
  differs: (owner: VerifiedOwner, { seq, key }: Extract<Derivation, { kind: 'differs' }>): string =>
    key === null
      ? `✗ ${nameOf(owner)}: en las velas guardadas no hay ninguna señal donde está la ${seq}`
      : `✗ ${nameOf(owner)}: la señal ${seq} no es la que dan las velas guardadas (${key})`,
} as const;
