import { SIGNALS_PER_MINUTE } from '@vigia/contract';

/** Sentences of messages from outside that give no signal. */
export const REFUSALS_ES = {
  symbol: (word: string, asset: string) => `«${word}» no es ${asset} ni uno de los nombres que le diste.`,
  too_old: (seconds: number) => `Llegó ${seconds} s después de la hora que dice: es demasiado vieja.`,
  from_future: (seconds: number) =>
    `Dice una hora ${seconds} s por delante de la nuestra: revisa el reloj de quien la envía.`,
  waited: (seconds: number) =>
    `Se recibió bien, pero quedó esperando ${seconds} s dentro de Vigía (un reinicio o una parada) y ya era tarde.`,
  unnamed: 'No dice el símbolo, y esta dirección sirve a varios activos.',
  off: 'La estrategia no está activa.',
  burst: `Llegaron más de ${SIGNALS_PER_MINUTE} mensajes en un minuto.`,
  signature: 'La firma no es la de este mensaje.',
  replayable: 'Con firma hace falta «time»: sin la hora no se distingue de una copia.',
  repeated: 'El mensaje repite un dato.',
  duplicate: 'Ya llegó: es el mismo mensaje otra vez.',
  candle_taken: 'Ya hubo una señal en esta vela, y hay como mucho una por vela.',
  recording: 'Los precios son de una grabación, y una señal de ahora no vale en ellos.',
  unpriced: 'No hay ningún precio de su activo en este momento.',
} as const;
