/** Texts of the alerts on prices. */
export const alertMessages = {
  open: 'Alertas de precio',
  title: (symbol: string) => `Alertas de precio de ${symbol}`,
  text: 'Te avisamos una vez cuando el precio llegue al nivel, también con la app cerrada.',
  direction: 'Avísame si',
  directions: { up: 'Sube a', down: 'Baja a' },
  level: 'Precio',
  levelWrong: 'Escribe un precio mayor que cero.',
  now: (price: string) => `Ahora: ${price}`,
  submit: 'Crear alerta',
  created: 'Te avisaremos cuando llegue',
  waiting: 'Esperan su precio',
  none: 'No hay alertas de este activo.',
  alert: { up: (price: string) => `Sube a ${price}`, down: (price: string) => `Baja a ${price}` },
  fired: (time: string, price: string) => `Avisada ${time}, en ${price}`,
  remove: (alert: string) => `Eliminar: ${alert}`,
  settings: 'Por dónde te llega se elige en Configuración → Sonido y avisos.',
} as const;
