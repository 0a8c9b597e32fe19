/** Texts of drawings. They are separate from the other texts of the chart, so that the first load stays small. */
export const drawingMessages = {
  layer: 'Dibujos del gráfico',
  kinds: {
    horizontal_line: 'Línea horizontal',
    trend_line: 'Línea de tendencia',
    ray: 'Rayo',
    rectangle: 'Rectángulo',
    fibonacci: 'Retroceso de Fibonacci',
    text: 'Texto',
  },
  level: (price: string) => `Línea horizontal en ${price}`,
  written: (text: string, place: string) => `Texto «${text}» en ${place}`,
  place: (time: string, price: string) => `${price} (${time})`,
  span: (kind: string, from: string, to: string) => `${kind} de ${from} a ${to}`,
  handle: (number: number, drawing: string) => `Punto ${number} de: ${drawing}`,
  keys: 'Mueve con las flechas, con Mayús más lejos; Supr lo elimina y Escape lo suelta.',
} as const;
