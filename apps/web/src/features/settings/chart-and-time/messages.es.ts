import { formatCount } from '#shared/lib/format.ts';

export const chartAndTimeMessages = {
  zone: 'Zona horaria',
  /** `now` is the current time of day in that time zone. */
  zoneHint: (now: string, offset: string) =>
    `Ahora son las ${now} (${offset}). Los días de tus límites siguen esta zona 24 horas después de cambiarla.`,
  ofDevice: (city: string) => `Usar la de este dispositivo: ${city}`,
  regions: {
    Africa: 'África',
    America: 'América',
    Antarctica: 'Antártida',
    Arctic: 'Ártico',
    Asia: 'Asia',
    Atlantic: 'Atlántico',
    Australia: 'Australia',
    Europe: 'Europa',
    Indian: 'Índico',
    Pacific: 'Pacífico',
    other: 'Otras',
  },
  opening: 'Activo y temporalidad al abrir',
  openingHint: 'Lo que muestra el gráfico en cada visita, en todos tus dispositivos.',
  symbol: 'Activo al abrir',
  timeframe: 'Temporalidad al abrir',
  refresh: 'Actualizar datos cada',
  refreshHint: 'Si la conexión en vivo cae.',
  seconds: (count: number) => (count === 1 ? '1 segundo' : `${formatCount(count)} segundos`),
  saved: 'Guardado',
  failed: 'No se guardó',
} as const;
