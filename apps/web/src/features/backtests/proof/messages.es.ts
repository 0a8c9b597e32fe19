export const proofMessages = {
  title: 'Ponlo a prueba',
  intro:
    'Corre el mismo método en 500 mercados sin ventaja: copias de estas velas en las que cada una sube o baja a cara o cruz, con el mismo tamaño y a la misma hora. Lo que ahí parezca ventaja es suerte. No cuenta como otra prueba de tus datos.',
  sweepIntro:
    'Repite el barrido entero en mercados sin ventaja: copias de estas velas en las que cada una sube o baja a cara o cruz, con el mismo tamaño y a la misma hora. Lo que ahí parezca ventaja es suerte. No cuenta como otra prueba de tus datos.',
  start: 'Ponlo a prueba',
  refused: 'No empezó',
  ended: { cancelled: 'La cancelaste antes de que terminara.', failed: 'No terminó. Vuelve a lanzarla.' },
  loading: 'Cargando la prueba en mercados sin ventaja',
  sentence: (worlds: string, times: string) =>
    `En ${worlds} mercados sin ventaja tu método dijo «por encima» ${times}.`,
  times: (count: string, isOne: boolean) => `${count} ${isOne ? 'vez' : 'veces'}`,
  share: (share: string, low: string, high: string) =>
    `Es el ${share} de los mercados; el porcentaje verdadero está entre el ${low} y el ${high} (exacto, 95 %). Son sus falsas alarmas.`,
  short: (count: string) =>
    `En ${count} de ellos hubo muy pocas operaciones para decir algo: ahí no podía salir «por encima».`,
  real: 'En tu mercado',
  rank: (count: string, worlds: string, share: string) =>
    `${count} de ${worlds} mercados sin ventaja dieron lo mismo o más: sin ventaja, ${share} quedaría así de bien.`,
  rankNone: (worlds: string, share: string) =>
    `Ninguno de los ${worlds} mercados sin ventaja dio tanto: sin ventaja, como mucho ${share} quedaría así de bien.`,
  caution:
    'Quedar por delante de estos mercados no basta para ganar dinero: para eso el acierto debe superar el equilibrio.',
  spoken: (worlds: string, low: string, middle: string, high: string, real: string) =>
    `Resultado en ${worlds} mercados sin ventaja: de ${low} a ${high}, la mitad por debajo de ${middle}. En tu mercado, ${real}.`,
  yours: (amount: string) => `tu mercado ${amount}`,
  axis: 'Resultado en los mercados sin ventaja',
} as const;
