import type { RecordFault } from '@vigia/core/evidence-log';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const ACCOUNTS: Readonly<Record<string, string>> = { mock: 'Simulado', demo: 'Demo del bróker', real: 'Dinero real' };

export const recordMessages = {
  title: 'Comprobar un historial',
  text: 'Elige el archivo que te dieron. Se comprueba en este navegador, también sin conexión, y no se envía a ninguna parte.',
  label: 'Archivo del historial',
  choose: 'Elegir archivo',
  notARecord:
    'Ese archivo no es un historial de Vigía, o lo guardó otro programa: un CSV se comprueba tal como se descargó.',
  whole: 'El historial está íntegro',
  wholeText: (entries: number): string =>
    `${counted(entries, 'hecho está', 'hechos están')} tal como se anotaron, en el registro firmado, y no falta ninguna hoja de esta persona hasta esa cabeza.`,
  broken: 'Este historial fue cambiado',
  key: 'Lo firma esta clave. Compárala con la que publica la instalación: con otra clave, cualquiera puede firmar un archivo.',
  group: (account: string, currency: string): string => `${ACCOUNTS[account] ?? account}, ${currency}`,
  rate: (rate: string, won: number, decided: number): string => `${rate} ganadas: ${won} de ${decided}`,
  interval: (low: string, high: string): string => `Intervalo del 95 %, mirado una vez: de ${low} a ${high}`,
  breakEven: (rate: string): string => `Equilibrio con el pago que tuvieron: ${rate}`,
  noneDecided: 'Ninguna operación ganada ni perdida.',
  period: (from: string, to: string): string => `Órdenes del ${from} al ${to}`,
  others: (count: number): string => `Empates, anuladas, rechazadas y vendidas: ${count}`,
  missing: 'Lo que falta',
  open: (count: number): string =>
    `${counted(count, 'orden', 'órdenes')} sin final: están en curso, o su final es posterior`,
  waiting: (count: number): string =>
    `${counted(count, 'hecho', 'hechos')} aún fuera de la cabeza, y por eso fuera del archivo`,
  nothingMissing: 'Nada: ninguna orden sin final y ningún hecho por anotar.',
  fault: (fault: RecordFault): string =>
    'index' in fault ? `Hoja ${fault.index}: ${FAULTS[fault.kind]}` : FAULTS[fault.kind],
} as const;

const FAULTS: Readonly<Record<RecordFault['kind'], string>> = {
  head: 'la cabeza no lleva la firma de esa clave.',
  signature: 'la firma del archivo no vale: se quitó, añadió o cambió algo.',
  person: 'hay hojas de más de una persona.',
  numbers: 'falta alguna hoja de esta persona.',
  leaf: 'no se puede leer.',
  fact: 'el hecho no dice lo que se anotó.',
  proof: 'no está en el registro de esa cabeza.',
};
