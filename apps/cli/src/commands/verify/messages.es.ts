import type { RecordFault, RecordFile } from '@vigia/core/evidence-log';
import type { LogFault, Verification, VerifiedAutomation } from '@vigia/server';

type ChainFault = NonNullable<VerifiedAutomation['fault']>['fault'];
type Derivation = VerifiedAutomation['derivations'][number];
export type MissingSignalReason = keyof Extract<Derivation, { kind: 'derived' }>['absences']['explained'];
type Reason = Extract<Derivation, { kind: 'not_possible' }>['reason'];
type FactKind = Extract<LogFault, { kind: 'fact_changed' }>['fact'];
type Place = Extract<LogFault, { kind: 'head_root' }>['place'];

const CHAIN_FAULTS: Readonly<Record<ChainFault, string>> = {
  missing: 'falta una señal',
  chain: 'la señal no sigue a la anterior',
  body: 'la señal no dice lo que se selló',
  columns: 'la fila de la señal no coincide con lo que se selló',
};

const REASONS: Readonly<Record<Reason, string>> = {
  ticks: 'entra por toque, y para eso harían falta los ticks, que no se guardan para siempre',
  payout: 'filtra por el pago, y los pagos de entonces no se guardan',
  rules: 'sus reglas ya no se pueden leer',
  external: 'sus señales llegaron de fuera y son datos de entrada: no salen de ninguna vela',
  minutes: 'sus velas de 1 minuto ya no están',
  source: 'no tiene ninguna señal que diga de qué precios salía',
};

const ABSENCES: Readonly<Record<MissingSignalReason, string>> = {
  off: 'con la automatización apagada, o recién encendida o cambiada',
  unrecorded: 'de antes de que se anotara cuándo estaba encendida',
  payout: 'sus reglas piden un pago, y los pagos de entonces no se guardan',
  prices:
    'sin ticks guardados que muestren precios en directo: servidor parado, velas llegadas después, o hace más de tres días',
};

const FACTS: Readonly<Record<FactKind, string>> = {
  signal: 'la señal',
  outcome: 'el resultado de la señal',
  decision: 'la decisión sobre la señal',
  trade: 'la operación',
  log: 'la anotación',
};

const PLACES: Readonly<Record<Place, string>> = {
  database: 'la cabeza guardada en la base',
  file: 'la última cabeza firmada aquí (keys/log.head)',
  given: 'la cabeza que diste con --since',
};

const nameOf = ({ automation, id }: VerifiedAutomation): string =>
  `${automation === 'pcr' ? 'setup' : 'estrategia'} ${id}`;
const factOf = ({ fact, id, step }: { readonly fact: FactKind; readonly id: string; readonly step: number }): string =>
  `${FACTS[fact]} ${id}${fact === 'trade' ? ` (suceso ${step})` : ''}`;
const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es')} ${count === 1 ? one : many}`;

function faultText(fault: LogFault): string {
  switch (fault.kind) {
    case 'leaf_gap':
      return `falta la hoja ${fault.index} del registro`;
    case 'leaf_time':
      return `la hoja ${fault.index} lleva una hora anterior a la de la hoja previa`;
    case 'person_gap':
      return `antes de la hoja ${fault.index} falta una hoja de la misma persona`;
    case 'statement':
      return `la anotación del registro sobre sí mismo en la hoja ${fault.index} fue cambiada`;
    case 'opening_missing':
      return `alguien borró lo que abre la hoja ${fault.index}, y su persona no fue eliminada`;
    case 'forgotten_partly':
      return `la hoja ${fault.index} es de una persona eliminada y aún se abre`;
    case 'node':
      return `el nodo ${fault.level}/${fault.index} del árbol no sale de sus hojas`;
    case 'head_unreadable':
      return `${PLACES[fault.place]} no se puede leer, o es de otro registro`;
    case 'head_signature':
      return `${PLACES[fault.place]} (tamaño ${fault.size}) no lleva la firma de este registro`;
    case 'head_root':
      return `${PLACES[fault.place]} (tamaño ${fault.size}) firmó otras hojas: el registro se rehízo`;
    case 'head_ahead':
      return `${PLACES[fault.place]} tiene ${fault.size} hojas, más que el registro: se le quitó el final`;
    case 'key':
      return 'el registro dice que firma otra clave que la de esta instalación';
    case 'fact_changed':
      return `${factOf(fault)} no dice lo que se anotó en la hoja ${fault.index}`;
    case 'fact_missing':
      return `${factOf(fault)} ya no está: queda su hoja ${fault.index}`;
    case 'leaf_missing':
      return `${factOf(fault)} no tiene hoja, y el registro ya estaba al día`;
    case 'late':
      return `${factOf(fault)} entró tarde (hoja ${fault.index}): el registro ya había firmado que lo tenía todo`;
    case 'trade_row':
      return `la fila de la operación ${fault.id} no dice lo que su último suceso`;
    default:
      return fault;
  }
}

const RECORD_FAULTS: Readonly<Record<RecordFault['kind'], string>> = {
  head: 'la cabeza no lleva la firma de esa clave',
  signature: 'el archivo fue cambiado: su firma no vale',
  person: 'hay hojas de más de una persona',
  numbers: 'falta alguna hoja de esta persona',
  leaf: 'no se puede leer',
  fact: 'el hecho no dice lo que se anotó',
  proof: 'no está en el registro de esa cabeza',
};

/** Number of facts of each kind in a record. */
const kindsIn = ({ entries }: RecordFile): string => {
  const counts = new Map<string, number>();
  for (const { leaf } of entries) {
    const kind = leaf.split('\n')[1] ?? '';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const of = (kind: string) => counts.get(kind) ?? 0;
  return `${counted(of('signal'), 'señal', 'señales')}, ${counted(of('outcome'), 'resultado', 'resultados')}, ${counted(of('decision'), 'decisión', 'decisiones')}, ${counted(of('trade'), 'suceso', 'sucesos')} de operaciones`;
};

export const VERIFY_MESSAGES = {
  help: `Comprueba el registro verificable: que cada señal, decisión, resultado y operación está como se anotó, que no falta
ninguna ni entró tarde, que las cabezas firmadas son de ese registro, y que las señales salen otra vez, iguales, de las
velas guardadas, sin que falte ninguna de las que dan las reglas. Funciona con el servidor en marcha o parado. Termina con código 1 si algo no encaja.

Uso: vigia verify [--since ARCHIVO] [--setup ID]
     vigia verify --since ARCHIVO --head ARCHIVO --proof ARCHIVO --key CLAVE
     vigia verify --export ARCHIVO [--key CLAVE]

  --since ARCHIVO  una cabeza anterior, guardada fuera de aquí, o el texto de un correo que la trae: el registro debe
                   ser su continuación
  --setup ID       vuelve a derivar solo las señales de ese setup o esa estrategia

Sin base de datos, para dar fe del registro de otra instalación:
  --head ARCHIVO   la cabeza nueva
  --proof ARCHIVO  la respuesta de GET /api/v1/log/consistency?from=…&to=… con los tamaños de las dos cabezas
  --key CLAVE      la clave pública del registro, como la da GET /api/v1/log/head
  --export ARCHIVO el historial de una persona, de GET /api/v1/log/record, en JSON o CSV: firma, hechos, hojas y pruebas
`,
  badId: (id: string): string => `«${id}» no es el identificador de un setup.`,
  unreadable: (file: string): string => `No se puede leer «${file}».`,
  notAHead: (file: string): string => `«${file}» no es una cabeza firmada.`,
  notAProof: (file: string): string => `«${file}» no es una prueba de continuidad.`,
  notAKey: 'La clave no tiene la forma nombre+identificador+clave.',
  witnessNeeds: 'Para comprobar otra cabeza hacen falta --since, --head, --proof y --key, y nada más.',
  exportAlone: 'Con --export solo vale además --key.',
  notARecord: (file: string): string =>
    `«${file}» no es un historial de GET /api/v1/log/record, o lo guardó otro programa.`,
  recordFault: (fault: RecordFault): string =>
    `✗ ${'index' in fault ? `hoja ${fault.index}: ` : ''}${RECORD_FAULTS[fault.kind]}`,
  record: (record: RecordFile, isOwnKey: boolean): string[] => [
    `Historial íntegro: ${kindsIn(record)}; cada hecho está en el registro, y no falta ninguna hoja de esta persona hasta la cabeza.`,
    `Aún fuera de esa cabeza, y por eso fuera del archivo: ${record.waiting}.`,
    ...(isOwnKey ? [`Lo firma ${record.key}: compara esa clave con la que publica la instalación.`] : []),
  ],
  badSignature: (file: string): string => `«${file}» no lleva la firma de esa clave.`,
  forked: 'La cabeza nueva no es continuación de la anterior: el registro se rehízo.',
  continues: (from: number, to: number): string =>
    `La cabeza de ${counted(to, 'hoja', 'hojas')} es continuación de la de ${counted(from, 'hoja', 'hojas')}: nada de lo anterior cambió.`,
  found: (count: number): string => `hay ${counted(count, 'cosa que no encaja', 'cosas que no encajan')}:`,
  more: (count: number): string => `… y ${counted(count, 'más', 'más')}.`,
  fault: (fault: LogFault): string => `✗ ${faultText(fault)}`,
  chainFault: (owner: VerifiedAutomation, { seq, fault }: NonNullable<VerifiedAutomation['fault']>): string =>
    `✗ ${nameOf(owner)}: en la señal ${seq}, ${CHAIN_FAULTS[fault]}`,
  differs: (owner: VerifiedAutomation, { seq, key }: Extract<Derivation, { kind: 'differs' }>): string =>
    key === null
      ? `✗ ${nameOf(owner)}: en las velas guardadas no hay ninguna señal donde está la ${seq}`
      : `✗ ${nameOf(owner)}: la señal ${seq} no es la que dan las velas guardadas (${key})`,
  log: ({ leaves, heads, facts }: Verification['log']): string =>
    `Registro verificable: ${counted(leaves, 'hoja', 'hojas')}, ${counted(heads, 'cabeza firmada', 'cabezas firmadas')}; ${counted(facts, 'hecho coincide', 'hechos coinciden')} con su hoja, y ninguna hoja carece de su hecho.`,
  since: (hasSince: boolean): string =>
    hasSince
      ? 'El registro es continuación de la cabeza que diste.'
      : 'Sin una cabeza guardada fuera de aquí (--since), quien tenga la clave y la base pudo rehacer el registro entero.',
  waiting: (count: number): string =>
    `Aún sin hoja, porque son posteriores a la última vez que el registro se puso al día: ${count}.`,
  beforeLog: (count: number): string => `No comprobable antes de su hoja, porque son anteriores al registro: ${count}.`,
  forgotten: (count: number): string =>
    `De personas eliminadas quedan ${counted(count, 'hoja', 'hojas')} que ya nadie puede abrir.`,
  restores: (count: number): string =>
    `El registro declara ${counted(count, 'restauración', 'restauraciones')} desde una copia: lo posterior a ella se perdió.`,
  keyChanges: (count: number): string =>
    `El registro declara ${counted(count, 'cambio', 'cambios')} de la clave que firma.`,
  derived: (signals: number): string => `Señales que salen otra vez de las velas guardadas, iguales: ${signals}.`,
  absent: (reason: MissingSignalReason, count: number): string =>
    `No comprobable: las reglas darían ${counted(count, 'señal', 'señales')} más, ${ABSENCES[reason]}.`,
  missing: (owner: VerifiedAutomation, timeMs: number): string =>
    `✗ ${nameOf(owner)}: falta la señal del ${new Date(timeMs).toISOString()}: las reglas la dan, estaba encendida y los precios llegaban en directo`,
  notDerived: (owner: VerifiedAutomation, { version, reason }: Extract<Derivation, { kind: 'not_possible' }>): string =>
    `No comprobable con velas: ${nameOf(owner)}, versión ${version}: ${REASONS[reason]}.`,
} as const;
