/** Words of the choice of a length, which loads after the ticket. */
export const durationMessages = {
  duration: { minutes: 'Duración, en minutos', seconds: 'Duración, en segundos', ticks: 'Duración, en ticks' },
  units: 'Unidad de la duración',
  unit: { seconds: 's', ticks: 'ticks', minutes: 'min' },
  noneOf: {
    minutes: 'Aquí no se opera por minutos.',
    seconds: 'Aquí no se opera por segundos: elige minutos.',
    ticks: 'Aquí no se opera por ticks: elige minutos.',
  },
  endsWithTick: 'la decide el último tick',
  expires: (time: string) => `expira ${time}`,
  durationsOf: (counts: string, unit: string) => `Aquí solo se ofrece a ${counts} ${unit}.`,
  otherDuration: 'Otra',
  otherDurationLabel: 'Otra duración, en minutos',
  durationFault: 'De 1 a 1440 minutos, sin decimales.',
};
