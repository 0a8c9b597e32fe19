export const gateMessages = {
  title: 'Cuándo puede dar señales',
  always: 'A cualquier hora y sin espera entre señales.',
  hours: 'Solo en un horario',
  from: 'Desde',
  to: 'Hasta',
  zone: (zone: string) => `Hora de ${zone}. La hora final no cuenta.`,
  days: 'Días',
  dayNames: { 1: 'Lu', 2: 'Ma', 3: 'Mi', 4: 'Ju', 5: 'Vi', 6: 'Sá', 7: 'Do' } as const,
  dayWords: { 1: 'Lunes', 2: 'Martes', 3: 'Miércoles', 4: 'Jueves', 5: 'Viernes', 6: 'Sábado', 7: 'Domingo' } as const,
  cooldown: 'Espera entre señales',
  cooldownUnit: 'velas',
  payout: 'Pago mínimo (opcional)',
  percent: '%',
  inWords: {
    hours: (from: string, to: string) => `de ${from} a ${to}`,
    days: (days: readonly string[]) => days.join(', '),
    cooldown: (candles: number) => (candles === 1 ? 'espera 1 vela' : `espera ${candles} velas`),
    payout: (percent: string) => `pago desde ${percent}`,
  },
} as const;

export const limitMessages = {
  title: 'Límites propios del día',
  none: 'Solo tus límites de riesgo.',
  labels: { daily_operations: 'Operaciones', daily_loss: 'Pérdida máxima', daily_profit: 'Parar al ganar' },
  text: 'Valen para lo que opera sola, además de tus límites de riesgo, y se reinician a medianoche. Vacío para ninguno.',
  autoReset: 'Volver a operar al día siguiente',
  textOff: 'Al llegar a uno deja de operar sola hasta que la enciendas otra vez. Sus señales siguen.',
  inWords: {
    operations: (count: number) => `${count} al día`,
    loss: (amount: string) => `pierde hasta ${amount}`,
    profit: (amount: string) => `para al ganar ${amount}`,
  },
} as const;
