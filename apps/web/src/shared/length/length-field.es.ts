/** Texts of the duration picker, which loads after the first screen. */
export const lengthMessages = {
  duration: { minutes: 'Duración, en minutos', seconds: 'Duración, en segundos', ticks: 'Duración, en ticks' },
  units: 'Unidad de la duración',
  unit: { seconds: 's', ticks: 'ticks', minutes: 'min' },
  noneOf: {
    minutes: 'Aquí no se opera por minutos.',
    seconds: 'Aquí no se opera por segundos: elige minutos.',
    ticks: 'Aquí no se opera por ticks: elige minutos.',
  },
  unmeasured: 'No medible con velas: la prueba en histórico solo la mide donde hay ticks.',
  endsWithTick: 'la decide el último tick',
  expires: (time: string) => `expira ${time}`,
  durationsOf: (counts: string, unit: string) => `Aquí solo se ofrece a ${counts} ${unit}.`,
  otherDuration: 'Otra',
  otherDurationLabel: 'Otra duración, en minutos',
  durationFault: 'De 1 a 1440 minutos, sin decimales.',
};
